/**
 * Measures large scenes of ten thousand objects: the longest frame during list, save and load; one write among
 * few and many objects; batches.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpClient, simHostRoot } from '../conformance/client/index.js';
import { BenchServer } from './lib/server.js';

const many = join(simHostRoot, 'scenes', 'many.yaml');
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Host {
  readonly server: BenchServer;
  readonly http: HttpClient;
}

async function start(objects: number): Promise<Host> {
  const scene = join(folder, `many-${objects}.yaml`);
  await writeFile(scene, (await readFile(many, 'utf8')).replace('repeat: 10000', `repeat: ${objects}`));
  const args = [
    '--scene',
    scene,
    '--port',
    '0',
    '--json',
    '--control',
    '--log-level',
    'none',
    '--project',
    join(folder, `p${objects}`),
  ];
  const server = await BenchServer.start(join(simHostRoot, 'bin', 'sim-host.mjs'), args);
  return { server, http: new HttpClient(server.url) };
}

function command({ server }: Host, name: string, body: object = {}) {
  return server.control(name, body);
}

/** The longest frame while `action` runs, compared with an idle host. */
async function longestFrame(
  host: Host,
  action: () => Promise<unknown>,
): Promise<{ ms: number; took: number }> {
  // A host without requests runs its frames in groups.
  for (let i = 0; i < 5; i++) {
    await command(host, 'state');
    await pause(1040);
  }
  const started = performance.now();
  await action();
  const took = performance.now() - started;
  return { ms: (await command(host, 'state')).longestFrame, took };
}

/** Writes per CPU second of the host. */
async function writesPerCpuSecond(
  { server, http }: Host,
  writes: number,
  write: (http: HttpClient) => Promise<unknown>,
) {
  const before = server.cpuSeconds();
  await write(http);
  return writes / (server.cpuSeconds() - before);
}

const put = (http: HttpClient, i: number) =>
  http.request('PUT', '/exposed/object/fixture-5/level0', { body: { value: i } });

async function single(http: HttpClient, count: number): Promise<void> {
  for (let i = 0; i < count; i += 50)
    await Promise.all(Array.from({ length: 50 }, (_, j) => put(http, i + j)));
}

async function batches(http: HttpClient, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1000) {
    const requests = Array.from({ length: 1000 }, (_, j) => ({
      method: 'PUT',
      path: '/exposed/object/fixture-5/level0',
      body: { value: i + j },
    }));
    await http.request('POST', '/exposed/batch', { body: { requests } });
  }
}

const rows: string[] = [];
const row = (name: string, value: string) => {
  rows.push(`| ${name} | ${value} |`);
  process.stderr.write(`${name}: ${value}\n`);
};

try {
  const few = await start(10);
  const lots = await start(10_000);
  await pause(1500);
  const idle = (await longestFrame(lots, () => pause(2000))).ms;
  const show = ({ ms, took }: { ms: number; took: number }) =>
    `longest frame ${ms.toFixed(1)} ms (${(ms - idle).toFixed(1)} ms over idle), took ${Math.round(took)} ms`;
  row('idle, 10,000 objects', `longest frame ${idle.toFixed(1)} ms`);
  const list = (query: string) => () => lots.http.request('GET', `/exposed/objects${query}`);
  row('list at depth 1, first time', show(await longestFrame(lots, list(''))));
  row('list at depth 1, again', show(await longestFrame(lots, list(''))));
  row('list, nested', show(await longestFrame(lots, list('?nested'))));

  await single(few.http, 2000);
  await single(lots.http, 2000);
  const ratios: number[] = [];
  for (let i = 0; i < 5; i++) {
    const among10 = await writesPerCpuSecond(few, 5000, (http) => single(http, 5000));
    const among10000 = await writesPerCpuSecond(lots, 5000, (http) => single(http, 5000));
    ratios.push(among10000 / among10);
  }
  row('PUT among 10,000 objects : among 10, writes per CPU second', median(ratios).toFixed(2));

  const gains: number[] = [];
  await batches(few.http, 10_000);
  for (let i = 0; i < 5; i++) {
    const batched = await writesPerCpuSecond(few, 100_000, (http) => batches(http, 100_000));
    const alone = await writesPerCpuSecond(few, 10_000, (http) => single(http, 10_000));
    gains.push(batched / alone);
  }
  row('batch of 1,000 : single PUTs, writes per CPU second', median(gains).toFixed(1));

  const dirty = Array.from({ length: 1000 }, (_, i) => ({
    method: 'PUT',
    path: `/exposed/object/fixture-${i * 10}`,
    body: { value: { level0: 2, color: { r: 0.5 }, lens: { aperture: 4 } } },
  }));
  await lots.http.request('POST', '/exposed/batch', { body: { requests: dirty } });
  row(
    'save, 1,000 of 10,000 dirty',
    show(await longestFrame(lots, () => command(lots, 'live.save', { path: 'a' }))),
  );
  row('save again, nothing changed', show(await longestFrame(lots, () => command(lots, 'live.save'))));
  row('load on top', show(await longestFrame(lots, () => command(lots, 'live.load'))));
  const reload = () => command(lots, 'live.load', { forceBaseSceneReload: true });
  row('load, base scene of 10,000 objects reloaded', show(await longestFrame(lots, reload)));
  for (const host of [few, lots]) {
    host.http.close();
    await host.server.stop();
  }
  console.log(`| | |\n|---|---|\n${rows.join('\n')}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
