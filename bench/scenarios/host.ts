import { type Scenario, using } from '../lib/context.js';
import { autocannonLoad } from '../lib/rest-load.js';
import { BenchServer } from '../lib/server.js';
import { figure, pause } from '../lib/stats.js';

/** Measures the frame loop: its jitter under full load and its cost when idle. */
export const loop: Scenario = {
  name: 'loop',
  title: 'The loop',
  async run({ options, progress, row }) {
    await using(BenchServer.controlled('scenes/demo.yaml'), async (server) => {
      progress('idle CPU of the demo');
      await pause(2000);
      const before = server.cpuSeconds();
      await pause(10_000);
      const share = (server.cpuSeconds() - before) / 10;
      row({
        scenario: 'loop',
        name: 'idle CPU of the demo scene',
        unit: 'percent of a core',
        value: figure([100 * share]),
        aim: { text: 'below 3 %', isMet: share < 0.03 },
      });
      progress('frame rate under full REST load');
      const start = await server.control('state');
      const seconds = Math.max(10, options.duration);
      await autocannonLoad(
        server,
        { path: '/exposed/object/key-light/intensity' },
        { seconds, connections: options.connections, pipelining: 10 },
      );
      const end = await server.control('state');
      const rate = (end.frame - start.frame) / (end.time - start.time);
      row({
        scenario: 'loop',
        name: 'frame rate under full REST load',
        unit: 'Hz',
        value: figure([rate]),
        aim: { text: '60.00 Hz ± 0.02', isMet: Math.abs(rate - 60) <= 0.02 + 1 / (end.time - start.time) },
        note: `counted over ${(end.time - start.time).toFixed(1)} s, so exact to a frame; jitter p99 ${end.frameJitter.toFixed(2)} ms`,
      });
    });
  },
};
