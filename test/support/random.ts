import fc from 'fast-check';

const isCI = !['', '0', 'false'].includes(process.env.CI ?? '');

/** A counterexample of more characters than this is cut: the seed brings it back. */
const longestShown = 4000;

/**
 * Checks a property; what fails says how to bring it back: on one line the seed and the path, on another the counterexample.
 *
 * `RANDOM_SEED` and `RANDOM_PATH` bring one back (with the name of its test, since all tests take them); `RANDOM_RUNS` is how many
 * runs there are instead of `numRuns`, of which a person who waits runs a quarter, and CI all.
 */
export function checkAlways<T>(property: fc.IAsyncProperty<T>, options?: fc.Parameters<T>): Promise<void>;
export function checkAlways<T>(property: fc.IProperty<T>, options?: fc.Parameters<T>): void;
export function checkAlways<T>(property: fc.IRawProperty<T>, options: fc.Parameters<T> = {}): unknown {
  const { RANDOM_SEED: seed, RANDOM_PATH: path, RANDOM_RUNS: numRuns } = process.env;
  const result = fc.check(property, {
    ...options,
    ...(isCI || options.numRuns === undefined ? {} : { numRuns: Math.ceil(options.numRuns / 4) }),
    ...(numRuns !== undefined && { numRuns: Number(numRuns) }),
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(path !== undefined && { path }),
  });
  return result instanceof Promise ? result.then(report) : report(result);
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
