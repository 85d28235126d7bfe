import type { BenchOptions } from './options.js';
import { type BenchServer, PeerMissing } from './server.js';
import type { Figure } from './stats.js';

/** One line of the report. */
export interface Row {
  readonly scenario: string;
  readonly name: string;
  readonly unit: string;
  readonly value: Figure;
  /** The same of peers, by name; those that are not installed are left out. */
  readonly peers?: Readonly<Record<string, Figure>>;
  /** sim-host to raw uWebSockets.js, pairwise; undefined where that is not installed. */
  readonly ratio?: Figure;
  /** What is to be reached, and whether it was; the run fails when a required one was not. */
  readonly aim?: { readonly text: string; readonly isMet: boolean; readonly isRequired?: true };
  readonly note?: string;
  /** A server was not at its limit, or the machine gave it no time: the figures say little, and nobody is to fail by them. */
  readonly isUnclear?: boolean;
}

/** Points of a measure that grows with something. */
export interface Growth {
  readonly name: string;
  readonly x: string;
  readonly y: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly exponent: number;
}

export interface BenchContext {
  readonly options: BenchOptions;
  /** For scenes and projects; it goes away at the end. */
  readonly folder: string;
  row(row: Row): void;
  growth(growth: Growth): void;
  /** One line that says what is going on. */
  progress(text: string): void;
}

/** A group of measurements. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly run: (context: BenchContext) => Promise<void>;
}

/** Starts a server, uses it, and stops it whatever happens. */
export async function using<T>(
  start: Promise<BenchServer>,
  use: (server: BenchServer) => Promise<T>,
): Promise<T> {
  const server = await start;
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** The same of a peer; undefined when that is not installed. */
export async function usingPeer<T>(
  start: Promise<BenchServer>,
  use: (server: BenchServer) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await using(start, use);
  } catch (error) {
    if (error instanceof PeerMissing) return undefined;
    throw error;
  }
}

/** The same measurement several times. */
export async function repeated<T>(times: number, measure: (run: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let run = 0; run < times; run++) results.push(await measure(run));
  return results;
}
