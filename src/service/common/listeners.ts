import type { Unsubscribe } from '../host.js';
import { promiseOf } from './application-code.js';

/**
 * Listeners of one kind of event, called in the order in which they were added. They may add and remove listeners.
 */
export class Listeners<Args extends unknown[]> {
  readonly #onError: ((error: unknown) => void) | undefined;
  /** Replaced, never changed in place, so that a notification is not affected by a change. */
  #listeners: readonly ((...args: Args) => unknown)[] = [];

  /** @param onError receives what a listener throws or rejects with; without it, `notify` throws */
  constructor(onError?: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(listener: (...args: Args) => unknown): Unsubscribe {
    // Wrapped, so that a function added twice can be removed once.
    const entry = (...args: Args) => listener(...args);
    this.#listeners = [...this.#listeners, entry];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== entry);
    };
  }

  notify(...args: Args): void {
    for (const listener of this.#listeners) {
      try {
        const result = listener(...args);
        if (this.#onError !== undefined) promiseOf(result)?.catch(this.#onError);
      } catch (error) {
        if (this.#onError === undefined) throw error;
        this.#onError(error);
      }
    }
  }
}
