import type { Unsubscribe } from '../../service/host.js';

/** Listeners of one kind of event. They may add and remove listeners while they run. */
export class Listeners<Args extends unknown[]> {
  #listeners: readonly ((...args: Args) => void)[] = [];

  add(listener: (...args: Args) => void): Unsubscribe {
    const entry = (...args: Args) => listener(...args);
    this.#listeners = [...this.#listeners, entry];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== entry);
    };
  }

  notify(...args: Args): void {
    for (const listener of this.#listeners) listener(...args);
  }
}
