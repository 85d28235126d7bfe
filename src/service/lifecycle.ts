/**
 * Start and stop in turn: a start while a stop goes on waits for it, a stop while a start goes on waits for that, and what
 * failed to start has not started.
 */
export class Lifecycle<T> {
  readonly #begin: () => Promise<T>;
  readonly #end: () => Promise<void>;
  #started: Promise<T> | undefined;
  #ended: Promise<void> = Promise.resolve();

  /** `begin` leaves nothing running when it fails. */
  constructor(begin: () => Promise<T>, end: () => Promise<void>) {
    this.#begin = begin;
    this.#end = end;
  }

  /** @throws Error when it runs already, and what `begin` throws. */
  async start(): Promise<T> {
    if (this.#started !== undefined) {
      throw new Error(
        'The service runs already: start() was called before; call stop() first to start it anew',
      );
    }
    const started = this.#ended.then(this.#begin);
    this.#started = started;
    try {
      return await started;
    } catch (error) {
      if (this.#started === started) this.#started = undefined;
      throw error;
    }
  }

  /** True from `start` until `stop`, or until the start has failed. */
  get isStarted(): boolean {
    return this.#started !== undefined;
  }

  /** Does nothing when it does not run; twice at once is one stop. */
  stop(): Promise<void> {
    const started = this.#started;
    if (started === undefined) return this.#ended;
    this.#started = undefined;
    const ending = started.then(
      () => this.#end(),
      () => {},
    );
    // A later start is not held up by what went wrong in the end: whoever stopped was told.
    this.#ended = ending.catch(() => {});
    return ending;
  }
}
