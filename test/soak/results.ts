import type { Engine, Usage } from './host/host.js';
import type { PressureResult } from './pressure/run.js';

/** Measurements at the end of a round without load. Times in milliseconds, memory in bytes. */
export interface Sample extends Usage {
  /** Seconds since the start of the soak. */
  readonly at: number;
  /** Number of the host; a crashed one is replaced by the next. */
  readonly life: number;
  /** The longest answer time of a healthy client in the round. */
  readonly slowest: number;
  readonly healthy: number;
  readonly abuse: number;
  readonly events: number;
  readonly objects: number;
}

/** A failure. */
export interface Failure {
  readonly at: number;
  /** The request or the observer. */
  readonly source: string;
  readonly what: string;
  /** How to reproduce it. */
  readonly again?: string | undefined;
  readonly count: number;
}

/** A case that no host answers correctly on this engine, with the reason. */
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
  /** The worst value of each figure. */
  readonly pressures: readonly PressureResult[];
  readonly samples: readonly Sample[];
  readonly failures: readonly Failure[];
  readonly excused: readonly Excused[];
}
