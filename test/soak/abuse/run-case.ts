import type { Engine, SoakHost } from '../host.js';
import type { AbuseCase } from './abuse-case.js';
import { excuse, patience } from './excuses.js';
import { judge } from './judge.js';
import { send } from './send.js';

export interface CaseResult {
  /** What the client has received. */
  readonly text: string;
  /** The error; undefined if there is none. */
  readonly wrong: string | undefined;
  /** The reason why this HTTP engine cannot avoid the error. */
  readonly excuse: string | undefined;
}

/** Sends a case to a host and judges the result. */
export async function runCase(host: SoakHost, engine: Engine, abuse: AbuseCase): Promise<CaseResult> {
  const received = await send(host.url, abuse, patience(engine, abuse)).catch((error: Error) => error);
  const isFailure = received instanceof Error || host.died !== undefined;
  if (isFailure) return { text: '', wrong: host.died ?? String(received), excuse: undefined };
  const wrong = judge(abuse, received, host.project);
  return { text: received.text, wrong, excuse: wrong && excuse(engine, abuse, wrong) };
}
