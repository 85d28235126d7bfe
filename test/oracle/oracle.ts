import fc from 'fast-check';
import { Disagreement } from './disagreement.js';
import { mixes } from './mix.js';
import { type Plan, Session } from './session.js';

const number = fc.nat({ max: 9999 });
const numbers = (maxLength: number) => fc.array(number, { maxLength, size: 'max' });

/** All that a run is drawn from. */
const plans: fc.Arbitrary<Plan> = fc.record({
  mix: fc.nat({ max: mixes.reduce((sum, [weight]) => sum + weight, 0) - 1 }),
  // Sockets take their time: one of so many runs has them.
  isOnWire: fc.nat({ max: 19 }).map((number) => number === 19),
  classes: fc.array(
    fc.record({
      shape: numbers(8),
      members: fc.array(numbers(10), { minLength: 1, maxLength: 6, size: 'max' }),
      functions: fc.array(numbers(14), { maxLength: 2, size: 'max' }),
    }),
    { minLength: 1, maxLength: 4, size: 'max' },
  ),
  objects: fc.array(numbers(3), { minLength: 1, maxLength: 3, size: 'max' }),
  steps: fc.array(numbers(30), { minLength: 1, maxLength: 20, size: 'max' }),
});

export interface CheckOptions {
  readonly runs: number;
  readonly seed: number;
  /** Whether a failure is made smaller. */
  readonly shrinks: boolean;
  /** Of a failure: that one alone. */
  readonly path: string | undefined;
  /** Ends after so many milliseconds. */
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

/** Runs sequences until one fails, which is shrunk. */
export function check(options: CheckOptions): Promise<CheckResult> {
  return checkPlans(plans, (plan) => plan.steps.length, runPlan, options);
}

/**
 * The same for plans of any kind. `run` answers what was wrong, for people.
 * @param stepsOf how many steps a plan has
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
    // Behind the one that is asked for are others that it might be shrunk to.
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

/** Runs a plan; answers what was wrong, for people, or undefined when both agree. */
async function runPlan(plan: Plan): Promise<string | undefined> {
  let session: Session | undefined;
  try {
    session = new Session(plan);
    await session.run(plan);
    return undefined;
  } catch (error) {
    const problem = error instanceof Disagreement ? error.message : String((error as Error).stack);
    if (session === undefined) return `=> ${problem}`;
    return [session.source, ...session.lines, `=> ${problem}`, ...session.subject.log.slice(-3)].join('\n');
  } finally {
    await session?.subject.stop();
  }
}
