import { type BenchContext, repeated, type Scenario, using } from '../lib/context.js';
import { StreamReaders } from '../lib/readers.js';
import { manyChanges } from '../lib/scenes.js';
import { BenchServer, measureCpu } from '../lib/server.js';
import { exponent, figure, pause, percentile } from '../lib/stats.js';
import { Watch } from '../lib/watch.js';

/** Measures arrivals, losses, latency and frame jitter by subscribers and changing properties. */
export const broadcast: Scenario = {
  name: 'broadcast',
  title: 'Broadcast at 60 Hz',
  async run(context) {
    const { options, progress, growth } = context;
    const points: [number, number][] = [];
    for (const subscribers of [1, 100, 1000, 5000].filter((count) => count <= options.subscribers)) {
      for (const changes of [1, 13, 100]) {
        progress(`${subscribers} subscribers, ${changes} changes a frame`);
        const cpu = await oneBroadcast(context, subscribers, changes);
        if (changes === 13) points.push([subscribers, cpu]);
      }
    }
    // With one subscriber the cost of the frame dominates.
    const steady = points.slice(1);
    if (steady.length < 2) return;
    growth({
      name: 'Broadcast of 13 changes',
      x: 'subscribers',
      y: 'CPU share',
      points,
      exponent: exponent(steady),
    });
  },
};

async function oneBroadcast(
  { options, folder, row }: BenchContext,
  subscribers: number,
  changes: number,
): Promise<number> {
  return using(BenchServer.controlled(manyChanges(folder, changes)), async (server) => {
    const readers = new StreamReaders();
    await readers.open(server.url, subscribers, { isObjectsOnly: true });
    const watched = new Watch();
    await readers.open(server.url, 1, { onEvent: (id, text, at) => watched.take(id, text, at) });
    await pause(1500);
    watched.begin();
    const runs = await repeated(options.runs, () => oneWindow(server, readers, watched, options.duration));
    const of = (name: keyof (typeof runs)[number]) => figure(runs.map((run) => run[name]));
    const { flushInterval } = await server.control('state');
    const lost = watched.lost + readers.closed;
    readers.close();
    const latency = (share: number) => `${percentile(watched.latencies, share).toFixed(1)} ms`;
    const percent = (name: 'cpu' | 'load') => `${(100 * of(name).median).toFixed(0)} %`;
    const jitter = of('jitter').median;
    row({
      scenario: 'broadcast',
      name: `${subscribers} subscribers, ${changes} changes a frame`,
      unit: 'events a second',
      value: of('perSecond'),
      ...(subscribers === 5000 &&
        changes === 1 && {
          aim: { text: 'frame jitter p99 under 2 ms at 5,000 subscribers', isMet: jitter < 2 },
        }),
      note: [
        `lost ${lost}`,
        `write to event p50 ${latency(0.5)}, p99 ${latency(0.99)}, p99.9 ${latency(0.999)}`,
        `frame jitter p99 ${jitter.toFixed(2)} ms`,
        ...(flushInterval > 0 ? [`events gathered for ${flushInterval.toFixed(0)} ms`] : []),
        `CPU ${percent('cpu')}, of the load ${percent('load')}`,
        `${(server.workingSet() / 2 ** 20).toFixed(0)} MiB`,
      ].join('; '),
    });
    return of('cpu').median;
  });
}

/** Seconds over which the host measures its frame jitter. */
const jitterWindow = 5;

async function oneWindow(server: BenchServer, readers: StreamReaders, watched: Watch, duration: number) {
  const bytes = readers.bytes;
  const usage = measureCpu(server);
  await watched.writes(server.url, Math.max(duration, jitterWindow));
  const { seconds, cpu, load } = usage();
  return {
    perSecond: (readers.bytes - bytes) / seconds / watched.meanBytes,
    cpu,
    load,
    jitter: (await server.control('state')).frameJitter as number,
  };
}
