import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { harnessRoot } from '../../conformance/client/index.js';
import { compare } from '../lib/compare.js';
import { type Scenario, using } from '../lib/context.js';
import { StreamReaders } from '../lib/readers.js';
import { manyChanges } from '../lib/scenes.js';
import { BenchServer, unlessMissing } from '../lib/server.js';
import { figure, figuresOf, pause, ratioOf } from '../lib/stats.js';
import { deliveriesTo } from './comparisons.js';

/** Deliveries to a thousand subscribers per CPU second, compared with peers. */
export const deliveries: Scenario = {
  name: 'deliveries',
  title: 'Deliveries, 13 changes a frame',
  async run(context) {
    const comparison = deliveriesTo(1000, context);
    await compare(context, 'deliveries', {
      ...comparison,
      peers: {
        ...comparison.peers,
        'node:http': () => BenchServer.peer('node-http', 13),
        'better-sse': () => BenchServer.peer('better-sse', 13),
      },
      note: 'better-sse writes once per event, the others once per frame and subscriber',
    });
  },
};

/**
 * Options for memory measurements: a small young generation, which would grow with any work, and external garbage
 * collection.
 */
export const collectable = {
  NODE_OPTIONS: `--max-semi-space-size=1 --import ${pathToFileURL(join(harnessRoot, 'bench', 'peers', 'collect.mjs'))}`,
};

/** Memory of an idle subscriber. */
export const idle: Scenario = {
  name: 'idle',
  title: 'Idle subscribers',
  async run({ options, folder, progress, row }) {
    const count = Math.min(2000, options.subscribers);
    const ours: number[] = [];
    const raw: number[] = [];
    for (let run = 0; run < options.runs; run++) {
      progress(`memory of ${count} idle subscribers, run ${run + 1}`);
      const start = BenchServer.simHost(manyChanges(folder, 1), ['--clock', 'manual'], collectable);
      ours.push(await using(start, (server) => bytesEach(server, count)));
      const peer = BenchServer.peer('raw-uws', 0, collectable);
      const theirs = await using(peer, (server) => bytesEach(server, count)).catch(unlessMissing);
      if (theirs !== undefined) raw.push(theirs);
    }
    const value = figure(ours);
    const ratio = ratioOf(ours, raw);
    row({
      scenario: 'idle',
      name: `memory per idle subscriber, of ${count}`,
      unit: 'bytes',
      value,
      peers: figuresOf({ 'raw uWebSockets.js': raw }),
      ...(ratio && { ratio }),
      note: "working set after a collection, with V8's young generation held at 1 MiB",
      aim: { text: 'at most 2,500 bytes', isMet: value.median <= 2500 },
    });
  },
};

/** Bytes of working set per subscriber, after the first ones have made the heap grow. */
export async function bytesEach(server: BenchServer, count: number): Promise<number> {
  const warm = new StreamReaders();
  await warm.open(server.url, 200);
  warm.close();
  const before = await kept(server);
  const readers = new StreamReaders();
  await readers.open(server.url, count);
  const bytes = ((await kept(server)) - before) / count;
  readers.close();
  return bytes;
}

/** The working set after a garbage collection, or before it on systems without such signals. */
async function kept(server: BenchServer): Promise<number> {
  await pause(1000);
  if (process.platform !== 'win32') process.kill(server.pid, 'SIGUSR2');
  await pause(1000);
  return server.workingSet();
}
