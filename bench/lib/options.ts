/** How the benchmarks are run. */
export interface BenchOptions {
  /** Names of scenarios, or their beginnings; all when left out. */
  readonly scenario?: readonly string[];
  /** A host that runs already: REST on it alone, without peers. */
  readonly baseUrl?: string;
  /** Seconds of load for each figure. */
  readonly duration: number;
  readonly connections: number;
  /** The largest number of subscribers. */
  readonly subscribers: number;
  readonly runs: number;
}
