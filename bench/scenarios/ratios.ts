import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpClient } from '../../conformance/client/index.js';
import { type Comparison, compare } from '../lib/compare.js';
import { type BenchContext, type Scenario, using } from '../lib/context.js';
import { withNats } from '../lib/relayed.js';
import { manyObjects, oneOfManyChanges } from '../lib/scenes.js';
import { BenchServer, unlessMissing } from '../lib/server.js';
import { figure, figuresOf, pause, ratioOf } from '../lib/stats.js';
import { batchesOf, deliveriesTo, demo, get, ofOneProperty, put, raw, resting } from './comparisons.js';
import { deliveriesOfARelay } from './relays.js';

/**
 * The figures that CI compares: alternating runs against raw uWebSockets.js on a saturated core, per CPU second
 * of the server.
 */
export const ratios: Scenario = {
  name: 'ratios',
  title: 'Ratios',
  async run(context) {
    const all = [
      ...(await reads(context)),
      ...lists(context),
      batchesOf(1000, context),
      ...[1000, 300].map((count) => deliveriesTo(count, context)),
    ];
    for (const each of all) await compare(context, 'ratios', await each);
    await withNats(context, (nats) => deliveriesOfARelay(context, 'ratios', nats));
    await start(context);
    await idleLoop(context);
  },
};

async function reads(context: BenchContext): Promise<Comparison[]> {
  const fixtures = manyObjects(context.folder, 10);
  return [
    ofOneProperty('GET', get, 0.9, context),
    ofOneProperty('PUT', put, 0.75, context),
    await sameBytes(context, 'Object of twenty members', fixtures, '/exposed/object/fixture-0', 0.9),
    await sameBytes(context, '/exposed/types', demo, '/exposed/types', 0.9),
    await sameBytes(context, '/openapi.json', demo, '/openapi.json', 0.9),
  ];
}

function lists(context: BenchContext): Promise<Comparison>[] {
  const objects = manyObjects(context.folder, 1000);
  const driven = oneOfManyChanges(context.folder, 10_000);
  const path = '/exposed/objects';
  return [
    sameBytes(context, 'List of 1,000 objects', objects, path, 0.8, 8),
    sameBytes(context, 'List of 10,000 objects, one changed in each frame', driven, path, 0.5, 4),
  ];
}

/** A read that the peer answers from a buffer. */
async function sameBytes(
  context: BenchContext,
  name: string,
  scene: string,
  path: string,
  ratio: number,
  connections?: number,
): Promise<Comparison> {
  const file = join(context.folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  await using(BenchServer.simHost(scene), async (server) => {
    const http = new HttpClient(server.url);
    writeFileSync(file, (await http.request('GET', path)).text);
    http.close();
  });
  return {
    name: `${name}, the same bytes`,
    unit: 'answers per CPU second',
    ours: () => BenchServer.simHost(scene),
    peers: { [raw]: () => BenchServer.peer('raw-uws', 0, { BENCH_LIST: file }) },
    measure: resting({ path }, context, connections),
    least: { ratio, of: `${raw} sending the same bytes` },
  };
}

/** CPU time of a process until it listens; the ratio is that of raw uWebSockets.js to it. */
async function start({ options, progress, row }: BenchContext): Promise<void> {
  const milliseconds = (server: Promise<BenchServer>) =>
    using(server, async (started) => Math.max(1, 1000 * started.cpuSeconds()));
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let run = 0; run < options.runs; run++) {
    progress(`start, run ${run + 1} of ${options.runs}`);
    ours.push(await milliseconds(BenchServer.simHost(demo)));
    const peer = await milliseconds(BenchServer.peer('raw-uws', 0)).catch(unlessMissing);
    if (peer !== undefined) theirs.push(peer);
  }
  const ratio = ratioOf(theirs, ours);
  row({
    scenario: 'ratios',
    name: 'Start of the demo to listening, CPU time',
    unit: 'ms',
    value: figure(ours),
    peers: figuresOf({ [raw]: theirs }),
    ...(ratio && { ratio }),
    aim: { text: 'under 250 ms', isMet: figure(ours).median < 250 },
  });
}

/** Time until V8 has compiled the frame code, which uses half as much CPU again before. */
const settlingMs = 30_000;
const watchedMs = 10_000;

/**
 * Measures the idle demo, compared with raw uWebSockets.js that only wakes up for each frame; most of the CPU is
 * for waking up and depends on the machine.
 */
async function idleLoop({ progress, row }: BenchContext): Promise<void> {
  const share = (server: Promise<BenchServer>) =>
    using(server, async (started) => {
      await pause(settlingMs);
      const before = started.cpuSeconds();
      await pause(watchedMs);
      return (100_000 * (started.cpuSeconds() - before)) / watchedMs;
    });
  const seconds = (settlingMs + watchedMs) / 1000;
  progress(`idle demo, ${seconds} s`);
  const ours = await share(BenchServer.simHost(demo));
  progress(`idle ${raw}, ${seconds} s`);
  const theirs = await share(BenchServer.peer('raw-uws', 0)).catch(unlessMissing);
  row({
    scenario: 'ratios',
    name: 'Idle demo, half a minute after its start',
    unit: '% of a core',
    value: figure([ours]),
    peers: figuresOf({ [raw]: theirs === undefined ? [] : [theirs] }),
    aim: { text: 'under 1.5 % of a core', isMet: ours < 1.5 },
  });
}
