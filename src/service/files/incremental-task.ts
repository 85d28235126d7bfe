import { platform } from '../common/platform.js';
import type { HostLog } from '../host.js';

/** Incremental work. Each step takes well under a millisecond and yields the progress, from 0 to 1. */
export type Steps<T> = Generator<number, T>;

/** Milliseconds of work between two turns of the event loop, so that frames and requests are not delayed. */
const sliceMs = 2;
/** Minimum milliseconds between two log lines about the progress of a task. */
const progressLogIntervalMs = 2000;

/** Runs long work on files between frames and logs its progress. */
export class IncrementalTask {
  readonly #log: Pick<HostLog, 'write'>;
  readonly #now: () => number;
  readonly #name: string;
  readonly #start: number;
  #loggedAt: number;

  /**
   * @param name begins the log lines, such as `Saving show.live.json`
   * @param now returns real monotonic milliseconds
   */
  constructor(name: string, log: Pick<HostLog, 'write'>, now: () => number = platform.now) {
    this.#name = name;
    this.#log = log;
    this.#now = now;
    this.#start = now();
    this.#loggedAt = this.#start;
  }

  /** Runs a part of the task to completion. @throws what a step throws */
  async run<T>(part: string, steps: Steps<T>): Promise<T> {
    for (;;) {
      const until = this.#now() + sliceMs;
      let step = steps.next();
      while (!step.done && this.#now() < until) step = steps.next();
      if (step.done) return step.value;
      this.#logProgress(part, step.value);
      await new Promise(platform.setImmediate);
    }
  }

  /** Logs the duration, if any progress was logged. */
  end(): void {
    if (this.#loggedAt > this.#start) this.#write(`done in ${seconds(this.#now() - this.#start)}`);
  }

  #logProgress(part: string, share: number): void {
    if (this.#now() - this.#loggedAt < progressLogIntervalMs) return;
    this.#loggedAt = this.#now();
    this.#write(`${part}, ${Math.floor(100 * share)} %`);
  }

  #write(text: string): void {
    this.#log.write('Log', `${this.#name}: ${text}`);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Calls `act` for each item; a step is `perStep` items. */
export function* forEachInSteps<T>(
  items: readonly T[],
  perStep: number,
  act: (item: T) => void,
): Steps<void> {
  for (const [i, item] of items.entries()) {
    act(item);
    if ((i + 1) % perStep === 0) yield (i + 1) / items.length;
  }
}
