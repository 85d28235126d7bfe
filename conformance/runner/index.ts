/** The conformance runner: `sim-host conformance`. */
export type { ConformanceOptions } from './options.js';
export { exitCodes, runConformance } from './run.js';
export { Output } from './terminal.js';
export type { Results, RuleResult, Verdict } from './verdicts.js';
