import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simHostRoot } from '../../../conformance/client/index.js';
import { percentile } from '../figures/percentile.js';
import { Findings } from '../findings.js';
import { type Engine, SoakHost } from '../host/host.js';
import { StreamClient } from '../load/stream-client.js';
import { machine } from '../machine.js';
import { Random } from '../random.js';
import type { Sample, SoakResults } from '../results.js';
import { Calendar } from './calendar.js';

export interface DaysOptions {
  readonly days: number;
  readonly seed: number;
  readonly engine: Engine;
  readonly print: (line: string) => void;
}

const daySeconds = 86_400;
/** Samples in a day, so that an eighth of a day has a trend, too. */
const samplesPerDay = 72;
/** The most frames of one `clock.step`. */
const longestStep = 36_000;

/** Lets days go by on the manual clock and holds what time alone moves to what a calendar says. */
export async function simulateDays({ days, seed, engine, print }: DaysOptions): Promise<SoakResults> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const findings = new Findings(seconds, print);
  const wrong = (what: string) =>
    findings.fail('the days', what, `npm run soak -- --days ${days} --seed ${seed} --http ${engine}`);
  const random = new Random(seed);
  const project = mkdtempSync(join(tmpdir(), 'sim-host-soak-'));
  const scene = join(simHostRoot, 'test', 'soak', 'days', 'scene.yaml');
  const host = await SoakHost.start({ engine, project, scene, args: ['--clock', 'manual'] });
  const { rate } = await host.control('state');
  const calendar = new Calendar(host, wrong);
  // Its own kind of event never comes: all that it may hear is that it is still connected.
  const quiet = await new StreamClient(
    host.port,
    { query: '?kinds=confirm_request&clientId=quiet' },
    wrong,
  ).greeted();
  const all = await new StreamClient(host.port, { query: '?clientId=all' }, wrong).greeted();
  const samples: Sample[] = [];
  const latencies: number[] = [];
  const framesOf = (count: number) => Math.round(count * daySeconds * rate);
  let [frames, sampledAt, cpuBefore] = [0, 0, 0];
  try {
    while (frames < framesOf(days) && host.died === undefined) {
      const most = Math.min(longestStep, framesOf(days) - frames);
      // Mostly long steps, or a day would have thousands; short ones fall between them at all lengths.
      const step = random.chance(0.7) ? most : 1 + random.below(most);
      const before = quiet.comments;
      const stepAt = performance.now();
      const answer = await host.control('clock.step', { frames: step });
      latencies.push((performance.now() - stepAt) / step);
      frames += step;
      if (answer.frame !== frames) wrong(`after ${frames} frames the counter says ${answer.frame}`);
      // A product and a quotient may differ in the last digit, which is no drift.
      if (Math.abs(answer.time - frames / rate) > 1e-6)
        wrong(`after ${frames} frames the clock says ${answer.time} s, and not ${frames / rate}`);
      await calendar.check(frames / rate, step / rate);
      if (step / rate > 60) await calendar.hears(quiet, before, Math.floor(step / rate / 10) - 2);
      if (all.isClosed || quiet.isClosed) throw new Error('a stream was closed');
      if (frames - sampledAt >= (daySeconds * rate) / samplesPerDay || frames === framesOf(days)) {
        sampledAt = frames;
        const usage = await host.sample();
        const { objects } = await host.control('state');
        samples.push({
          ...usage,
          at: frames / rate,
          life: 0,
          frameJitter: 0,
          longestFrame: 0,
          latencyP50: percentile(latencies, 0.5),
          latencyP99: percentile(latencies, 0.99),
          healthy: calendar.asked,
          abuse: 0,
          events: all.events,
          cpu: (usage.cpuSeconds - cpuBefore) / seconds(),
          objects,
        });
        cpuBefore = 0;
        print(
          `day ${(frames / rate / daySeconds).toFixed(2)}: heap ${(usage.heapUsed / 1e6).toFixed(1)} MB, ${Math.round(seconds())} s`,
        );
      }
    }
  } catch (error) {
    wrong(host.died ?? (error as Error).message);
  }
  quiet.close();
  all.close();
  await host.stop().catch(({ message }) => wrong(message));
  rmSync(project, { recursive: true, force: true, maxRetries: 5 });
  const note = `${days} simulated days on the manual clock, ${frames.toLocaleString('en')} frames in steps of up to ${longestStep.toLocaleString('en')}; times are those of the clock, and a latency is that of a frame.`;
  return {
    date: new Date().toISOString(),
    machine: machine(),
    engine,
    minutes: days * 1440,
    seed,
    seconds: Math.round(seconds()),
    kills: 0,
    samples,
    failures: findings.failures,
    excused: [],
    notes: [note],
  };
}
