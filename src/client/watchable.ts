import { checkFunction } from './arguments.js';

/** Ends what was begun; calling it again does nothing. */
export type Unsubscribe = () => void;

/** A value that can be looked at and watched. */
export interface Watchable<T> {
  readonly value: T;
  /** Calls `listener` with the value now and with each other value from then on. */
  subscribe(listener: (value: T) => void): Unsubscribe;
}

/** A value that its owner sets. What a listener throws is reported as an uncaught error and costs nobody else. */
export class Watched<T> implements Watchable<T> {
  readonly #listeners = new Set<(value: T) => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** Tells the listeners unless it is the very same value. */
  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) notify(listener, value);
  }

  subscribe(listener: (value: T) => void): Unsubscribe {
    checkFunction(this.subscribe, listener, 'subscribe((value) => …)');
    // Its own function, so that the same one may listen twice.
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    notify(own, this.#value);
    return () => void this.#listeners.delete(own);
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }
}

export function notify<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
