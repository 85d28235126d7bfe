import { platform } from '../common/platform.js';

/** A task in steps, most of which take well under a millisecond. */
export type IncrementalTask<T> = Generator<void, T>;

/** Milliseconds of work between two turns of the event loop, so that frames and requests are not delayed. */
const sliceMs = 2;

/** Runs a task between frames, in slices of `sliceMs`. @throws the error of a step */
export async function runIncrementally<T>(task: IncrementalTask<T>, now = platform.now): Promise<T> {
  for (;;) {
    const until = now() + sliceMs;
    let step = task.next();
    while (!step.done && now() < until) step = task.next();
    if (step.done) return step.value;
    await new Promise(platform.setImmediate);
  }
}
