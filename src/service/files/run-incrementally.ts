import { platform } from '../common/platform.js';

/** Incremental work. Most steps take well under a millisecond. */
export type Steps<T> = Generator<void, T>;

/** Milliseconds of work between two turns of the event loop, so that frames and requests are not delayed. */
const sliceMs = 2;

/** Runs steps between frames, in slices of `sliceMs`. @throws the error of a step */
export async function runIncrementally<T>(steps: Steps<T>, now = platform.now): Promise<T> {
  for (;;) {
    const until = now() + sliceMs;
    let step = steps.next();
    while (!step.done && now() < until) step = steps.next();
    if (step.done) return step.value;
    await new Promise(platform.setImmediate);
  }
}
