import fc from 'fast-check';
import { Disagreement } from './disagreement.js';

export interface CheckOptions {
  readonly runs: number;
  readonly seed: number;
  /** True if a failure is shrunk. */
  readonly shrinks: boolean;
  /** The path of a single failure to run. */
  readonly path: string | undefined;
  /** Maximum duration in milliseconds. */
  readonly limitMs: number | undefined;
  readonly onProgress: (sequences: number, perSecond: number) => void;
}

export interface CheckResult {
  readonly sequences: number;
  readonly steps: number;
  readonly seconds: number;
  readonly failure?: { readonly path: string; readonly report: string };
}

const progressEveryMs = 10_000;

/**
 * Runs plans until one fails, which is shrunk. `run` describes the disagreement.
 * @param stepsOf returns the number of steps of a plan
 */
export async function checkPlans<Plan>(
  plans: fc.Arbitrary<Plan>,
  stepsOf: (plan: Plan) => number,
  run: (plan: Plan) => Promise<string | undefined>,
  options: CheckOptions,
): Promise<CheckResult> {
  const { runs, seed, path, limitMs, shrinks, onProgress } = options;
  const startedAt = performance.now();
  let nextProgress = startedAt + progressEveryMs;
  let sequences = 0;
  let steps = 0;
  const property = fc.asyncProperty(plans, async (plan) => {
    // Further plans follow the requested one as shrinking candidates.
    if (path !== undefined && sequences > 0) return;
    const report = await run(plan);
    sequences++;
    steps += stepsOf(plan);
    const now = performance.now();
    if (now > nextProgress) {
      nextProgress = now + progressEveryMs;
      onProgress(sequences, (1000 * sequences) / (now - startedAt));
    }
    if (report !== undefined) throw new Error(report);
  });
  const result = await fc.check(property, {
    seed,
    ...(path === undefined ? { numRuns: runs } : { path, endOnFailure: true, numRuns: 1 }),
    ...(!shrinks && { endOnFailure: true }),
    ...(limitMs !== undefined && { interruptAfterTimeLimit: limitMs, markInterruptAsFailure: false }),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  if (!result.failed) return { sequences, steps, seconds };
  const report = (result.errorInstance as Error | null)?.message ?? 'it was interrupted';
  return { sequences, steps, seconds, failure: { path: result.counterexamplePath ?? '', report } };
}

/** The last line of a report. */
export function problemOf(error: unknown): string {
  return `=> ${error instanceof Disagreement ? error.message : String((error as Error).stack)}`;
}
