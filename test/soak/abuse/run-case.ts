import type { Engine, SoakHost } from '../host.js';
import type { AbuseCase, Outcome } from './abuse-case.js';
import { excuse, patience } from './excuses.js';
import { judge } from './judge.js';
import { send } from './send.js';

export interface CaseResult {
  readonly outcome: Outcome;
  /** The error in the outcome; undefined if there is none. */
  readonly wrong: string | undefined;
  /** The reason why this HTTP engine cannot avoid the error. */
  readonly excuse: string | undefined;
}

/** Sends a case to a host and judges the result. */
export async function runCase(host: SoakHost, engine: Engine, abuse: AbuseCase): Promise<CaseResult> {
  const outcome = await send(host.port, abuse, patience(engine, abuse));
  const wrong = host.died ?? judge(abuse, outcome, host.project);
  const isExcusable = wrong !== undefined && host.died === undefined;
  return { outcome, wrong, excuse: isExcusable ? excuse(engine, abuse, wrong) : undefined };
}
