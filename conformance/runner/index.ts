import type { ConformanceOptions } from './options.js';
import { runSuite } from './run.js';
import { Output } from './terminal.js';

export type { ConformanceOptions } from './options.js';
export type { PartResult, Results, RuleResult, Verdict } from './verdicts.js';

/**
 * The conformance runner, `sim-host conformance`: runs the suite and reports on standard output.
 * @returns 0 when all applicable rules hold, 1 when some do not
 * @throws Error when the run itself failed: no host at the URL, no scenario chosen
 */
export function runConformance(options: ConformanceOptions): Promise<0 | 1> {
  return runSuite(options, new Output());
}
