import { request } from 'node:http';
import { join } from 'node:path';
import { EventStreamClient } from '../../conformance/client/index.js';
import { type BenchContext, using } from '../lib/context.js';
import { written } from '../lib/scenes.js';
import { BenchServer } from '../lib/server.js';
import { figure } from '../lib/stats.js';
import { type GrowthCase, growthCases, growthScene } from './growth-cases.js';

const sizes = [1024, 64 * 1024, 1024 * 1024 - 4096];
/** Paths and headers are bounded. */
const smallSizes = [512, 1024, 2048, 4096, 8192];
/** Milliseconds without an answer after which a host counts as hanging. */
const limitMs = 120_000;
/** Seconds of processor time below which a measurement is not significant. */
const noise = 0.04;
/** Maximum growth of the time relative to that of the size. */
const tolerance = 4;
/** Maximum seconds of processor time of any request, which delays frames as long. */
const maxSeconds = 0.2;

/**
 * Sends each case in growing sizes to a host with an unread subscriber; its processor time must not grow faster
 * than the size, nor exceed `maxSeconds` (LIM-5).
 */
export async function growingRequests({ folder, progress, row }: BenchContext): Promise<void> {
  const scene = written(folder, 'growth.yaml', growthScene);
  const start = BenchServer.controlled(scene, ['--project', join(folder, 'growth')]);
  const bad = await using(start, (server) => casesThatGrow(server, progress));
  row({
    scenario: 'growth',
    name: `Requests that cost more than their size explains, or fail, of ${growthCases.length}`,
    unit: 'cases',
    value: figure([bad.length]),
    aim: { text: 'none', isMet: bad.length === 0, isRequired: true },
    ...(bad.length > 0 && { note: bad.join('; ') }),
  });
}

async function casesThatGrow(server: BenchServer, progress: BenchContext['progress']): Promise<string[]> {
  const stream = await EventStreamClient.open(server.url);
  stream.pause();
  const bad: string[] = [];
  for (const each of growthCases) {
    const used: { bytes: number; seconds: number; status: number }[] = [];
    const { most } = each;
    for (const bytes of most === undefined ? sizes : smallSizes.filter((size) => size <= most)) {
      const before = server.cpuSeconds();
      const status = await send(server, each, bytes);
      used.push({ bytes, status, seconds: server.cpuSeconds() - before });
    }
    const grows = used.some(({ bytes, seconds }, i) => {
      const before = used[i - 1];
      if (seconds > maxSeconds) return true;
      if (before === undefined || seconds < noise) return false;
      return seconds / Math.max(before.seconds, noise / 4) > (bytes / before.bytes) * tolerance;
    });
    if (grows || used.some(({ status }) => isFailure(each, status))) bad.push(each.name);
    progress(
      `${each.name}: ${used.map(({ status, seconds }) => `${status} ${(seconds * 1000).toFixed(0)} ms`).join(', ')}`,
    );
    await server.control('live.resetAll');
  }
  stream.close();
  return bad;
}

/** Returns the status, or 0 without one. The body is discarded, and an event stream is closed after its start. */
function send(server: BenchServer, growing: GrowthCase, bytes: number): Promise<number> {
  const body = growing.body?.(bytes);
  const headers = {
    ...growing.headers?.(bytes),
    ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
  };
  const url = growing.isControl === true ? server.controlUrl! : server.url;
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

/** True if there is no answer or one that blames the host. */
function isFailure({ allows = [] }: GrowthCase, status: number): boolean {
  return status === 0 || (status >= 500 && status !== 503 && !allows.includes(status));
}
