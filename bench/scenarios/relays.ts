import { type BenchContext, type Scenario, using, usingPeer } from '../lib/context.js';
import { BenchNats } from '../lib/nats.js';
import { StreamReaders } from '../lib/readers.js';
import { shares, withRelay } from '../lib/relayed.js';
import { manyChanges } from '../lib/scenes.js';
import { BenchServer, PeerMissing } from '../lib/server.js';
import { exponent, figure, figuresOf, pause, percentile, ratioOf } from '../lib/stats.js';
import { Watch } from '../lib/watch.js';
import { whatChangesCost, whatRelaysCost, whatRequestsCost } from './relay-costs.js';
import { bytesEach, collectable, perCpuSecond } from './stream.js';

/** Measures the cost of relays and the load they take off the host, compared with the host and a broker in C. */
export const relays: Scenario = {
  name: 'relays',
  title: 'Relays',
  async run(context) {
    let nats: BenchNats;
    try {
      nats = await BenchNats.start(context.folder);
    } catch (error) {
      if (!(error instanceof PeerMissing)) throw error;
      return context.progress(`left out: ${error.message} is not installed`);
    }
    try {
      await deliveriesOfARelay(context, nats);
      await whatTheHostPays(context, nats);
      await latency(context, nats);
      await whatChangesCost(context, nats);
      await whatRelaysCost(context, nats);
      await whatRequestsCost(context, nats);
      await memory(context, nats);
    } finally {
      nats.stop();
    }
  },
};

/** Deliveries per CPU second, in turns with the host and a broker. */
async function deliveriesOfARelay(context: BenchContext, nats: BenchNats): Promise<void> {
  const { options, folder, progress, row } = context;
  const count = Math.min(1000, options.subscribers);
  const rates: Record<'relay' | 'host' | 'nchan', number[]> = { relay: [], host: [], nchan: [] };
  let isMissing = false;
  for (let run = 0; run < options.runs; run++) {
    const of = `${count} subscribers, run ${run + 1} of ${options.runs}`;
    progress(`${of}: of the host`);
    const start = BenchServer.simHost(manyChanges(folder, 13));
    rates.host.push(await using(start, (server) => perCpuSecond(server, count, options.duration)));
    progress(`${of}: of a relay`);
    rates.relay.push(
      await withRelay(context, nats, 13, ({ relay }) => perCpuSecond(relay, count, options.duration)),
    );
    if (isMissing) continue;
    progress(`${of}: of nginx with nchan`);
    const broker = await usingPeer(BenchServer.peer('nchan', 13), (server) =>
      perCpuSecond(server, count, options.duration),
    );
    if (broker === undefined) isMissing = true;
    else rates.nchan.push(broker);
  }
  const ratio = ratioOf(rates.relay, rates.host)!;
  row({
    scenario: 'relays',
    name: `13 changes a frame to ${count} subscribers at a relay`,
    unit: 'events per CPU second',
    value: figure(rates.relay),
    peers: figuresOf({ 'the host itself': rates.host, 'nginx with nchan': rates.nchan }),
    ratio,
    aim: { text: 'at least 0.9 of the host', isMet: ratio.median >= 0.9 },
    note: `the ratio is to the host itself; nchan writes once per event${isMissing ? '; nginx with nchan is not installed' : ''}`,
  });
}

/** CPU of the host by the number of apps at a relay. */
async function whatTheHostPays(context: BenchContext, nats: BenchNats): Promise<void> {
  const { options, progress, row, growth } = context;
  await withRelay(context, nats, 13, async ({ host, relay }) => {
    const readers = new StreamReaders();
    const points: [number, number][] = [];
    let open = 0;
    for (const subscribers of [1, 100, 1000, 5000].filter((count) => count <= options.subscribers)) {
      progress(`host with ${subscribers} subscribers at a relay`);
      await readers.open(relay.url, subscribers - open, { isObjectsOnly: true });
      open = subscribers;
      // Each connection is reported once.
      await pause(4000);
      points.push([subscribers, (await shares({ host }, options)).host]);
    }
    readers.close();
    const [first, last] = [points[0]!, points.at(-1)!];
    const factor = last[1] / first[1];
    row({
      scenario: 'relays',
      name: `CPU of the host, ${last[0]} subscribers at a relay`,
      unit: 'of a core',
      value: figure([last[1]]),
      aim: { text: 'at most 1.2 of what one subscriber costs', isMet: factor <= 1.2 },
      note: `with one subscriber ${first[1].toFixed(3)}`,
    });
    growth({
      name: 'CPU of the host, 13 changes a frame',
      x: 'subscribers at a relay',
      y: 'CPU share',
      points,
      exponent: exponent(points),
    });
  });
}

/** Latency from a write to its event, with and without a relay. */
async function latency(context: BenchContext, nats: BenchNats): Promise<void> {
  const { options, folder, progress, row } = context;
  const count = Math.min(300, options.subscribers);
  const measure = async (server: BenchServer) => {
    const readers = new StreamReaders();
    await readers.open(server.url, count, { isObjectsOnly: true });
    const watched = new Watch();
    await readers.open(server.url, 1, { onEvent: (id, text, at) => watched.take(id, text, at) });
    await pause(1500);
    watched.begin();
    await watched.writes(server.url, options.duration * options.runs);
    const { lost, latencies } = watched;
    readers.close();
    return { lost, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
  };
  progress(`write to event, ${count} subscribers of the host`);
  const direct = await using(BenchServer.simHost(manyChanges(folder, 13)), measure);
  progress(`write to event, ${count} subscribers of a relay`);
  const relayed = await withRelay(context, nats, 13, ({ relay }) => measure(relay));
  const summary = ({ p50, p99 }: typeof direct) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  for (const share of ['p50', 'p99'] as const)
    row({
      scenario: 'relays',
      name: `write to event by way of a relay, added at ${share}`,
      unit: 'ms',
      value: figure([relayed[share] - direct[share]]),
      note: `${count} subscribers, both ways through the relay; relay ${summary(relayed)}, host ${summary(direct)}; lost ${relayed.lost}`,
    });
}

/** Memory of a subscriber at a relay. */
async function memory(context: BenchContext, nats: BenchNats): Promise<void> {
  const { options, progress, row } = context;
  const count = Math.min(2000, options.subscribers);
  progress(`memory of ${count} idle subscribers of a relay`);
  const bytes = await withRelay(context, nats, 1, ({ relay }) => bytesEach(relay, count), {
    args: ['--clock', 'manual'],
    env: collectable,
  });
  row({
    scenario: 'relays',
    name: `memory per idle subscriber of a relay, of ${count}`,
    unit: 'bytes',
    value: figure([bytes]),
  });
}
