/** An `AbortSignal`, described by what is needed of it: declarations depend on neither the DOM's types nor Node.js's. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Waits; ends early when the signal is aborted. */
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

/** Doubles from one wait to the next, and never is the same for all clients at once. */
export class BackOff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #ms: number;

  constructor(firstMs: number, longestMs: number) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
    this.#ms = firstMs;
  }

  /** How long to wait now, in milliseconds. */
  next(): number {
    const ms = this.#ms * (0.5 + Math.random() / 2);
    this.#ms = Math.min(2 * this.#ms, this.#longestMs);
    return ms;
  }

  /** It has worked: the next wait is short again. */
  reset(): void {
    this.#ms = this.#firstMs;
  }
}
