import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { repeated, using } from './context.js';
import type { BenchOptions } from './options.js';
import { BenchServer, measureCpu } from './server.js';

export interface RestRequest {
  readonly method?: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly body?: string;
}

export interface RestFigures {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** True if the load generator was the limit and the server could do more. */
  readonly isLoadTheLimit: boolean;
}

/** Sends one request repeatedly with autocannon. @throws Error if requests fail */
export async function autocannonLoad(
  server: BenchServer,
  { method = 'GET', path, body }: RestRequest,
  options: { readonly seconds: number; readonly connections: number; readonly pipelining: number },
): Promise<RestFigures> {
  const { seconds, connections, pipelining } = options;
  const usage = measureCpu(server);
  const result = await autocannon({
    url: server.url + path,
    method,
    connections,
    pipelining,
    duration: seconds,
    ...(body !== undefined && { body, headers: { 'Content-Type': 'application/json' } }),
  });
  const used = usage();
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} of the requests to ${server.url}${path} failed`);
  return {
    perSecond: result.requests.total / seconds,
    perCpuSecond: result.requests.total / Math.max(used.cpu * used.seconds, 0.01),
    p50: result.latency.p50,
    p99: result.latency.p99,
    isLoadTheLimit: used.load > 0.95,
  };
}

/** Requests per CPU second of hosts of a scene, each warmed up for a second. */
export function perCpuSecondOf(
  scene: string,
  request: RestRequest,
  { runs, duration, connections }: Pick<BenchOptions, 'runs' | 'duration' | 'connections'>,
): Promise<number[]> {
  const load = { seconds: duration, connections, pipelining: 1 };
  return repeated(runs, () =>
    using(BenchServer.simHost(scene), async (server) => {
      await autocannonLoad(server, request, { ...load, seconds: 1 });
      return (await autocannonLoad(server, request, load)).perCpuSecond;
    }),
  );
}

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/** Number of requests answered to wrk. @throws Error if some failed */
function wrkRequests(
  server: BenchServer,
  { method = 'GET', path, body }: RestRequest,
  seconds: number,
  connections: number,
): Promise<number> {
  const args = ['-t', '1', '-c', String(connections), '-d', `${Math.max(1, Math.round(seconds))}s`];
  if (method !== 'GET') {
    const script = join(mkdtempSync(join(tmpdir(), 'wrk-')), 'request.lua');
    writeFileSync(
      script,
      `wrk.method = "${method}"\nwrk.headers["Content-Type"] = "application/json"\nwrk.body = '${body ?? ''}'\n`,
    );
    args.push('-s', script);
  }
  return new Promise((resolve, reject) => {
    const child = spawn('wrk', [...args, server.url + path], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    child.once('exit', () => {
      const [, count] = /(\d+) requests in/.exec(text) ?? [];
      if (count === undefined || /Non-2xx/.test(text)) reject(new Error(`wrk failed:\n${text}`));
      else resolve(Number(count));
    });
  });
}

/** The name of the load generator. */
export const load = hasWrk ? 'wrk' : 'autocannon, which cannot saturate a server';

/** A server below this share of a core waits for the load, so that figures of different servers converge. */
export const saturatedShare = 0.9;

export interface AtTheLimit {
  readonly perCpuSecond: number;
  /** Share of a core that the server used; below `saturatedShare` it was not at its limit. */
  readonly cpu: number;
}

/** Requests of one kind per CPU second of a saturated server. */
export async function atTheLimit(
  server: BenchServer,
  request: RestRequest,
  seconds: number,
  connections = 50,
): Promise<AtTheLimit> {
  const usage = measureCpu(server);
  const count = hasWrk
    ? await wrkRequests(server, request, seconds, connections)
    : (await autocannonLoad(server, request, { seconds, connections, pipelining: 1 })).perSecond * seconds;
  const used = usage();
  return { perCpuSecond: count / Math.max(used.cpu * used.seconds, 0.01), cpu: used.cpu };
}
