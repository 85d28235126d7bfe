import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { HttpClient, harnessRoot, readJsonLines } from '../../conformance/client/index.js';
import { type BenchContext, using } from './context.js';
import type { BenchOptions } from './options.js';
import { manyChanges } from './scenes.js';
import { BenchServer, measureCpu } from './server.js';
import { pause } from './stats.js';

/** A host, and a relay that serves its apps. */
interface Relayed {
  readonly host: BenchServer;
  readonly relay: BenchServer;
}

/** Starts a NATS server with JetStream and stops it after use; reports if nats-server is not installed. */
export async function withNats(
  { folder, progress }: BenchContext,
  use: (nats: string) => Promise<void>,
): Promise<void> {
  const script = join(harnessRoot, 'bench', 'peers', 'nats.mjs');
  const child = spawn(process.execPath, [script, mkdtempSync(join(folder, 'nats-'))]);
  try {
    const { url, what } = await readJsonLines(child, 'nats-server').first;
    if (url === undefined) progress(`left out: ${what} is not installed`);
    else await use(url);
  } finally {
    child.kill();
  }
}

let names = 0;

/** A host with the given number of changes per frame, whose events are at a relay. */
export async function withRelay<T>(
  { folder }: BenchContext,
  nats: string,
  changes: number,
  use: (relayed: Relayed) => Promise<T>,
): Promise<T> {
  const place = ['--nats', nats, '--nats-name', `bench-${++names}`];
  return using(BenchServer.simHost(manyChanges(folder, changes), place), (host) =>
    using(BenchServer.relay(place), async (relay) => {
      const http = new HttpClient(relay.url);
      while ((await http.request('GET', '/api/status')).status !== 200) await pause(50);
      http.close();
      return use({ host, relay });
    }),
  );
}

/** CPU share of a server over all runs, as a part of a core. */
export async function shareOf(server: BenchServer, { duration, runs }: BenchOptions): Promise<number> {
  const usage = measureCpu(server);
  await pause(duration * runs * 1000);
  return usage().cpu;
}
