import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EventStreamClient, SimHostProcess } from '../../conformance/client/index.js';
import { type GrowthCase, growthCases } from './cases.js';

/**
 * Measures what requests cost that grow (LIM-5): `npm run limits -- [--http uws|node] [--case text]`. Each is sent with 1 kB to
 * 8 MiB; the processor time of one byte must not grow with the size (Linux). While they are answered somebody is subscribed who does not read.
 */
const sizes = [1024, 64 * 1024, 1024 * 1024, 8 * 1024 * 1024 - 1024] as const;
const smallSizes = [512, 1024, 2048, 4096, 8192] as const;
/** Whoever has not answered by then hangs. */
const limitMs = 60_000;
/** Milliseconds below which a time says nothing. */
const noise = 40;
/** So many times the growth of the size may a time grow. */
const tolerance = 4;

const { values } = parseArgs({ options: { http: { type: 'string' }, case: { type: 'string' } } });

interface Measured {
  readonly bytes: number;
  readonly status: number;
  readonly ms: number;
}

/** The answer is thrown away as it comes: what is measured is the host. */
function send(url: string, growing: GrowthCase, bytes: number): Promise<number> {
  const body = growing.body?.(bytes);
  const headers = {
    ...growing.headers?.(bytes),
    ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve) => {
    const options = { method: growing.method, path: growing.path(bytes), headers, timeout: limitMs };
    const outgoing = request(url, options, (incoming) => {
      incoming.resume();
      incoming.on('close', () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve(0));
    outgoing.end(body);
  });
}

async function measure(growing: GrowthCase, bytes: number): Promise<Measured> {
  const began = cpuMs();
  const status = await send(host.url, growing, bytes);
  return { bytes, status, ms: cpuMs() - began };
}

/** Milliseconds of processor time that the host has used: what else the machine does is not measured. */
function cpuMs(): number {
  const stat = readFileSync(`/proc/${host.pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user! + system!) * 10;
}

function grows(measured: readonly Measured[]): boolean {
  return measured.some(({ bytes, ms }, i) => {
    const before = measured[i - 1];
    if (before === undefined || ms < noise) return false;
    return ms / Math.max(before.ms, noise / 4) > (bytes / before.bytes) * tolerance;
  });
}

const args = ['--scene', join(import.meta.dirname, 'scene.yaml'), '--log-level', 'none'];
const host = await SimHostProcess.start([...args, ...(values.http ? ['--http', values.http] : [])]);
const stream = await EventStreamClient.open(host.url);
stream.pause();
let failures = 0;
console.log(`| what grows | ${sizes.map((size) => `${Math.round(size / 1024)} kB`).join(' | ')} | status |`);
console.log(`|---|${sizes.map(() => '--:').join('|')}|---|`);
for (const growing of growthCases) {
  if (values.case !== undefined && !growing.name.includes(values.case)) continue;
  const measured: Measured[] = [];
  const { most } = growing;
  const wanted = most === undefined ? sizes : smallSizes.filter((size) => size <= most);
  for (const size of wanted) measured.push(await measure(growing, size));
  const isBad = grows(measured) || measured.some(({ status }) => status >= 500 && status !== 503);
  if (isBad) failures++;
  const times = measured.map(({ ms }) => ms.toFixed(0)).join(' | ');
  const statuses = [...new Set(measured.map(({ status }) => status))].join(', ');
  console.log(`| ${growing.name} | ${times} | ${statuses}${isBad ? ' **grows or fails**' : ''} |`);
}
stream.close();
await host.stop();
process.exitCode = failures === 0 ? 0 : 1;
