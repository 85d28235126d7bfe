import { type BenchContext, type Scenario, using } from '../lib/context.js';
import { StreamReaders } from '../lib/readers.js';
import { manyChanges } from '../lib/scenes.js';
import { BenchServer } from '../lib/server.js';
import { figure, pause } from '../lib/stats.js';
import { Watch } from '../lib/watch.js';

/** Slow and stalled readers together with healthy ones, and many simultaneous connections. */
export const storms: Scenario = {
  name: 'storms',
  title: 'Slow readers and storms',
  async run({ options, folder, progress, row }) {
    const count = Math.min(1000, options.subscribers);
    await using(BenchServer.controlled(manyChanges(folder, 13)), async (server) => {
      progress('slow readers beside healthy ones');
      const healthy = new StreamReaders();
      const watched = new Watch();
      await healthy.open(server.url, count * 0.9);
      await healthy.open(server.url, 1, { onEvent: (id, text, at) => watched.take(id, text, at) });
      const slow = new StreamReaders();
      await slow.open(server.url, count * 0.1, { bytesPerSecond: 1000 });
      await slow.open(server.url, 5, { bytesPerSecond: 0 });
      await pause(8000);
      watched.begin();
      const memory = server.workingSet();
      await pause(8000);
      const { frameJitter, subscribers } = await server.control('state');
      row({
        scenario: 'storms',
        name: `${count * 0.1} readers of 1 kB/s and 5 that never read, beside ${count * 0.9}`,
        unit: 'events lost by healthy readers',
        value: figure([watched.lost]),
        aim: { text: 'none', isMet: watched.lost === 0 && healthy.closed === 0 },
        note: `memory grew by ${((server.workingSet() - memory) / 2 ** 20).toFixed(1)} MiB in the last 8 s; ${subscribers} streams are left; frame jitter p99 ${frameJitter.toFixed(2)} ms`,
      });
      slow.close();
      healthy.close();
      await pause(500);
      await storm(server, count, progress, row);
    });
  },
};

async function storm(
  server: BenchServer,
  count: number,
  progress: BenchContext['progress'],
  row: BenchContext['row'],
): Promise<void> {
  progress('connect storm, and a reconnect storm with replay');
  const first = new StreamReaders();
  let last = '';
  await first.open(server.url, 1, { onEvent: (id) => (last = id) });
  await pause(500);
  for (const [name, lastEventId] of [
    ['connect', undefined],
    ['reconnect with replay', last],
  ] as const) {
    const readers = new StreamReaders();
    const started = performance.now();
    await readers.open(server.url, count, lastEventId === undefined ? {} : { lastEventId });
    const took = performance.now() - started;
    const { longestFrame } = await server.control('state');
    row({
      scenario: 'storms',
      name: `${name} storm of ${count}`,
      unit: 'connections a second',
      value: figure([(1000 * count) / took]),
      note: `longest frame ${longestFrame.toFixed(1)} ms`,
    });
    readers.close();
    await pause(500);
  }
  first.close();
}
