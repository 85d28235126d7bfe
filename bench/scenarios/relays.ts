import { compare } from '../lib/compare.js';
import { type BenchContext, type Scenario, using } from '../lib/context.js';
import { perCpuSecond, StreamReaders } from '../lib/readers.js';
import { shareOf, withNats, withRelay } from '../lib/relayed.js';
import { manyChanges } from '../lib/scenes.js';
import { BenchServer } from '../lib/server.js';
import { exponent, figure, pause, percentile } from '../lib/stats.js';
import { Watch } from '../lib/watch.js';

/** Measures the deliveries of a relay, its latency, and the load that it takes off the host. */
export const relays: Scenario = {
  name: 'relays',
  title: 'Relays',
  run: (context) =>
    withNats(context, async (nats) => {
      await deliveriesOfARelay(context, 'relays', nats);
      await whatTheHostPays(context, nats);
      await latency(context, nats);
    }),
};

/** Deliveries of a relay compared with those of the host. */
export function deliveriesOfARelay(context: BenchContext, scenario: string, nats: string): Promise<void> {
  const { options, folder } = context;
  const count = Math.min(1000, options.subscribers);
  return withRelay(context, nats, 13, async ({ relay }) => {
    await compare(context, scenario, {
      name: `13 changes a frame to ${count} subscribers at a relay`,
      unit: 'events per CPU second',
      ours: async () => relay,
      peers: { 'the host itself': () => BenchServer.simHost(manyChanges(folder, 13)) },
      measure: async (server) => ({ rate: await perCpuSecond(server, count, options.duration) }),
      least: { ratio: 0.9, of: 'the host itself' },
    });
  });
}

/** CPU of the host by the number of apps at a relay. */
async function whatTheHostPays(context: BenchContext, nats: string): Promise<void> {
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
      points.push([subscribers, await shareOf(host, options)]);
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
async function latency(context: BenchContext, nats: string): Promise<void> {
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
