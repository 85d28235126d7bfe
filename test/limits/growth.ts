import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EventStreamClient } from '../../conformance/client/index.js';
import { SoakHost } from '../soak/host/host.js';
import { type GrowthCase, growthCases } from './cases.js';
import { measuredCpu } from './cpu.js';

/**
 * Measures what requests cost that grow (LIM-5): `npm run limits -- [--http uws|node] [--case text]`. Each is sent with 1 kB to
 * 8 MiB; the processor time of one byte must not grow with the size (Linux). While they are answered somebody is subscribed who does not read.
 */
const sizes = [1024, 64 * 1024, 1024 * 1024, 8 * 1024 * 1024 - 128 * 1024] as const;
const smallSizes = [512, 1024, 2048, 4096, 8192] as const;
/** Whoever has not answered by then hangs. */
const limitMs = 120_000;
/** Milliseconds below which a time says nothing. */
const noise = 40;
/** So many times the growth of the size may a time grow. */
const tolerance = 4;

const { values } = parseArgs({
  options: { http: { type: 'string', default: 'uws' }, case: { type: 'string' } },
});

interface Measured {
  readonly bytes: number;
  readonly status: number;
  /** Processor time of the host, in milliseconds. */
  readonly ms: number;
  /** Of it in the longest turn of its event loop. */
  readonly longestTurn: number;
}

/** The answer is thrown away as it comes: what is measured is the host. An event stream is left when it has begun. */
function send(growing: GrowthCase, bytes: number): Promise<number> {
  const body = growing.body?.(bytes);
  const headers = {
    ...growing.headers?.(bytes),
    ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
  };
  const url = growing.isControl === true ? host.controlUrl : host.url;
  return new Promise((resolve) => {
    const options = { method: growing.method, path: growing.path(bytes), headers, timeout: limitMs };
    const outgoing = request(url, options, (incoming) => {
      const isStream = incoming.headers['content-type']?.startsWith('text/event-stream') === true;
      incoming.on('data', () => isStream && outgoing.destroy());
      incoming.on('error', () => {});
      incoming.on('close', () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve(0));
    outgoing.end(body);
  });
}

async function measure(growing: GrowthCase, bytes: number): Promise<Measured> {
  await host.longestTurn();
  const began = measuredCpu(host.pid);
  const status = await send(growing, bytes);
  const ms = measuredCpu(host.pid) - began;
  return { bytes, status, ms, longestTurn: await host.longestTurn() };
}

function grows(measured: readonly Measured[]): boolean {
  return measured.some(({ bytes, ms }, i) => {
    const before = measured[i - 1];
    if (before === undefined || ms < noise) return false;
    return ms / Math.max(before.ms, noise / 4) > (bytes / before.bytes) * tolerance;
  });
}

/** No answer at all, or one that says that the host is at fault. */
function isFailure({ allows = [] }: GrowthCase, status: number): boolean {
  return status === 0 || (status >= 500 && status !== 503 && !allows.includes(status));
}

const project = mkdtempSync(join(tmpdir(), 'sim-host-limits-'));
const engine = values.http === 'node' ? 'node' : 'uws';
const host = await SoakHost.start({ engine, project, scene: join(import.meta.dirname, 'scene.yaml') });
const stream = await EventStreamClient.open(host.url);
stream.pause();
let failures = 0;
console.log(
  `| what grows (${engine}) | ${sizes.map((size) => `${Math.round(size / 1024)} kB`).join(' | ')} | longest turn | status |`,
);
console.log(`|---|${'--:|'.repeat(sizes.length + 1)}---|`);
for (const growing of growthCases) {
  if (values.case !== undefined && !growing.name.includes(values.case)) continue;
  const measured: Measured[] = [];
  const { most } = growing;
  const wanted = most === undefined ? sizes : smallSizes.filter((size) => size <= most);
  for (const size of wanted) measured.push(await measure(growing, size));
  const isBad = grows(measured) || measured.some(({ status }) => isFailure(growing, status));
  if (isBad) failures++;
  const times = measured.map(({ ms }) => ms.toFixed(0)).join(' | ');
  const longest = Math.max(...measured.map(({ longestTurn }) => longestTurn)).toFixed(0);
  const statuses = [...new Set(measured.map(({ status }) => status))].join(', ');
  console.log(
    `| ${growing.name} | ${times} | ${longest} | ${statuses}${isBad ? ' **grows or fails**' : ''} |`,
  );
  // What one has left behind is nothing that the next one costs.
  await host.control('live.resetAll');
}
stream.close();
await host.stop();
rmSync(project, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = failures === 0 ? 0 : 1;
