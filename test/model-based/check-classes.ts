import fc from 'fast-check';
import { type CheckOptions, type CheckResult, checkPlans, problemOf } from './check-plans.js';
import { type Plan, Session } from './session.js';

const number = fc.nat({ max: 9999 });
/** Number of values per plan; a choice without values left takes the simplest option. */
const numbers = (count: number) => fc.array(number, { minLength: count, maxLength: count });

/** The values that determine a run. */
const plans: fc.Arbitrary<Plan> = fc.record({
  mix: numbers(60),
  classes: fc.array(
    fc.record({
      shape: numbers(16),
      members: fc.array(numbers(10), { minLength: 1, maxLength: 6, size: 'max' }),
      functions: fc.array(numbers(14), { maxLength: 2, size: 'max' }),
    }),
    { minLength: 1, maxLength: 4, size: 'max' },
  ),
  objects: fc.array(numbers(3), { minLength: 1, maxLength: 3, size: 'max' }),
  steps: fc.array(numbers(30), { minLength: 1, maxLength: 20, size: 'max' }),
});

/** Runs sequences until one fails, and shrinks the failure. */
export function check(options: CheckOptions): Promise<CheckResult> {
  return checkPlans(plans, (plan) => plan.steps.length, runPlan, options);
}

/** Runs a plan and describes the disagreement; undefined if both sides agree. */
async function runPlan(plan: Plan): Promise<string | undefined> {
  let session: Session | undefined;
  try {
    session = new Session(plan);
    await session.run(plan);
    return undefined;
  } catch (error) {
    const problem = problemOf(error);
    if (session === undefined) return problem;
    return [session.source, ...session.lines, problem, ...session.subject.log.slice(-3)].join('\n');
  } finally {
    await session?.subject.stop();
  }
}
