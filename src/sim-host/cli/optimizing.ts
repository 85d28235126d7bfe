import { setFlagsFromString } from 'node:v8';

/** No other version than Node.js 20 is asked: V8 prints an error for a flag that it does not know. */
const canBeAsked = process.version.startsWith('v20.');
/** How often V8 looks at a function, at least, before it optimises it. */
const usualLooks = 3;
/** So many bytes of its bytecode a function runs between two such looks. */
const usualBytes = 66 * 1024;
/** Until all that runs in each frame has been optimised, at a quarter of these bytes. */
const settlingMs = 15_000;

/**
 * Has V8 optimise nothing that `start` runs but the smallest functions. A start is over in some hundred milliseconds: what is hot
 * in it, as reading YAML is, would be optimised just when it is done, on other threads that take as much time as the reading itself.
 */
export async function optimizingLate<T>(start: () => Promise<T>): Promise<T> {
  ask(`--ticks-before-optimization=${100 * usualLooks}`);
  try {
    return await start();
  } finally {
    ask(`--ticks-before-optimization=${usualLooks}`);
  }
}

/**
 * Has V8 optimise sooner for the first seconds in which frames run: to what runs once in each of them it would else come half a
 * minute later, until when an idle host takes half as much again.
 */
export function optimizeFramesSoon(): void {
  ask(`--interrupt-budget=${usualBytes / 4}`);
  setTimeout(() => ask(`--interrupt-budget=${usualBytes}`), settlingMs).unref();
}

function ask(flag: string): void {
  if (canBeAsked) setFlagsFromString(flag);
}
