import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpClient } from '../../conformance/client/index.js';
import { type BenchContext, type Scenario, using } from '../lib/context.js';
import { withNats, withRelay } from '../lib/relayed.js';
import { atTheLimit, load, type RestRequest, saturatedShare } from '../lib/rest-load.js';
import { manyChanges, manyObjects, oneOfManyChanges } from '../lib/scenes.js';
import { BenchServer, PeerMissing } from '../lib/server.js';
import { figure, figuresOf, pause, ratioOf } from '../lib/stats.js';
import { demo, get, put } from './rest.js';
import { perCpuSecond } from './stream.js';

/** Rate per CPU second of a server, and its share of a core, if it must use a whole one. */
interface Measured {
  readonly rate: number;
  readonly cpu?: number;
}

type Measure = (server: BenchServer) => Promise<Measured>;

/** The same work by sim-host and by a peer, per CPU second. */
interface Ratio {
  readonly name: string;
  readonly unit: string;
  readonly peer: string;
  readonly ours: () => Promise<BenchServer>;
  readonly theirs: () => Promise<BenchServer>;
  readonly measure: Measure;
  /** Set if the peer works differently. */
  readonly measureTheirs?: Measure;
  readonly least: { readonly ratio: number; readonly of: string };
}

const raw = 'raw uWebSockets.js';
const writesInBatch = 1000;

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
      batches(context),
      ...[1000, 300].map((count) => deliveriesTo(count, context)),
    ];
    for (const each of all) await inTurns(context, await each);
    await deliveriesOfARelay(context);
    await start(context);
    await idleLoop(context);
  },
};

function resting(request: RestRequest, { options }: BenchContext, connections?: number): Measure {
  return async (server) => {
    const { perCpuSecond: rate, cpu } = await atTheLimit(server, request, options.duration, connections);
    return { rate, cpu };
  };
}

async function reads(context: BenchContext): Promise<Ratio[]> {
  const property = (name: string, request: RestRequest, ratio: number): Ratio => ({
    name: `${name} of one property, per CPU second`,
    unit: 'requests per CPU second',
    peer: raw,
    ours: () => BenchServer.simHost(demo),
    theirs: () => BenchServer.peer('raw-uws', 0),
    measure: resting(request, context),
    least: { ratio, of: `${raw} with a constant answer` },
  });
  const fixtures = manyObjects(context.folder, 10);
  return [
    property('GET', get, 0.9),
    property('PUT', put, 0.75),
    await sameBytes(context, 'Object of twenty members', fixtures, '/exposed/object/fixture-0', 0.9),
    await sameBytes(context, '/exposed/types', demo, '/exposed/types', 0.9),
    await sameBytes(context, '/openapi.json', demo, '/openapi.json', 0.9),
  ];
}

function lists(context: BenchContext): Promise<Ratio>[] {
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
): Promise<Ratio> {
  const file = join(context.folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  await using(BenchServer.simHost(scene), async (server) => {
    const http = new HttpClient(server.url);
    writeFileSync(file, (await http.request('GET', path)).text);
    http.close();
  });
  return {
    name: `${name}, the same bytes`,
    unit: 'answers per CPU second',
    peer: raw,
    ours: () => BenchServer.simHost(scene),
    theirs: () => BenchServer.peer('raw-uws', 0, { BENCH_LIST: file }),
    measure: resting({ path }, context, connections),
    least: { ratio, of: `${raw} sending the same bytes` },
  };
}

function batches(context: BenchContext): Ratio {
  const item = { method: 'PUT', path: put.path, body: JSON.parse(put.body!) };
  const body = JSON.stringify({ requests: Array.from({ length: writesInBatch }, () => item) });
  const batch = resting({ method: 'POST', path: '/exposed/batch', body }, context, 8);
  return {
    name: `Writes in batches of ${writesInBatch.toLocaleString('en')} beside single PUTs`,
    unit: 'writes per CPU second',
    peer: 'single PUTs',
    ours: () => BenchServer.simHost(demo),
    theirs: () => BenchServer.simHost(demo),
    measure: async (server) => {
      const { rate, ...rest } = await batch(server);
      return { ...rest, rate: rate * writesInBatch };
    },
    measureTheirs: resting(put, context),
    least: { ratio: 10, of: 'single PUTs' },
  };
}

function deliveriesTo(count: number, { options, folder }: BenchContext): Ratio {
  const subscribers = Math.min(count, options.subscribers);
  return {
    name: `13 changes a frame to ${subscribers} subscribers`,
    unit: 'events per CPU second',
    peer: raw,
    ours: () => BenchServer.simHost(manyChanges(folder, 13)),
    theirs: () => BenchServer.peer('raw-uws', 13),
    measure: async (server) => ({ rate: await perCpuSecond(server, subscribers, options.duration) }),
    least: {
      ratio: count < 1000 ? 0.8 : 0.9,
      of: `${raw} with one coalesced write per subscriber and frame`,
    },
  };
}

/** Deliveries of a relay compared with those of the host. */
function deliveriesOfARelay(context: BenchContext): Promise<void> {
  const { options, folder } = context;
  const subscribers = Math.min(1000, options.subscribers);
  return withNats(context, (nats) =>
    withRelay(context, nats, 13, ({ relay }) =>
      inTurns(context, {
        name: `13 changes a frame to ${subscribers} subscribers at a relay`,
        unit: 'events per CPU second',
        peer: 'the host itself',
        ours: async () => relay,
        theirs: () => BenchServer.simHost(manyChanges(folder, 13)),
        measure: async (server) => ({ rate: await perCpuSecond(server, subscribers, options.duration) }),
        least: { ratio: 0.9, of: 'the host itself' },
      }),
    ),
  );
}

/** Both servers run all the time and are loaded in turns. */
async function inTurns(context: BenchContext, ratio: Ratio): Promise<void> {
  const { options, progress, row } = context;
  const { name, unit, measure, measureTheirs = measure, least, peer } = ratio;
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  await using(ratio.ours(), async (server) => {
    const other = await ratio.theirs().catch(unlessMissing);
    try {
      // The first run warms up both.
      for (let run = -1; run < options.runs; run++) {
        progress(`${name}, ${run < 0 ? 'warming up' : `run ${run + 1} of ${options.runs}`}`);
        const own = await measure(server);
        const their = other && (await measureTheirs(other));
        if (run < 0) continue;
        ours.push(own);
        if (their !== undefined) theirs.push(their);
      }
    } finally {
      await other?.stop();
    }
  });
  const rates = (all: readonly Measured[]) => all.map(({ rate }) => rate);
  const value = ratioOf(rates(ours), rates(theirs));
  const idle = [...notSaturated('sim-host', ours), ...notSaturated(peer, theirs)];
  const isByLoad = ours.some(({ cpu }) => cpu !== undefined);
  row({
    scenario: 'ratios',
    name,
    unit,
    value: figure(rates(ours)),
    peers: figuresOf({ [peer]: rates(theirs) }),
    ...(isByLoad && { note: [`load by ${load}`, ...idle].join('; '), isUnclear: idle.length > 0 }),
    ...(value && {
      ratio: value,
      aim: { text: `at least ${least.ratio} of ${least.of}`, isMet: value.median >= least.ratio },
    }),
  });
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof PeerMissing)) throw error;
}

/** Notes that a server was not saturated. */
function notSaturated(name: string, measured: readonly Measured[]): string[] {
  const cpu = measured.flatMap((each) => each.cpu ?? []);
  const { median } = figure(cpu);
  return cpu.length === 0 || median >= saturatedShare
    ? []
    : [`${name} was not saturated: it used ${Math.round(100 * median)} % of a core`];
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
