/** What a worker is asked to do: scenarios, the first failure ending it when one mutant is awake. */
export interface Job {
  /** Awake in the hosts; none for a run that looks what is reached. */
  readonly mutant?: string;
  /** It is of code that runs while modules are loaded: only a new process has it. */
  readonly isOfModules?: boolean;
  /** What speaks HTTP in the hosts; the service's choice when left out. */
  readonly engine?: 'node' | undefined;
  /** Several of Stryker's that are awake together: all failures are wanted. */
  readonly together?: readonly string[];
  /** `features/dep/depth.feature:9`; all when left out, and none of them runs. */
  readonly scenarios?: readonly string[];
}

/** A scenario as a worker knows it. */
export interface Scenario {
  readonly place: string;
  readonly rules: readonly string[];
}

export type Failure = Scenario & { readonly message: string };

export interface Outcome {
  /** The scenarios that failed. */
  readonly failures?: readonly Failure[];
  /** Of a job without scenarios. */
  readonly scenarios?: readonly Scenario[];
  /** Ids, of a job without a mutant. */
  readonly reached?: readonly string[];
}
