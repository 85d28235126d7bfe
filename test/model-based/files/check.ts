import fc from 'fast-check';
import { type CheckOptions, type CheckResult, checkPlans, problemOf } from '../check-plans.js';
import { type DrawnProject, drawProject } from './documents.js';
import { FilesSession } from './session.js';

/** The values that determine a run. */
interface FilesPlan {
  readonly project: DrawnProject;
  readonly steps: readonly (readonly number[])[];
}

const number = fc.nat({ max: 9999 });
/** Number of values per plan; a choice without values left takes the simplest option. */
const numbers = (count: number) => fc.array(number, { minLength: count, maxLength: count });

const plans: fc.Arbitrary<FilesPlan> = fc.record({
  project: fc.record({
    scene: fc.array(numbers(60), { maxLength: 6, size: 'max' }),
    settings: fc.array(numbers(60), { maxLength: 2, size: 'max' }),
  }),
  steps: fc.array(numbers(16), { minLength: 1, maxLength: 10, size: 'max' }),
});

/** Runs sequences on projects until one fails, and shrinks the failure. */
export function checkFiles(options: CheckOptions): Promise<CheckResult> {
  return checkPlans(plans, ({ steps }) => steps.length, runPlan, options);
}

/** Runs a plan and describes the violated law; undefined if all laws pass. */
async function runPlan(plan: FilesPlan): Promise<string | undefined> {
  let session: FilesSession | undefined;
  try {
    session = new FilesSession(drawProject(plan.project));
    await session.run(plan.steps);
    return undefined;
  } catch (error) {
    const problem = problemOf(error);
    if (session === undefined) return problem;
    const files = [...session.begun].map(([path, text]) => `--- ${path}\n${text}`);
    return [...files, '---', ...session.lines, problem].join('\n');
  } finally {
    await session?.stop().catch(() => {});
  }
}
