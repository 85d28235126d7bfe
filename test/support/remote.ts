import { type TestContext, test } from 'node:test';
import { type ConnectOptions, connect, type RemoteHost } from '../../src/client/index.js';
import { startSimHost, type TestHost } from '../../src/sim-host/testing/index.js';
import { demo } from './demo.js';
import { Relay } from './relay.js';

export interface RemoteSetup {
  readonly host: TestHost;
  readonly relay: Relay;
  readonly remote: RemoteHost;
}

/** Connects to a host with the demo scene through a relay; all three end with the test. */
export async function setUpRemote(
  t: TestContext,
  options: ConnectOptions = {},
  relayTo: (url: string) => Relay = (url) => new Relay(url),
): Promise<RemoteSetup> {
  const host = await startSimHost({
    scene: demo(),
    ...(options.token !== undefined && { token: options.token }),
  });
  t.after(() => host.stop());
  const relay = relayTo(host.url);
  t.after(() => relay.stop());
  const remote = await connect(await relay.start(), options);
  t.after(() => remote.close());
  return { host, relay, remote };
}

/** A test that fails after a minute, because a client may wait for its host forever. */
export function remoteTest(name: string, run: (t: TestContext) => Promise<void>): void {
  test(name, { timeout: 60_000 }, run);
}
