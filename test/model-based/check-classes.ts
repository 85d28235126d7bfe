import fc from 'fast-check';
import { type CheckOptions, type CheckResult, checkPlans, problemOf } from './check-plans.js';
import { drawnMixes, mixes } from './mix.js';
import { type Plan, Session } from './session.js';

const number = fc.nat({ max: 9999 });
/** Number of values per plan; a choice without values left takes the simplest option. */
const numbers = (count: number) => fc.array(number, { minLength: count, maxLength: count });

const weightOf = (some: typeof drawnMixes) => some.reduce((sum, [weight]) => sum + weight, 0);

/** The number of a mix, or of any mix without a name. @throws Error for an unknown name */
function mixNumber(name: string | undefined): fc.Arbitrary<number> {
  if (name === undefined) return fc.nat({ max: weightOf(drawnMixes) - 1 });
  const index = Object.keys(mixes).indexOf(name);
  if (index < 0) throw new Error(`there is no kind ${name}: ${Object.keys(mixes).join(', ')}`);
  return fc.constant(weightOf(drawnMixes.slice(0, index)));
}

/** The values that determine a run. */
const plansOf = (mix: string | undefined): fc.Arbitrary<Plan> =>
  fc.record({
    mix: mixNumber(mix),
    // Sockets are slow, so only some of the runs use them.
    isOnWire: fc.nat({ max: 19 }).map((number) => number === 19),
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
  return checkPlans(plansOf(options.mix), (plan) => plan.steps.length, runPlan, options);
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
