import fc from 'fast-check';
import { type CheckOptions, type CheckResult, checkPlans, problemOf } from '../check-plans.js';
import { corpus } from './corpus.js';
import { DiskFiles } from './disk-files.js';
import { type DrawnProject, drawProject } from './documents.js';
import { killOnce } from './kills.js';
import { MemoryFiles } from './memory-files.js';
import { type FilesMix, filesMixes } from './mix.js';
import { FilesSession } from './session.js';

/** The values that determine a run. */
interface FilesPlan {
  /** A known project by name, or a random one. */
  readonly project: string | DrawnProject;
  readonly steps: readonly (readonly number[])[];
  readonly isOnDisk: boolean;
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
  isOnDisk: fc.nat(29).map((n) => n === 29),
});

/** Each known project. */
const examples: FilesPlan[] = Object.keys(corpus).map((project) => ({ project, steps: [], isOnDisk: true }));

/** Number of processes per run that are killed during a save. */
const kills = 3;

/** Runs sequences on projects until one fails, and shrinks the failure. */
export async function checkFiles(options: CheckOptions): Promise<CheckResult> {
  const { seed, path } = options;
  for (let i = 0; path === undefined && options.mix === undefined && i < kills; i++) {
    const report = await killOnce((seed * 7 + i * 13) % 40);
    if (report !== undefined) return { sequences: 0, steps: 0, seconds: 0, failure: { path: '', report } };
  }
  const mix = mixOf(options.mix);
  // Known projects count as any kind.
  const begun = options.mix === undefined ? examples : [];
  return checkPlans(
    plans,
    ({ steps }) => steps.length,
    (plan) => runPlan(plan, mix),
    options,
    begun,
  );
}

/** @throws Error for an unknown name */
function mixOf(name = 'anything'): FilesMix {
  const mix = (filesMixes as Readonly<Record<string, FilesMix>>)[name];
  if (mix === undefined) throw new Error(`there is no kind ${name}: ${Object.keys(filesMixes).join(', ')}`);
  return mix;
}

/** Runs a plan and describes the violated law; undefined if all laws pass. */
async function runPlan(plan: FilesPlan, mix: FilesMix): Promise<string | undefined> {
  let session: FilesSession | undefined;
  try {
    const { project } = plan;
    const begun = typeof project === 'string' ? new Map(corpus[project]) : drawProject(project);
    const Files = plan.isOnDisk ? DiskFiles : MemoryFiles;
    session = new FilesSession(begun, (texts) => new Files(texts), mix);
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
