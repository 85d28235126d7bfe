import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpClient } from '../../conformance/client/index.js';
import { type AbuseCase, requestBytes } from './abuse/abuse-case.js';
import { send } from './abuse/send.js';
import { type Engine, SoakHost } from './host.js';

/** A load that once took unbounded memory in total; features/limits/bounds.feature has the others (LIM-4). */
interface Pressure {
  readonly name: string;
  /** Megabytes by which the working set may grow: the limit of the service plus garbage. */
  readonly mayTake: number;
  readonly apply: (host: SoakHost) => Promise<unknown>;
}

const mb = 1_000_000;

function neverRead(host: SoakHost, connections: number, bytes: string | Uint8Array): Promise<unknown> {
  const abuse: AbuseCase = {
    name: 'never read',
    pieces: [bytes],
    manner: 'never reads',
    expects: 'nothing',
    requests: 0,
  };
  return Promise.all(Array.from({ length: connections }, () => send(host.url, abuse)));
}

const pressures: readonly Pressure[] = [
  {
    name: 'lists, pipelined and never read, on many connections',
    mayTake: 300,
    apply: (host) => {
      const get = requestBytes({ method: 'GET', target: '/exposed/objects?nested' });
      return neverRead(host, 20, Buffer.concat(Array<Buffer>(200).fill(get)));
    },
  },
  {
    name: 'log messages of a megabyte',
    mayTake: 300,
    apply: async (host) => {
      const http = new HttpClient(host.url);
      for (let i = 0; i < 120; i++)
        await http.request('POST', '/exposed/function/Desk/Log', {
          body: { args: [`${i}${'a'.repeat(mb)}`] },
        });
      http.close();
    },
  },
  {
    name: 'repeated log bursts of a megabyte',
    mayTake: 300,
    apply: (host) => {
      const entry = { level: 'Log', message: 'a'.repeat(mb), count: 500 };
      return Promise.all(
        Array.from({ length: 20 }, (_, i) => host.control('log', { ...entry, thread: `t${i}` })),
      );
    },
  },
  {
    name: 'unanswered prompts of a megabyte',
    mayTake: 200,
    apply: async (host) => {
      for (let i = 0; i < 60; i++) await host.control('prompt.ask', { messageKey: `${i}${'a'.repeat(mb)}` });
    },
  },
  {
    name: 'connections with half a head',
    mayTake: 200,
    apply: (host) => neverRead(host, 300, 'GET /api/health HTTP/1.1\r\nHo'),
  },
];

export interface PressureResult {
  readonly name: string;
  /** Megabytes by which the working set grew. */
  readonly took: number;
  readonly wrong: string | undefined;
}

/** Applies each load to a host of its own, which must stay within its memory and still answer. */
export async function runPressures(engine: Engine): Promise<readonly PressureResult[]> {
  const results: PressureResult[] = [];
  for (const { name, mayTake, apply } of pressures) {
    const project = mkdtempSync(join(tmpdir(), 'sim-host-soak-'));
    const host = await SoakHost.start(engine, project);
    const before = (await host.sample()).peakMemory;
    const http = new HttpClient(host.url);
    try {
      await apply(host);
      const { status } = await http.request('GET', '/api/health');
      const took = Math.round(((await host.sample()).peakMemory - before) / mb);
      const isOver = took > mayTake && `the working set grew by ${took} MB, and may by ${mayTake} MB`;
      const isSilent = status !== 200 && `GET /api/health answered ${status}`;
      results.push({ name, took, wrong: isOver || isSilent || undefined });
    } catch (error) {
      results.push({ name, took: 0, wrong: host.died ?? (error as Error).message });
    }
    http.close();
    await host.stop();
    rmSync(project, { recursive: true, force: true, maxRetries: 5 });
  }
  return results;
}
