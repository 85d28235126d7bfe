import fc from 'fast-check';
import { Disagreement } from './disagreement.js';

/** A kind of sequence: the plans that determine one, and a function that runs it. */
export interface Kind<Plan> {
  readonly plans: fc.Arbitrary<Plan>;
  /** The number of steps of a plan. */
  readonly stepsOf: (plan: Plan) => number;
  readonly begin: (plan: Plan) => Sequence;
}

/** One sequence, which throws if both sides disagree. */
export interface Sequence {
  run(): Promise<void>;
  stop(): Promise<void>;
  /** The events so far. */
  readonly report: readonly string[];
}

export interface CheckOptions {
  readonly runs: number;
  readonly seed: number;
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
const number = fc.nat({ max: 9999 });
/** Numbers that decide; a choice without numbers left takes the simplest option. */
export const numbers = (count: number) => fc.array(number, { minLength: count, maxLength: count });

/** Runs sequences until one fails, which is shrunk. */
export async function check<Plan>(
  { plans, stepsOf, begin }: Kind<Plan>,
  { runs, seed, path, limitMs, onProgress }: CheckOptions,
): Promise<CheckResult> {
  const startedAt = performance.now();
  let nextProgress = startedAt + progressEveryMs;
  let sequences = 0;
  let steps = 0;
  const property = fc.asyncProperty(plans, async (plan) => {
    // Further plans follow the requested one as shrinking candidates.
    if (path !== undefined && sequences > 0) return;
    sequences++;
    steps += stepsOf(plan);
    await runOne(() => begin(plan));
    const now = performance.now();
    if (now < nextProgress) return;
    nextProgress = now + progressEveryMs;
    onProgress(sequences, (1000 * sequences) / (now - startedAt));
  });
  const result = await fc.check(property, {
    seed,
    ...(path === undefined ? { numRuns: runs } : { path, endOnFailure: true, numRuns: 1 }),
    ...(limitMs !== undefined && { interruptAfterTimeLimit: limitMs, markInterruptAsFailure: false }),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  if (!result.failed) return { sequences, steps, seconds };
  const report = (result.errorInstance as Error | null)?.message ?? 'it was interrupted';
  return { sequences, steps, seconds, failure: { path: result.counterexamplePath ?? '', report } };
}

/** @throws Error with the report of the sequence */
async function runOne(begin: () => Sequence): Promise<void> {
  let sequence: Sequence | undefined;
  try {
    sequence = begin();
    await sequence.run();
  } catch (error) {
    const problem = error instanceof Disagreement ? error.message : String((error as Error).stack);
    throw new Error([...(sequence?.report ?? []), `=> ${problem}`].join('\n'), { cause: error });
  } finally {
    await sequence?.stop();
  }
}
