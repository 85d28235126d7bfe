import type { Unsubscribe } from '../../service/host.js';

/** What a phase of the player loop tells its listeners. */
export interface FrameTime {
  /** Number of the frame, counted from 1. */
  readonly frame: number;
  /** Host time in seconds since the start. */
  readonly time: number;
}

export type PhaseListener = (time: FrameTime) => void;

/** One phase of the player loop. Listeners run in the order in which they were added. */
export class Phase {
  readonly #onException: (error: unknown) => void;
  /** Replaced and never changed in place, so that a listener may add and remove listeners while it runs. */
  #listeners: readonly PhaseListener[] = [];

  constructor(onException: (error: unknown) => void) {
    this.#onException = onException;
  }

  add(listener: PhaseListener): Unsubscribe {
    // Wrapped, so that one function added twice is two listeners with two ends.
    const entry: PhaseListener = (time) => listener(time);
    this.#listeners = [...this.#listeners, entry];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== entry);
    };
  }

  /** A listener that throws is reported and keeps neither the others nor the loop from running. */
  run(time: FrameTime): void {
    for (const listener of this.#listeners) {
      try {
        listener(time);
      } catch (error) {
        this.#onException(error);
      }
    }
  }
}
