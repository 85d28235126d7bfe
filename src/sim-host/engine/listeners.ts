import type { Unsubscribe } from '../../service/host.js';

/**
 * Listeners of one kind of event, called in the order in which they were added. They may add and remove listeners.
 */
export class Listeners<Args extends unknown[]> {
  readonly #onException: ((error: unknown) => void) | undefined;
  /** Replaced, never changed in place, so that a notification is not affected by a change. */
  #listeners: readonly ((...args: Args) => void)[] = [];

  /** @param onException gets the exceptions of listeners; without it, `notify` throws them */
  constructor(onException?: (error: unknown) => void) {
    this.#onException = onException;
  }

  add(listener: (...args: Args) => void): Unsubscribe {
    // A new function for each call, so that one listener can be added twice.
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
