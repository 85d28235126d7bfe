import fc from 'fast-check';

/** `npm run test:all` sets it; all other runs take a quarter. */
const areAllRuns = process.env.ALL_RANDOM_RUNS === '1';

/** Longer counterexamples are cut, because the seed reproduces them. */
const longestShown = 4000;

/**
 * Checks a property; a failure prints the seed and path on one line, and the counterexample on another.
 *
 * `RANDOM_SEED` and `RANDOM_PATH` reproduce a failure (with the name of its test, because all tests use them);
 * `numRuns` is used by `npm run test:all`, and all others use `runsOf(numRuns)`; `RANDOM_RUNS` replaces it.
 */
export function checkAlways<T>(property: fc.IAsyncProperty<T>, options?: fc.Parameters<T>): Promise<void>;
export function checkAlways<T>(property: fc.IProperty<T>, options?: fc.Parameters<T>): void;
export function checkAlways<T>(property: fc.IRawProperty<T>, options: fc.Parameters<T> = {}): unknown {
  const { RANDOM_SEED: seed, RANDOM_PATH: path, RANDOM_RUNS: numRuns } = process.env;
  const result = fc.check(property, {
    ...options,
    ...(options.numRuns !== undefined && { numRuns: runsOf(options.numRuns) }),
    ...(numRuns !== undefined && { numRuns: Number(numRuns) }),
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(path !== undefined && { path }),
  });
  return result instanceof Promise ? result.then(report) : report(result);
}

/** The number of random cases: all of them under `npm run test:all`, else a quarter. */
export function runsOf(all: number): number {
  return areAllRuns ? all : Math.ceil(all / 4);
}

/** Random integers of a seed, from 0 to `end`, excluding `end`. */
export function randomBelow(seed: number): (end: number) => number {
  const draw = fc.sample(fc.gen(), { seed, numRuns: 1 })[0]!;
  return (end) => draw(fc.nat, end - 1);
}

function report<T>(result: fc.RunDetails<T>): void {
  if (!result.failed) return;
  const { seed, counterexample, counterexamplePath: path, errorInstance: error, numRuns } = result;
  const shown = fc.stringify(counterexample);
  const lines = [
    `after ${numRuns} runs: ${error instanceof Error ? error.message : String(error)}`,
    `again: RANDOM_SEED=${seed} RANDOM_PATH=${path} node --import tsx --test --test-name-pattern=…`,
    `counterexample: ${shown.length > longestShown ? `${shown.slice(0, longestShown)}…` : shown}`,
  ];
  throw new Error(lines.join('\n'), { cause: error });
}
