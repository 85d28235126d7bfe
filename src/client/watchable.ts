import { checkFunction } from './arguments.js';

/** Ends a subscription; calling it again does nothing. */
export type Unsubscribe = () => void;

/** A value that can be read and watched. */
export interface Watchable<T> {
  readonly value: T;
  /** Calls `listener` with the value now and with each later value. */
  subscribe(listener: (value: T) => void): Unsubscribe;
}

/**
 * A watchable value that its owner sets. An exception of a listener is reported as an uncaught error and affects no
 * other listener.
 */
export class Watched<T> implements Watchable<T> {
  readonly #listeners = new Set<(value: T) => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** Notifies the listeners unless the value is identical. */
  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) notify(listener, value);
  }

  subscribe(listener: (value: T) => void): Unsubscribe {
    checkFunction(this.subscribe, listener, 'subscribe((value) => …)');
    // A separate function, so that the same listener may subscribe twice.
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
