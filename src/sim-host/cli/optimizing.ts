import { setFlagsFromString } from 'node:v8';

/** No other version than Node.js 20 is asked: V8 prints an error for a flag that it does not know. */
const canBeAsked = process.version.startsWith('v20.');
/** How often V8 looks at a function, at least, before it optimises it, and how many bytes of its bytecode run between two looks. */
const usual = { looks: 3, bytes: 66 * 1024 };
/** Of what is over within a second. */
const manyLooks = 40 * usual.looks;
/** Until all that runs in each frame has been optimised, at an eighth of the usual bytes. */
const settlingMs = 10_000;

/**
 * Has V8 optimise nothing that `start` runs but the smallest functions. A start is over in some hundred milliseconds: what is hot
 * in it, as reading YAML is, would be optimised just when it is done, on other threads that take as much time as the reading itself.
 */
export async function optimizingLate<T>(start: () => Promise<T>): Promise<T> {
  askFor('ticks-before-optimization', manyLooks);
  try {
    return await start();
  } finally {
    askFor('ticks-before-optimization', usual.looks);
  }
}

/**
 * Has V8 optimise sooner for the first seconds in which frames run: to what runs once in each of them it would else come half a
 * minute later, until when an idle host takes half as much again.
 */
export function optimizeFramesSoon(): void {
  askFor('interrupt-budget', usual.bytes / 8);
  setTimeout(() => askFor('interrupt-budget', usual.bytes), settlingMs).unref();
}

function askFor(flag: string, value: number): void {
  if (canBeAsked) setFlagsFromString(`--${flag}=${value}`);
}
