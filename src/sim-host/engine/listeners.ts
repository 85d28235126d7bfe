import type { Unsubscribe } from '../../service/host.js';

/** Listeners of one kind of event, in the order in which they were added. They may add and remove listeners while they run. */
export class Listeners<Args extends unknown[]> {
  readonly #onException: ((error: unknown) => void) | undefined;
  /** Replaced and never changed in place. */
  #listeners: readonly ((...args: Args) => void)[] = [];

  /** @param onException receives what a listener throws, and the others run; left out, `notify` throws it */
  constructor(onException?: (error: unknown) => void) {
    this.#onException = onException;
  }

  add(listener: (...args: Args) => void): Unsubscribe {
    // Wrapped, so that one function added twice is two listeners with two ends.
    const entry = (...args: Args) => listener(...args);
    this.#listeners = [...this.#listeners, entry];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== entry);
    };
  }

  notify(...args: Args): void {
    for (const listener of this.#listeners) {
      try {
        listener(...args);
      } catch (error) {
        if (this.#onException === undefined) throw error;
        this.#onException(error);
      }
    }
  }
}
