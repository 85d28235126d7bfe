import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type BenchServer, measureCpu } from './server.js';

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
  /** The load generator had no time left: the server could do more. */
  readonly isLoadTheLimit: boolean;
}

/** Puts load on one request with autocannon. @throws Error when requests fail */
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

export const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/** Requests a second by wrk, which is faster than any Node.js load. */
export function wrkLoad(
  server: BenchServer,
  { method = 'GET', path, body }: RestRequest,
  seconds: number,
): Promise<number> {
  const args = ['-t', '1', '-c', '32', '-d', `${Math.max(1, Math.round(seconds))}s`];
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
      const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(text) ?? [];
      if (rate === undefined || /Non-2xx/.test(text)) reject(new Error(`wrk failed:\n${text}`));
      else resolve(Number(rate));
    });
  });
}

/** Requests of one kind per CPU second of the server, once it is warm. */
export async function requestsPerCpuSecond(
  server: BenchServer,
  request: RestRequest,
  seconds: number,
  connections: number,
): Promise<number> {
  const load = { seconds, connections, pipelining: 1 };
  await autocannonLoad(server, request, { ...load, seconds: 1 });
  return (await autocannonLoad(server, request, load)).perCpuSecond;
}
