import type { ConformanceOptions } from './options.js';
import { runSuite } from './run.js';
import { Output } from './terminal.js';

export type { ConformanceOptions } from './options.js';
export type { PartResult, Results, RuleResult, Verdict } from './verdicts.js';

/**
 * The conformance runner, `sim-host conformance`: runs the suite and reports on standard output.
 * @returns 0 if all applicable rules pass, 1 if some fail
 * @throws Error if the run itself failed: no host at the URL or no scenario selected
 */
export function runConformance(options: ConformanceOptions): Promise<0 | 1> {
  return runSuite(options, new Output());
}
