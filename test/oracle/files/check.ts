import fc from 'fast-check';
import { Disagreement } from '../disagreement.js';
import type { CheckOptions, CheckResult } from '../oracle.js';
import { corpus } from './corpus.js';
import { DiskFiles } from './disk-files.js';
import { type DrawnProject, drawProject } from './documents.js';
import { killOnce } from './kills.js';
import { MemoryFiles } from './memory-files.js';
import { FilesSession } from './session.js';

/** All that a run is drawn from. */
interface FilesPlan {
  /** One that is known by its name, or drawn. */
  readonly project: string | DrawnProject;
  readonly steps: readonly (readonly number[])[];
  readonly isOnDisk: boolean;
}

const number = fc.nat({ max: 9999 });
const numbers = (maxLength: number) => fc.array(number, { maxLength, size: 'max' });

export const plans: fc.Arbitrary<FilesPlan> = fc.record({
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

/** Each project that is known, as it is. */
const examples: [FilesPlan][] = Object.keys(corpus).map((project) => [
  { project, steps: [], isOnDisk: true },
]);

/** Processes that are killed while they save, in each run. */
const kills = 3;

const progressEveryMs = 10_000;

/** Runs sequences on projects until one fails, which is shrunk. */
export async function checkFiles(options: CheckOptions): Promise<CheckResult> {
  const { runs, seed, path, limitMs, shrinks, onProgress } = options;
  const startedAt = performance.now();
  for (let i = 0; path === undefined && i < kills; i++) {
    const report = await killOnce((seed * 7 + i * 13) % 40);
    if (report !== undefined) return { sequences: 0, steps: 0, seconds: 0, failure: { path: '', report } };
  }
  let nextProgress = startedAt + progressEveryMs;
  let sequences = 0;
  let steps = 0;
  const property = fc.asyncProperty(plans, async (plan) => {
    const report = await runPlan(plan);
    sequences++;
    steps += plan.steps.length;
    const now = performance.now();
    if (now > nextProgress) {
      nextProgress = now + progressEveryMs;
      onProgress(sequences, (1000 * sequences) / (now - startedAt));
    }
    if (report !== undefined) throw new Error(report);
  });
  const result = await fc.check(property, {
    seed,
    examples,
    ...(path === undefined ? { numRuns: runs } : { path, endOnFailure: true, numRuns: 1 }),
    ...(!shrinks && { endOnFailure: true }),
    ...(limitMs !== undefined && { interruptAfterTimeLimit: limitMs, markInterruptAsFailure: false }),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  if (!result.failed) return { sequences, steps, seconds };
  const report = (result.errorInstance as Error | null)?.message ?? 'it was interrupted';
  return { sequences, steps, seconds, failure: { path: result.counterexamplePath ?? '', report } };
}

/** Runs a plan; answers what was wrong, for people, or undefined when all laws hold. */
export async function runPlan(plan: FilesPlan): Promise<string | undefined> {
  let session: FilesSession | undefined;
  try {
    const { project } = plan;
    const begun = typeof project === 'string' ? new Map(corpus[project]) : drawProject(project);
    const Files = plan.isOnDisk ? DiskFiles : MemoryFiles;
    session = new FilesSession(begun, (texts) => new Files(texts));
    await session.run(plan.steps);
    return undefined;
  } catch (error) {
    const problem = error instanceof Disagreement ? error.message : String((error as Error).stack);
    if (session === undefined) return `=> ${problem}`;
    const files = [...session.begun].map(([path, text]) => `--- ${path}\n${text}`);
    return [...files, '---', ...session.lines, `=> ${problem}`].join('\n');
  } finally {
    await session?.stop().catch(() => {});
  }
}
