/**
 * The part of `AbortSignal` that this module uses, so that its declarations need neither the DOM's types nor Node.js's.
 */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Resolves after a time, or as soon as the signal is aborted. */
export function wait(ms: number, signal: AbortSignalLike): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

/** Doubles the wait after each failure, with a random part so that clients do not retry at the same moment. */
export class BackOff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #ms: number;

  constructor(firstMs: number, maxMs: number) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
    this.#ms = firstMs;
  }

  /** Returns the next wait in milliseconds. */
  next(): number {
    const ms = this.#ms * (0.5 + Math.random() / 2);
    this.#ms = Math.min(2 * this.#ms, this.#maxMs);
    return ms;
  }

  /** Makes the next wait short again, after a success. */
  reset(): void {
    this.#ms = this.#firstMs;
  }
}
