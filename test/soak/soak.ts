import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpClient } from '../../conformance/client/index.js';
import { framing } from './abuse/framing.js';
import { generateCase } from './abuse/generate.js';
import { readOperations } from './abuse/requests.js';
import { runCase } from './abuse/run-case.js';
import { growths, measures, type Sample } from './growth.js';
import { visit } from './healthy.js';
import { type Engine, SoakHost } from './host.js';
import { runPressures } from './pressures.js';
import { Streams } from './streams.js';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly engine: Engine;
  readonly print: (line: string) => void;
}

/** Each owns one lamp of the scene. */
const healthyClients = 4;
/** Several, because one may wait for a connection without an answer. */
const abusers = 4;
/** Milliseconds between two cases of an abuser: all clients together use a fifth of a slow core. */
const abuseIntervalMs = 500;
const roundMs = (minutes: number) => Math.min(20_000, Math.max(6500, (minutes * 60_000) / 40));

/**
 * Runs normal load and abuse on one host, and prints what fails and what grows.
 * @returns the number of checks that passed, which is the same on every machine, and of failures
 */
export async function soak(options: SoakOptions): Promise<{ passed: number; failed: number }> {
  const { minutes, seed, engine, print } = options;
  const failures = new Set<string>();
  const fail = (source: string, what: string, again = '') => {
    // Numbers in messages do not make another kind of failure.
    const kind = `${source.replace(/^generated .*/, 'generated')}: ${what}`.replace(/\d+/g, '#');
    if (!failures.has(kind)) print(`FAILED ${source}: ${what}${again && `\n  again: ${again}`}`);
    failures.add(kind);
  };
  const pressures = await runPressures(engine);
  for (const { name, took, wrong } of pressures) {
    print(`${took} MB  ${name}`);
    if (wrong !== undefined) fail(name, wrong);
  }

  const project = mkdtempSync(join(tmpdir(), 'sim-host-soak-'));
  const host = await SoakHost.start(engine, project);
  await fillBuffers(host);
  const streams = new Streams(host.url);
  const operations = readOperations();
  let sent = 0;
  const abuse = async () => {
    const index = sent++;
    const isFixed = index % 3 === 0;
    const each = isFixed ? framing[(index / 3) % framing.length]! : generateCase(operations, seed + index);
    const { wrong, excuse } = await runCase(host, engine, each);
    const which = isFixed ? `'${each.name}'` : seed + index;
    if (wrong !== undefined && excuse === undefined)
      fail(each.name, wrong, `npm run soak -- --http ${engine} --case ${which}`);
    await pause(abuseIntervalMs);
  };
  const samples: Sample[] = [];
  const endsAt = performance.now() + minutes * 60_000;
  while (performance.now() < endsAt && host.died === undefined) {
    const roundEndsAt = performance.now() + roundMs(minutes);
    const untilOver = async (act: () => Promise<void>) => {
      while (performance.now() < roundEndsAt && host.died === undefined) await act();
    };
    try {
      await streams.connect();
      await Promise.all([
        ...Array.from({ length: healthyClients }, (_, i) =>
          untilOver(() => visit(host.url, `own-${i}`, (sent % 64) / 8)),
        ),
        ...Array.from({ length: abusers }, () => untilOver(abuse)),
      ]);
      for (const what of streams.check()) fail('an event stream', what);
      await saveAndLoad(host);
      const sample = { ...(await host.sample()), objects: (await host.control('state')).objects };
      samples.push(sample);
      const [heap, outside] = [sample.heapUsed, sample.external].map((bytes) => (bytes / 1e6).toFixed(1));
      print(`${sent} cases sent, heap ${heap} MB, outside ${outside} MB`);
    } catch (error) {
      fail('a healthy client', (error as Error).message);
    }
  }
  if (host.died !== undefined) fail('the host', host.died);
  streams.close();
  await host.stop().catch((error: Error) => fail('the end', error.message));
  rmSync(project, { recursive: true, force: true, maxRetries: 5 });

  const growing = growths(samples);
  for (const growth of growing) fail('growth', growth);
  return { passed: pressures.length + measures.length - growing.length, failed: failures.size };
}

/** Fills the event history and the log, so that their memory does not look like a leak. */
async function fillBuffers(host: SoakHost): Promise<void> {
  const http = new HttpClient(host.url);
  const call = { method: 'POST', path: '/exposed/function/Desk/Notify', body: { args: ['x'.repeat(100)] } };
  const requests = Array<typeof call>(300).fill(call);
  for (let i = 0; i < 110; i++) await http.request('POST', '/exposed/batch', { body: { requests } });
  http.close();
  for (let i = 0; i < 2; i++)
    await host.control('log', { level: 'Log', message: 'x'.repeat(450), count: 10_000 });
}

/** Saves, loads, spawns and destroys, and undoes the effects of abuse, so that later growth is a leak. */
async function saveAndLoad(host: SoakHost): Promise<void> {
  await host.control('live.save');
  const { key } = await host.control('object.spawn', { class: 'Light', name: 'A guest' });
  await host.control('object.destroy', { key });
  await host.control('live.revertAll');
  await host.control('live.resetAll');
  await host.control('live.save');
  await host.control('live.load');
  await pause(300);
}
