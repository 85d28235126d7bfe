import type { NatsOptions } from './nats/nats-options.js';
import type { Publisher, PublisherPorts } from './nats/publisher.js';
import type { ServiceParts } from './wiring.js';

/** Publishes a running service over NATS; the code for it is loaded on first use. */
export class Publishing {
  readonly #parts: Pick<ServiceParts, 'stream' | 'host' | 'server'>;
  /** Creates a publisher per start; undefined if publishing is off. */
  #createPublisher: ((ports: PublisherPorts) => Publisher) | undefined;
  #publisher: Publisher | undefined;

  constructor(parts: Pick<ServiceParts, 'stream' | 'host' | 'server'>) {
    this.#parts = parts;
  }

  /**
   * Sets the options of this and later starts; `begin` applies them.
   * @throws NatsError if options are wrong or the NATS packages are not installed
   */
  async prepare(options: NatsOptions): Promise<void> {
    const { preparePublishing } = await import('./nats/publisher.js');
    this.#createPublisher = await preparePublishing(options);
  }

  /** Starts publishing with the last options, replacing the previous publisher. */
  async begin(): Promise<void> {
    await this.#publisher?.stop();
    const { stream, host, server } = this.#parts;
    this.#publisher = this.#createPublisher?.({
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
