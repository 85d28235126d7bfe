import { NatsError } from './options.js';

/** What the subjects, the stream and the bucket of one host are called (docs/scaling.md). */
export class Names {
  /** Requests of apps, answered by the host. */
  readonly requests: string;
  /** Answered by the host that is there with what relays have to know of it. */
  readonly ping: string;
  /** Events, flush by flush. */
  readonly events: string;
  /** Apps that have come to a relay, or gone. */
  readonly apps: string;
  /** The host asks a relay, or all, to say which apps are there. */
  readonly tell: string;
  /** The stream of JetStream that keeps the events. */
  readonly stream: string;
  /** The bucket of keys in which relays say that they are there. */
  readonly bucket: string;

  /** @throws NatsError for a name that NATS cannot carry */
  constructor(name = 'default') {
    if (!/^[\w-]{1,64}$/.test(name)) {
      throw new NatsError(
        `NATS: the name ${JSON.stringify(name)} must be of letters, digits, "_" and "-", 64 at most`,
      );
    }
    const base = `sim-host.${name}`;
    this.requests = `${base}.requests`;
    this.ping = `${base}.ping`;
    this.events = `${base}.events`;
    this.apps = `${base}.apps`;
    this.tell = `${base}.tell`;
    this.stream = `sim-host-${name}`;
    this.bucket = `sim-host-${name}`;
  }
}
