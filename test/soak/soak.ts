import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpClient } from '../../conformance/client/index.js';
import { readOperations } from './abuse/operations.js';
import { Findings } from './findings.js';
import { type Engine, SoakHost } from './host/host.js';
import { OddFiles } from './host/odd-files.js';
import { Abuser } from './load/abuser.js';
import { HealthyClient } from './load/healthy.js';
import { brokenFiles, killAndRestart } from './load/kills.js';
import { paced } from './load/paced.js';
import { Stalls, stoodStill } from './load/stalls.js';
import { Streams } from './load/streams.js';
import { machine } from './machine.js';
import type { Pressure } from './pressure/pressure.js';
import { pressures } from './pressure/pressures.js';
import { type PressureResult, runPressure } from './pressure/run.js';
import { Random } from './random.js';
import type { Sample, SoakResults } from './results.js';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly engine: Engine;
  readonly print: (line: string) => void;
  /** Called after each round, so that an interrupted soak has results. */
  readonly onRound: (results: SoakResults) => void;
}

/** Load per second: a fifth of a slow core for host and clients. */
const perSecond = { healthy: 12, abuse: 8 };
const healthyClients = 4;
/** Several, because one may wait for a connection without an answer. */
const abusers = 4;
const subscribers = 5;
/** Messages that fill the log of the host, so that its memory does not look like a leak. */
const fillEvents = { times: 110, items: 300 };
const fillLog = { times: 2, count: 10_000, bytes: 450 };
const roundMs = (minutes: number) => Math.min(20_000, Math.max(6500, (minutes * 60_000) / 40));
/** Milliseconds between two kills of a host. */
const killEveryMs = (minutes: number) => Math.max(25_000, (minutes * 60_000) / 12);

/** Milliseconds between two pressures; all of them run once before the load. */
const pressEverySeconds = 600;

/** Milliseconds in which the effects of a pressure appear. */
const aftermathMs = 5000;
const hadNotRead =
  'a stream that has not read everything when an event of megabytes comes is closed, and finds a gap (a pressure sends such)';

/** Runs the load for a number of minutes. Failures are in the results and are not thrown. */
export async function soak(options: SoakOptions): Promise<SoakResults> {
  const { minutes, seed, engine, print, onRound } = options;
  let startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const findings = new Findings(seconds, print);
  const random = new Random(seed, 3_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'sim-host-soak-'));
  const samples: Sample[] = [];
  const worst = new Map<string, PressureResult>();
  let [pressed, pressedAt, pressedUntil] = [0, 0, 0];
  let kills = 0;
  let killedAt = 0;
  const results = (): SoakResults => ({
    date: new Date().toISOString(),
    machine: machine(),
    engine,
    minutes,
    seed,
    seconds: Math.round(seconds()),
    kills,
    pressures: [...worst.values()],
    samples,
    failures: findings.failures,
    excused: findings.excused,
  });
  const press = async (host: SoakHost, pressure: Pressure) => {
    const { name } = pressure;
    const result = await runPressure(host, pressure);
    if (result.wrong !== undefined)
      findings.fail(name, result.wrong, `npm run soak -- --http ${engine} --pressure '${name}'`);
    if (result.took >= (worst.get(name)?.took ?? 0)) worst.set(name, result);
  };
  for (const pressure of pressures) {
    // Each pressure has its own host, so that results and later samples are independent.
    const project = mkdtempSync(join(folder, 'pressed-'));
    const host = await SoakHost.start({ engine, project });
    await press(host, pressure);
    await host.stop().catch(({ message }) => findings.fail(pressure.name, message));
  }
  startedAt = performance.now();
  const stalls = new Stalls(() => performance.now());
  const endWatch = stalls.watch();
  const abuser = new Abuser({ engine, seed, operations: readOperations(), findings });
  for (let life = 0; seconds() < minutes * 60; life++) {
    const project = join(folder, `project-${life}`);
    mkdirSync(project);
    const oddFiles = new OddFiles(project);
    const host = await SoakHost.start({ engine, project });
    abuser.host = host;
    for (let i = 0; i < fillLog.times; i++)
      await host.control('log', { level: 'Log', message: 'x'.repeat(fillLog.bytes), count: fillLog.count });
    const latencies: number[] = [];
    const wrong = (who: string) => (what: string) => {
      if (host.died === undefined && stalls.excuses(what)) return findings.excuse(who, what, stoodStill);
      if (performance.now() < pressedUntil && what.startsWith('a stream was closed'))
        return findings.excuse(who, what, hadNotRead);
      findings.fail(who, host.died ?? what);
    };
    const on = { answered: (ms: number) => latencies.push(ms), wrong: wrong('a healthy client') };
    const healthy = Array.from(
      { length: healthyClients },
      (_, i) => new HealthyClient(host.url, seed + life, i, on),
    );
    const streams = new Streams(host.port, seed + life, subscribers, wrong('a subscriber'));
    await fillRing(host);
    let eventsBefore = 0;
    while (seconds() < minutes * 60 && host.died === undefined) {
      for (const client of healthy) client.reconnect();
      const until = performance.now() + roundMs(minutes);
      const isOver = () => performance.now() >= until || host.died !== undefined;
      const counts = await Promise.all([
        ...healthy.map((client) => paced(perSecond.healthy / healthyClients, isOver, () => client.act())),
        ...Array.from({ length: abusers }, () =>
          paced(perSecond.abuse / abusers, isOver, () => abuser.next()),
        ),
        paced(2, isOver, async () => streams.turn()).then(() => 0),
      ]);
      try {
        if (host.died !== undefined) break;
        const state = await host.control('state');
        await tidy(host, random, wrong('a save or load'));
        const usage = await host.sample();
        const abuse = counts
          .slice(healthyClients, healthyClients + abusers)
          .reduce<number>((sum, each) => sum + (each ?? 0), 0);
        samples.push({
          ...usage,
          at: seconds(),
          life,
          slowest: Math.max(0, ...latencies),
          healthy: latencies.length,
          abuse,
          events: streams.events - eventsBefore,
          objects: state.objects,
        });
        latencies.length = 0;
        eventsBefore = streams.events;
        if (performance.now() - startedAt - killedAt > killEveryMs(minutes)) {
          await killAndRestart(engine, random, wrong('kill and restart'));
          kills += 2;
          killedAt = performance.now() - startedAt;
        }
        if (seconds() - pressedAt > pressEverySeconds) {
          pressedUntil = Number.POSITIVE_INFINITY;
          await press(host, pressures[pressed++ % pressures.length]!);
          pressedUntil = performance.now() + aftermathMs;
          pressedAt = seconds();
        }
        onRound(results());
      } catch (error) {
        findings.fail('the soak', host.died ?? (error as Error).message);
      }
    }
    if (host.died !== undefined)
      findings.fail('the host', host.died, `the last cases: ${abuser.last.join('; ')}`);
    streams.close();
    for (const client of healthy) client.close();
    await host.stop().catch((error) => findings.fail('the end', error.message));
    for (const what of brokenFiles(project)) findings.fail('files at the end', what);
    oddFiles.close();
  }
  endWatch();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return results();
}

/** As many events as the host keeps for reconnects. */
async function fillRing(host: SoakHost): Promise<void> {
  const http = new HttpClient(host.url);
  const call = { method: 'POST', path: '/exposed/function/Desk/Notify', body: { args: ['x'.repeat(100)] } };
  const requests = Array<typeof call>(fillEvents.items).fill(call);
  for (let i = 0; i < fillEvents.times; i++)
    await http.request('POST', '/exposed/batch', { body: { requests } });
  http.close();
}

/** Saves, loads, spawns and destroys, and undoes the effects of abuse, so that later growth is a leak. */
async function tidy(host: SoakHost, random: Random, onWrong: (what: string) => void): Promise<void> {
  try {
    await host.control('live.save');
    const { key } = await host.control('object.spawn', { class: 'Light', name: 'A guest' });
    await host.control('object.destroy', { key });
    await host.control(random.chance(0.5) ? 'live.resetAll' : 'live.revertAll');
    await host.control('live.resetAll');
    await host.control('live.save');
    await host.control('live.load');
    for (const what of brokenFiles(host.project)) onWrong(what);
  } catch (error) {
    onWrong(host.died ?? (error as Error).message);
  }
  await pause(300);
}
