import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { harnessRoot } from '../../conformance/client/index.js';
import { type Scenario, using, usingPeer } from '../lib/context.js';
import { eventBytes, StreamReaders } from '../lib/readers.js';
import { manyChanges } from '../lib/scenes.js';
import { BenchServer } from '../lib/server.js';
import { figure, figuresOf, pause, ratioOf } from '../lib/stats.js';

const streamPeers: Readonly<Record<string, string>> = {
  'raw uWebSockets.js': 'raw-uws',
  'node:http': 'node-http',
  'better-sse': 'better-sse',
};

/** Deliveries to a thousand subscribers per CPU second, compared with peers. */
export const deliveries: Scenario = {
  name: 'deliveries',
  title: 'Deliveries, 13 changes a frame',
  async run(context) {
    const { options, folder, progress, row } = context;
    const count = Math.min(1000, options.subscribers);
    const scene = manyChanges(folder, 13);
    const ours: number[] = [];
    const peers: Record<string, number[]> = {};
    const missing = new Set<string>();
    for (let run = 0; run < options.runs; run++) {
      progress(`${count} subscribers, run ${run + 1} of ${options.runs}`);
      ours.push(
        await using(BenchServer.simHost(scene), (server) => perCpuSecond(server, count, options.duration)),
      );
      for (const [peer, file] of Object.entries(streamPeers)) {
        if (missing.has(peer)) continue;
        progress(`${count} subscribers of ${peer}, run ${run + 1}`);
        const rate = await usingPeer(BenchServer.peer(file, 13), (server) =>
          perCpuSecond(server, count, options.duration),
        );
        if (rate === undefined) missing.add(peer);
        else peers[peer] = [...(peers[peer] ?? []), rate];
      }
    }
    const ratio = ratioOf(ours, peers['raw uWebSockets.js']);
    row({
      scenario: 'deliveries',
      name: `${count} subscribers`,
      unit: 'events per CPU second',
      value: figure(ours),
      peers: figuresOf(peers),
      ...(ratio && {
        ratio,
        aim: {
          text: 'at least 0.8 of raw uWebSockets.js with one coalesced write per subscriber and frame',
          isMet: ratio.median >= 0.8,
        },
      }),
      note: `raw uWebSockets.js and node:http write once per frame and subscriber, better-sse once per event${[...missing].map((peer) => `; ${peer} is not installed`).join('')}`,
    });
  },
};

/** Events delivered per CPU second of the server. */
export async function perCpuSecond(
  server: BenchServer,
  subscribers: number,
  seconds: number,
): Promise<number> {
  const size = await eventBytes(server.url);
  const readers = new StreamReaders();
  await readers.open(server.url, subscribers, { isObjectsOnly: true });
  await pause(1000);
  const before = { cpu: server.cpuSeconds(), bytes: readers.bytes };
  await pause(seconds * 1000);
  const bytes = readers.bytes - before.bytes;
  const rate = bytes / size / (server.cpuSeconds() - before.cpu);
  readers.close();
  if (bytes === 0) throw new Error(`${server.url} sent no events to ${subscribers} subscribers`);
  return rate;
}

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
      const theirs = await usingPeer(peer, (server) => bytesEach(server, count));
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
