import type { HostLog } from '../host.js';
import { platform } from '../platform.js';

/** Work in steps, each well under a millisecond. What a step yields is how much is done, from 0 to 1. */
export type Steps<T> = Generator<number, T>;

/** Milliseconds of work between two turns of the event loop, so that frames and requests come in time. */
const sliceMs = 2;
/** Work that takes longer is told in the log, and told of again each time it takes as long again. */
const toldEveryMs = 2000;

/** Long work on files, done in slices between frames, with its progress in the log. */
export class IncrementalTask {
  readonly #log: Pick<HostLog, 'write'>;
  readonly #now: () => number;
  readonly #name: string;
  readonly #start: number;
  #toldAt: number;

  /**
   * @param name what is done, as a line of the log begins: `Opening show.live.json`
   * @param now real monotonic milliseconds
   */
  constructor(name: string, log: Pick<HostLog, 'write'>, now: () => number = platform.now) {
    this.#name = name;
    this.#log = log;
    this.#now = now;
    this.#start = now();
    this.#toldAt = this.#start;
  }

  /** Runs a part of the task to its end. @throws what a step throws */
  async run<T>(part: string, steps: Steps<T>): Promise<T> {
    for (;;) {
      const until = this.#now() + sliceMs;
      let step = steps.next();
      while (!step.done && this.#now() < until) step = steps.next();
      if (step.done) return step.value;
      this.#tell(part, step.value);
      await new Promise(platform.setImmediate);
    }
  }

  /** Says how long it took, if anything was said of it before. */
  end(): void {
    if (this.#toldAt > this.#start) this.#write(`done in ${seconds(this.#now() - this.#start)}`);
  }

  #tell(part: string, share: number): void {
    if (this.#now() - this.#toldAt < toldEveryMs) return;
    this.#toldAt = this.#now();
    this.#write(`${part}, ${Math.floor(100 * share)} %`);
  }

  #write(text: string): void {
    this.#log.write('Log', `${this.#name}: ${text}`);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Slices of which nobody knows how many are still to come. */
export function* unmeasured<T>(slices: Generator<void, T>): Steps<T> {
  for (let step = slices.next(); ; step = slices.next()) {
    if (step.done) return step.value;
    yield 0;
  }
}

/** Makes something of each item, so many to a step. */
export function* eachInSteps<T>(items: readonly T[], perStep: number, act: (item: T) => void): Steps<void> {
  for (const [i, item] of items.entries()) {
    act(item);
    if ((i + 1) % perStep === 0) yield (i + 1) / items.length;
  }
}

/** The same where one item may take many steps: of such a one `act` gives them, of most it has done all. */
export function* eachInItsSteps<T>(
  items: readonly T[],
  perStep: number,
  act: (item: T) => Steps<void> | undefined,
): Steps<void> {
  for (const [i, item] of items.entries()) {
    const steps = act(item);
    if (steps !== undefined) for (const _ of steps) yield i / items.length;
    if ((i + 1) % perStep === 0) yield (i + 1) / items.length;
  }
}
