import type { Engine, Usage } from './host/host.js';
import type { PressureResult } from './pressure/run.js';

/** What was measured at the end of a round, while nothing else went on. Times in milliseconds, memory in bytes. */
export interface Sample extends Usage {
  /** Seconds since the start of the soak. */
  readonly at: number;
  /** Which host it is: one that died was followed by another. */
  readonly life: number;
  /** The longest time that a healthy client waited for an answer in the round. */
  readonly slowest: number;
  readonly healthy: number;
  readonly abuse: number;
  readonly events: number;
  readonly objects: number;
}

/** Something that must never be. */
export interface Failure {
  readonly at: number;
  /** What was sent, or who saw it. */
  readonly source: string;
  readonly what: string;
  /** How to bring it back. */
  readonly again?: string | undefined;
  readonly count: number;
}

/** A case that no host answers as it should on this engine, and why that stays. */
export interface Excused {
  readonly source: string;
  readonly what: string;
  readonly reason: string;
  readonly count: number;
}

export interface SoakResults {
  readonly date: string;
  readonly machine: Readonly<Record<string, string>>;
  readonly engine: Engine;
  readonly minutes: number;
  readonly seed: number;
  readonly seconds: number;
  readonly kills: number;
  /** Each at its worst. */
  readonly pressures: readonly PressureResult[];
  readonly samples: readonly Sample[];
  readonly failures: readonly Failure[];
  readonly excused: readonly Excused[];
}
