/**
 * Serializes start and stop of the service: each waits for the other to finish. After a failed start, the service is
 * stopped.
 */
export class Lifecycle<T> {
  readonly #begin: () => Promise<T>;
  readonly #end: () => Promise<void>;
  #started: Promise<T> | undefined;
  #ended: Promise<void> = Promise.resolve();

  /** @param begin leaves nothing running if it fails */
  constructor(begin: () => Promise<T>, end: () => Promise<void>) {
    this.#begin = begin;
    this.#end = end;
  }

  /**
   * Starts the service.
   * @throws Error if it is running already, and the errors of `begin`
   */
  async start(): Promise<T> {
    if (this.#started !== undefined) {
      throw new Error('The service is running already; call stop() before you start it again');
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

  /** Stops the service; does nothing if it is not running. Concurrent calls are one stop. */
  stop(): Promise<void> {
    const started = this.#started;
    if (started === undefined) return this.#ended;
    this.#started = undefined;
    const ending = started.then(
      () => this.#end(),
      () => {},
    );
    // A failed stop does not block a later start; the caller of `stop` got the error.
    this.#ended = ending.catch(() => {});
    return ending;
  }
}
