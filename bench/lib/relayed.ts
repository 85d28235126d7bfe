import { HttpClient } from '../../conformance/client/index.js';
import { type BenchContext, using } from './context.js';
import type { BenchNats } from './nats.js';
import type { BenchOptions } from './options.js';
import { manyChanges } from './scenes.js';
import { BenchServer } from './server.js';
import { pause } from './stats.js';

/** A host, and a relay that serves its apps. */
interface Relayed {
  readonly host: BenchServer;
  readonly relay: BenchServer;
  /** The NATS server and the name under which the host is published. */
  readonly place: readonly string[];
}

let names = 0;

/** A host with the given number of changes per frame, whose events are at a relay. */
export async function withRelay<T>(
  { folder }: BenchContext,
  nats: BenchNats,
  changes: number,
  use: (relayed: Relayed) => Promise<T>,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<T> {
  const place = ['--nats', nats.url, '--nats-name', `bench-${++names}`];
  return using(BenchServer.simHost(manyChanges(folder, changes), [...place, ...args]), (host) =>
    using(BenchServer.relay(place, env), async (relay) => {
      const http = new HttpClient(relay.url);
      while ((await http.request('GET', '/api/status')).status !== 200) await pause(50);
      http.close();
      return use({ host, relay, place });
    }),
  );
}

/** CPU shares of processes over all runs, as parts of a core. */
export async function shares<T extends string>(
  processes: Readonly<Record<T, { cpuSeconds(): number }>>,
  { duration, runs }: BenchOptions,
): Promise<Record<T, number>> {
  const all = Object.entries(processes) as [T, { cpuSeconds(): number }][];
  const before = all.map(([, each]) => each.cpuSeconds());
  const began = performance.now();
  await pause(duration * runs * 1000);
  const seconds = (performance.now() - began) / 1000;
  const used = all.map(([name, each], i) => [name, (each.cpuSeconds() - before[i]!) / seconds]);
  return Object.fromEntries(used) as Record<T, number>;
}
