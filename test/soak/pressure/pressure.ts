import type { SoakHost } from '../host/host.js';

/** Something that many bytes, or many connections, do to a host together, and what it may cost. */
export interface Pressure {
  readonly name: string;
  /** Megabytes by which the working set may grow while it goes on: the bound of the service, and what a collector needs. */
  readonly mayTake: number;
  /** Puts it on. What it gives back takes it off again. @throws Error for what must not be */
  readonly apply: (host: SoakHost) => Promise<() => Promise<void> | void>;
}
