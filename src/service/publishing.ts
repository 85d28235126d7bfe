import type { NatsOptions } from './nats/options.js';
import type { Publisher, PublisherPorts } from './nats/publisher.js';
import type { ServiceParts } from './wiring.js';

/** Publishes a service over NATS while it runs, once somebody has asked for it; what does that is loaded then. */
export class Publishing {
  readonly #parts: Pick<ServiceParts, 'stream' | 'host' | 'server'>;
  /** Makes the publisher of a start; undefined while nobody has asked for one. */
  #make: ((ports: PublisherPorts) => Publisher) | undefined;
  #publisher: Publisher | undefined;

  constructor(parts: Pick<ServiceParts, 'stream' | 'host' | 'server'>) {
    this.#parts = parts;
  }

  /**
   * What the publishers of this and of later starts go by; `begin` brings it into force.
   * @throws NatsError for options that are wrong, and where the packages of NATS are not installed
   */
  async prepare(options: NatsOptions): Promise<void> {
    const { preparePublishing } = await import('./nats/publisher.js');
    this.#make = await preparePublishing(options);
  }

  /** Begins with what was prepared last, in place of what was published before. */
  async begin(): Promise<void> {
    await this.#publisher?.stop();
    const { stream, host, server } = this.#parts;
    this.#publisher = this.#make?.({
      stream,
      log: host.log,
      listener: server.serveRelayed,
      bodyLimit: server.bodyLimit,
    });
    await this.#publisher?.start();
  }

  async end(): Promise<void> {
    await this.#publisher?.stop();
    this.#publisher = undefined;
  }
}
