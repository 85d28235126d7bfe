import fc from 'fast-check';
import { type CheckOptions, type CheckResult, checkPlans, problemOf } from './check.js';
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

/** Runs sequences until one fails, which is shrunk. */
export function check(options: CheckOptions): Promise<CheckResult> {
  return checkPlans(plans, (plan) => plan.steps.length, runPlan, options);
}

/** Runs a plan; answers what was wrong, for people, or undefined when both agree. */
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
