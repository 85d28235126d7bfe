import { setTimeout as pause } from 'node:timers/promises';
import { processUsage } from '../../../conformance/client/index.js';
import type { SoakHost } from '../host/host.js';
import { once } from '../host/once.js';
import type { Pressure } from './pressure.js';

/** Duration of a load and the interval of samples. */
const [holdMs, lookMs] = [1500, 50];
/** Time limit for other clients under load, without waits of the host for the machine. */
const answerMs = 10_000;

/** The result of a load; memory in megabytes. */
export interface PressureResult {
  readonly name: string;
  readonly mayTake: number;
  /** Maximum growth of the working set. */
  readonly took: number;
  /** Longest answer time of other clients, in milliseconds. */
  readonly longestAnswer: number;
  readonly wrong?: string | undefined;
}

/** Applies a load to a host, measures its memory and other clients, and removes the load. */
export async function runPressure(
  host: SoakHost,
  { name, mayTake, apply }: Pressure,
): Promise<PressureResult> {
  const before = (await host.sample()).rss;
  let [most, longestAnswer, longestBusy, isOver] = [before, 0, 0, false];
  let wrong: string | undefined;
  const looking = (async () => {
    while (!isOver && host.died === undefined) {
      const startedAt = performance.now();
      const spentBefore = processUsage(host.pid).cpuSeconds;
      try {
        const { status } = await once(host.url, 'GET', '/api/health', { limitMs: 120_000 });
        if (status !== 200) wrong ??= `GET /api/health answered ${status}`;
      } catch (error) {
        wrong ??= (error as Error).message;
      }
      longestAnswer = Math.max(longestAnswer, performance.now() - startedAt);
      if (host.died === undefined) {
        const { workingSet, cpuSeconds } = processUsage(host.pid);
        most = Math.max(most, workingSet);
        longestBusy = Math.max(longestBusy, (cpuSeconds - spentBefore) * 1000);
      }
      await pause(lookMs);
    }
  })();
  try {
    const release = await apply(host);
    await pause(holdMs);
    isOver = true;
    await looking;
    await release();
  } catch (error) {
    wrong ??= (error as Error).message;
  }
  isOver = true;
  await looking;
  const took = Math.round((most - before) / 1e6);
  if (took > mayTake) wrong ??= `the working set grew by ${took} MB, and may by ${mayTake} MB`;
  if (longestBusy > answerMs)
    wrong ??= `GET /api/health waited for ${Math.round(longestBusy)} ms of processor time`;
  wrong = host.died ?? wrong;
  return { name, mayTake, took, longestAnswer: Math.round(longestAnswer), wrong };
}
