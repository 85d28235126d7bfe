import fc from 'fast-check';
import { type CheckOptions, type CheckResult, checkPlans, problemOf } from '../check-plans.js';
import { corpus } from './corpus.js';
import { type DrawnProject, drawProject } from './documents.js';
import { FilesSession } from './session.js';

/** The values that determine a run. */
interface FilesPlan {
  /** A known project by name, or a random one. */
  readonly project: string | DrawnProject;
  readonly steps: readonly (readonly number[])[];
}

const number = fc.nat({ max: 9999 });
/** Number of values per plan; a choice without values left takes the simplest option. */
const numbers = (count: number) => fc.array(number, { minLength: count, maxLength: count });

const plans: fc.Arbitrary<FilesPlan> = fc.record({
  project: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(corpus)) },
    {
      weight: 8,
      arbitrary: fc.record({
        scene: fc.array(numbers(60), { maxLength: 6, size: 'max' }),
        settings: fc.array(numbers(60), { maxLength: 2, size: 'max' }),
      }),
    },
  ),
  steps: fc.array(numbers(16), { minLength: 1, maxLength: 10, size: 'max' }),
});

/** Each known project. */
const examples: FilesPlan[] = Object.keys(corpus).map((project) => ({ project, steps: [] }));

/** Runs sequences on projects until one fails, and shrinks the failure. */
export function checkFiles(options: CheckOptions): Promise<CheckResult> {
  return checkPlans(plans, ({ steps }) => steps.length, runPlan, options, examples);
}

/** Runs a plan and describes the violated law; undefined if all laws pass. */
async function runPlan(plan: FilesPlan): Promise<string | undefined> {
  let session: FilesSession | undefined;
  try {
    const { project } = plan;
    const begun = typeof project === 'string' ? new Map(corpus[project]) : drawProject(project);
    session = new FilesSession(begun);
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
