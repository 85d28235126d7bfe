import { processUsage } from '../../../conformance/client/index.js';
import type { AbuseCase, Outcome } from '../abuse/abuse-case.js';
import { send } from '../abuse/send.js';
import { patience } from '../corpus/excuses.js';
import type { Engine, SoakHost } from '../host/host.js';

/** Sends a case and measures its processor time if that is judged. */
export async function sendMeasured(engine: Engine, host: SoakHost, abuse: AbuseCase): Promise<Outcome> {
  const spent = () =>
    abuse.mayCostMs === undefined || host.died !== undefined ? 0 : processUsage(host.pid).cpuSeconds * 1000;
  const before = spent();
  const outcome = await send(host.port, abuse, patience(engine, abuse));
  return { ...outcome, costMs: spent() - before };
}
