import fc from 'fast-check';
import { type CheckOptions, type CheckResult, checkPlans, problemOf } from '../check-plans.js';
import { StageSession } from './session.js';

/** The steps of a run. */
const plans = fc.array(fc.array(fc.nat({ max: 9999 }), { minLength: 30, maxLength: 30 }), {
  minLength: 1,
  maxLength: 25,
  size: 'max',
});

/** Runs sequences on stages until one fails, and shrinks the failure. */
export function checkSceneGraphs(options: CheckOptions): Promise<CheckResult> {
  return checkPlans(plans, (plan) => plan.length, runPlan, options);
}

async function runPlan(plan: readonly (readonly number[])[]): Promise<string | undefined> {
  const session = new StageSession();
  try {
    await session.run(plan);
    return undefined;
  } catch (error) {
    return [...session.lines, problemOf(error), ...session.subject.log.slice(-3)].join('\n');
  } finally {
    await session.subject.stop();
  }
}
