/** Options of the benchmarks. */
export interface BenchOptions {
  /** Names of scenarios or their prefixes; all if omitted. */
  readonly scenario?: readonly string[];
  /** A running host: only REST, without peers. */
  readonly baseUrl?: string;
  /** Seconds of load for each figure. */
  readonly duration: number;
  readonly connections: number;
  /** The largest number of subscribers. */
  readonly subscribers: number;
  readonly runs: number;
}
