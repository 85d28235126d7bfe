/** What a worker is asked to do: scenarios, the first failure ending it. */
export interface Job {
  /** Awake in the hosts; none for a run that looks what is reached. */
  readonly mutant?: string;
  /** `features/dep/depth.feature:9`; all when left out, and none of them runs. */
  readonly scenarios?: readonly string[];
}

/** A scenario as a worker knows it. */
export interface Scenario {
  readonly place: string;
  readonly rules: readonly string[];
}

export interface Outcome {
  /** The scenario that failed. */
  readonly killedBy?: Scenario & { readonly message: string };
  /** Of a job without scenarios. */
  readonly scenarios?: readonly Scenario[];
  /** Ids, of a job without a mutant. */
  readonly reached?: readonly string[];
}
