import { checkFunction } from './arguments.js';

/** Ends a subscription; calling it again does nothing. */
export type Unsubscribe = () => void;

/** A value that can be read and watched. */
export interface Watchable<T> {
  readonly value: T;
  /** Calls `listener` with the value now and with each later value. */
  subscribe(listener: (value: T) => void): Unsubscribe;
}

/** Listeners of one kind. An exception of one is reported as an uncaught error and affects no other. */
export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>();

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** Returns a function that removes the listener, and returns whether it was still there. */
  add(listener: (value: T) => void): () => boolean {
    // A separate function, so that the same listener may be added twice.
    const own = (value: T) => listener(value);
    this.#all.add(own);
    return () => this.#all.delete(own);
  }

  notify(value: T): void {
    for (const listener of [...this.#all]) notify(listener, value);
  }
}

/** A watchable value that its owner sets. */
export class Watched<T> implements Watchable<T> {
  readonly #listeners = new Listeners<T>();
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
    this.#listeners.notify(value);
  }

  subscribe(listener: (value: T) => void): Unsubscribe {
    checkFunction(listener, 'subscribe((value) => …)');
    const end = this.#listeners.add(listener);
    notify(listener, this.#value);
    return () => void end();
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
