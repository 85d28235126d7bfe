/** Failures between a host and its relays, and what apps see. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { startRelay } from '../../src/relay/relay.js';
import { createPlainHost, RemoteControlService } from '../../src/service/index.js';
import { startSimHost, type TestHost } from '../../src/sim-host/testing/index.js';
import { type NatsServer, withoutNats } from './nats-server.js';
import {
  answering,
  closed,
  encodeMessage,
  eventOf,
  get,
  hostless,
  hostOn,
  hostProcess,
  levelOf,
  natsOn,
  newName,
  proxyOf,
  put,
  relayOn,
  scene,
  stream,
  until,
} from './relayed.js';

describe('faults between hosts and relays', { skip: withoutNats }, () => {
  const clients = async (url: string) =>
    (
      (await (await fetch(`${url}/api/heartbeat?clientId=asker`)).json()) as {
        serverStatus: { connectedClients: number };
      }
    ).serverStatus.connectedClients;

  const said = (host: TestHost, what: RegExp) =>
    until(async () => host.log.find(({ message }) => what.test(message))?.message);

  const jetstreamOf = async (t: TestContext, { url }: NatsServer) => {
    const { connect } = await import('@nats-io/transport-node');
    const connection = await connect({ servers: url });
    t.after(() => connection.close());
    return { connection, ...(await import('@nats-io/jetstream')) };
  };

  test('with a NATS limit of 64 kB, bodies, responses, events and presence records are sent in parts', async (t) => {
    const nats = await natsOn(t, 'max_payload: 65536');
    const name = newName();
    const { proxy, url: slow } = await proxyOf(t, nats);
    const host = await hostOn(t, slow, name);
    const { url } = await relayOn(t, { servers: nats.url, name });
    const app = await stream(t, url);
    const note = 'ü'.repeat(300_000);
    await put(url, 'note', note);
    assert.equal(await get(url, 'note'), note);
    assert.equal((await eventOf(app, ({ data }) => data.path === 'note', 'the event')).data.value, note);
    // Makes the ids of apps larger than a message together.
    const long = 'x'.repeat(120);
    const apps = await Promise.all(
      Array.from({ length: 600 }, (_, i) =>
        stream(t, url, undefined, `kinds=connected&clientId=${long}${i}`),
      ),
    );
    await until(async () => ((await clients(host.url)) === 602 ? true : undefined));
    proxy.cut();
    // Events in the meantime are lost.
    await hostless(url);
    for (const each of apps.slice(0, 5)) each.close();
    proxy.mend();
    await until(async () => ((await clients(host.url)) === 597 ? true : undefined));
  });

  test('of two hosts that start under one name at the same moment, one answers', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const relay = await startRelay({ nats: { servers: nats.url, name }, http: { port: 0 }, log: () => {} });
    t.after(() => relay.stop());
    const { url } = relay;
    const seen = new Set<string>();
    let isAsking = true;
    const asking = (async () => {
      while (isAsking) {
        const answer = await fetch(`${url}/api/status`);
        const { instanceId } = (await answer.json()) as { instanceId?: string };
        if (answer.status === 200) seen.add(instanceId!);
      }
    })();
    const hosts = await Promise.all([1, 2, 3].map(() => hostOn(t, nats.url, name)));
    const thatSaid = (what: RegExp) =>
      hosts.filter(({ log }) => log.some(({ message }) => what.test(message))).length;
    await until(async () => thatSaid(/^Connected to NATS/) === 1 || undefined);
    await until(async () => (thatSaid(/^Another host.*--nats-name/) >= 2 ? true : undefined));
    await until(async () => seen.size > 0 || undefined);
    for (let i = 0; i < 20; i++) await fetch(`${url}/api/status`);
    isAsking = false;
    await asking;
    assert.equal(seen.size, 1);
  });

  test('a host that was cut off while another took its name does not answer', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const { proxy, url: behind } = await proxyOf(t, nats);
    const first = await hostOn(t, behind, name);
    const { url } = await relayOn(t, { servers: nats.url, name });
    proxy.cut();
    await hostless(url);
    const second = await hostOn(t, nats.url, name);
    await answering(url);
    proxy.mend();
    await said(first, /^Another host/);
    await put(second.url, 'level', 9);
    for (let i = 0; i < 20; i++) assert.equal(await get(url, 'level'), 9);
  });

  test('a host that was suspended while another took its name stops answering', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const first = await hostProcess(t, nats.url, name);
    const { url } = await relayOn(t, { servers: nats.url, name });
    first.kill('SIGSTOP');
    const second = await hostOn(t, nats.url, name);
    await said(second, /^Connected to NATS/);
    first.kill('SIGCONT');
    await until(async () => first.printed.find((line) => /Another host/.test(line)));
    await put(second.url, 'level', 9);
    for (let i = 0; i < 20; i++) assert.equal(await get(url, 'level'), 9);
  });

  test('apps connect although a late message of an earlier host follows those of the current one', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const host = await hostOn(t, nats.url, name);
    await said(host, /^Connected to NATS/);
    const { connection, jetstream, jetstreamManager } = await jetstreamOf(t, nats);
    const truncated = encodeMessage({ kind: 'truncated', epoch: 'of another', seq: 7 });
    await jetstream(connection).publish(`sim-host.${name}.events`, truncated);
    await (await jetstreamManager(connection)).streams.purge(`sim-host-${name}`, { keep: 1 });
    const { url } = await relayOn(t, { servers: nats.url, name });
    const app = await stream(t, url);
    await put(url, 'level', 4);
    await levelOf(app, 4);
  });

  test('requests in flight fail when their host is gone, before their timeout', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const { proxy, url: behind } = await proxyOf(t, nats);
    await hostOn(t, behind, name);
    const { url } = await relayOn(t, { servers: nats.url, name });
    // NATS accepts the request, but it does not arrive.
    proxy.isSilent = true;
    const answered = fetch(`${url}/exposed/object/lamp`);
    await until(async () => proxy.swallowed.includes('/exposed/object/lamp') || undefined);
    proxy.cut();
    const response = await answered;
    assert.equal(response.status, 502);
    assert.match(((await response.json()) as { error: string }).error, /may (still )?have been carried out/);
  });

  test('when NATS drops all messages, requests fail as possibly carried out, and everything recovers', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const { proxy, url: behind } = await proxyOf(t, nats);
    const host = await hostOn(t, behind, name);
    const { url } = await relayOn(t, { servers: nats.url, name });
    const app = await stream(t, url);
    await put(url, 'level', 1);
    await levelOf(app, 1);
    proxy.isSilent = true;
    const watcher = await stream(t, host.url);
    await put(host.url, 'level', 2);
    await levelOf(watcher, 2);
    // The host detects that itself.
    await said(host, /Lost the connection to NATS/);
    proxy.cut();
    proxy.isSilent = false;
    proxy.mend();
    await levelOf(app, 2);
    assert.equal(app.isClosed, false);
    await answering(url);
  });

  test('apps connect to a new relay after the event stream was deleted, even without further events', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const host = await hostOn(t, nats.url, name);
    const first = await relayOn(t, { servers: nats.url, name });
    const app = await stream(t, first.url);
    await put(host.url, 'level', 1);
    await levelOf(app, 1);
    const { connection, jetstreamManager } = await jetstreamOf(t, nats);
    await (await jetstreamManager(connection)).streams.delete(`sim-host-${name}`);
    const second = await relayOn(t, { servers: nats.url, name });
    const late = await stream(t, second.url);
    await put(host.url, 'level', 2);
    await levelOf(late, 2);
    await levelOf(app, 2);
  });

  test('a host reports that JetStream has no room for the stream, and keeps running', async (t) => {
    const nats = await natsOn(t, 'jetstream: { max_mem_store: 64M, max_file_store: 1M }');
    const name = newName();
    const host = await hostOn(t, nats.url, name);
    await said(host, /NATS rejected a request.*storage/i);
    await put(host.url, 'level', 3);
    assert.equal(await get(host.url, 'level'), 3);
  });

  test('the stream of a restricted app ends when its host disappears', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const { proxy, url: behind } = await proxyOf(t, nats);
    const service = new RemoteControlService({
      host: createPlainHost({ name: 'Guarded', log: () => {} }),
      http: { port: 0, authorize: () => ({ read: () => false }) },
    });
    await service.publish({ servers: behind, name });
    await service.start();
    t.after(() => service.stop());
    const { url } = await relayOn(t, { servers: nats.url, name });
    const app = await stream(t, url);
    proxy.cut();
    await closed(app);
  });

  test('without JetStream, the host and the relay log how to start it', async (t) => {
    const nats = await natsOn(t, 'jetstream: false');
    const name = newName();
    const host = await hostOn(t, nats.url, name);
    assert.match(await said(host, /JetStream/), /nats-server -js/);
    const lines: string[] = [];
    const log = (_: string, message: string) => lines.push(message);
    const relay = await startRelay({ nats: { servers: nats.url, name }, http: { port: 0 }, log });
    t.after(() => relay.stop());
    await until(async () => (lines.some((line) => /nats-server -js/.test(line)) ? true : undefined));
  });

  test('a relay that starts before its host serves it when it appears', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const relaying = relayOn(t, { servers: nats.url, name });
    const host = await hostOn(t, nats.url, name);
    const { url } = await relaying;
    const app = await stream(t, url);
    await put(host.url, 'level', 4);
    await levelOf(app, 4);
  });

  test('a relay refuses a body beyond the host’s limit', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const limited = { ...(scene as object), server: { bodyLimit: 1024 } } as unknown as typeof scene;
    const host = await startSimHost({ scene: limited, clock: 'real', nats: nats.url, natsName: name });
    t.after(() => host.stop());
    const { url } = await relayOn(t, { servers: nats.url, name });
    const answers = await Promise.all(
      [host.url, url].map(async (base) => {
        const response = await fetch(`${base}/exposed/object/lamp/note`, {
          method: 'PUT',
          body: JSON.stringify({ value: 'x'.repeat(2000) }),
        });
        return { status: response.status, text: await response.text() };
      }),
    );
    assert.equal(answers[0]!.status, 413);
    assert.deepEqual(answers[1], answers[0]);
  });
});
