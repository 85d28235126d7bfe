import type { SoakHost } from '../host/host.js';

/** A load of many bytes or connections on a host and its allowed memory. */
export interface Pressure {
  readonly name: string;
  /** Maximum growth of the working set in megabytes: the limit of the service plus garbage. */
  readonly mayTake: number;
  /** Applies the load and returns a function that removes it. @throws Error for a forbidden result */
  readonly apply: (host: SoakHost) => Promise<() => Promise<void> | void>;
}
