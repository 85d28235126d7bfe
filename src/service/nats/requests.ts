import type { ServiceMsg } from '@nats-io/services';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { ByteBudget } from '../byte-budget.js';
import type { RequestListener } from '../http/engines/engine.js';
import { packageVersion } from '../package-version.js';
import { decodeRequest } from './exchange-messages.js';
import { MalformedMessage } from './message.js';
import type { Names } from './names.js';
import { type AnswerPort, NatsExchange, NatsRequest } from './nats-exchange.js';
import type { NatsPackages } from './packages.js';
import { Joiner } from './parts.js';

/** A piece of an answer that no relay has taken for so long ends it, in milliseconds. */
const pieceMs = 30_000;
/** Requests of which parts have come, together, in bytes. */
const mostPartial = 64 * 1024 * 1024;
/** Of answers that relays have not taken, together, in bytes. */
const mostUnread = 128 * 1024 * 1024;
/** Of a message NATS itself takes some. */
const spareBytes = 1024;

/** What a host says that asks whether another is there: one that does not answer requests yet tells it of itself, and no relay. */
export const askingHost = 'host';

/** What relays have to know of a host. */
export interface HostRecord {
  readonly epoch: string;
  readonly seq: number;
  readonly application: string;
  /** Most bytes of a request body. */
  readonly bodyLimit: number;
}

/** Who answers. */
export interface RequestOwner {
  readonly listener: RequestListener;
  record(): HostRecord;
  /** Told of what should not have been thrown: nobody who can publish may end the host. */
  onException(error: unknown): void;
}

/** Most bytes of a message that this NATS takes. */
export function messageLimit(connection: NatsConnection | undefined): number {
  return (connection?.info?.max_payload ?? 1024 * 1024) - spareBytes;
}

/** A host as a NATS service; `nats micro ls` shows it. */
export interface HostService {
  /** From now on it answers requests; before, other hosts alone hear that it is there. */
  answer(): void;
  stop(): Promise<unknown>;
}

/** Tells other hosts that this one is there, as a NATS service, until that is stopped. */
export async function announce(
  { services }: NatsPackages,
  connection: NatsConnection,
  { requests, ping }: Names,
  { listener, record, onException }: RequestOwner,
): Promise<HostService> {
  let answers = false;
  const unread = new ByteBudget<NatsExchange>(mostUnread, (exchange) => exchange.close());
  const partial = new PartialRequests();
  // The package brings a copy of the connection's types of its own.
  const service = await new services.Svcm(connection as never).add({
    name: 'sim-host',
    version: packageVersion,
    description: 'A host that is served by relays',
  });
  service.addEndpoint('ping', {
    subject: ping,
    handler: (_error, message) => {
      if (!isInbox((message as unknown as Msg).reply)) return;
      if (answers || message.string() === askingHost) message.respond(JSON.stringify(record()));
      else message.respondError(503, 'Not there yet');
    },
  });
  const handler = (_error: Error | null, message: ServiceMsg) => {
    const { reply, data } = message as unknown as Msg;
    if (!isInbox(reply)) return;
    // It had come before the service was stopped, and nothing of it is done.
    if (!answers) return message.respondError(503, 'Not there any more');
    try {
      const whole = partial.add(reply, data);
      if (whole === undefined) return;
      const { head, body } = decodeRequest(whole);
      listener(new NatsExchange(head, body, wayBack(connection, reply, unread)), new NatsRequest(head));
    } catch (error) {
      // Whoever does not speak as a relay does hears so from the framework.
      if (error instanceof MalformedMessage) return message.respondError(400, asHeader(error.message));
      onException(error);
      message.respondError(500, 'Internal error');
    }
  };
  return {
    answer() {
      answers = true;
      service.addEndpoint('requests', { subject: requests, handler });
    },
    stop() {
      answers = false;
      return service.stop();
    },
  };
}

/**
 * True where an answer may go. The host may publish where those who ask it may not: what it is asked to answer to its own
 * subjects, a stream or a bucket, it does not answer.
 */
function isInbox(reply: string | undefined): reply is string {
  return reply?.startsWith('_INBOX.') === true;
}

/** What was thrown may tell of what came, byte by byte. */
function asHeader(text: string): string {
  return text.replace(/[^ -~]/g, '?').slice(0, 200);
}

function wayBack(connection: NatsConnection, reply: string, unread: ByteBudget<NatsExchange>): AnswerPort {
  return {
    limit: messageLimit(connection),
    holds: (exchange, bytes, hasMoved) => {
      if (bytes === 0) unread.release(exchange);
      else if (hasMoved) unread.hold(exchange, bytes);
      else unread.grow(exchange, bytes);
    },
    send: (message) => {
      if (!connection.isClosed()) connection.publish(reply, message);
    },
    sendPiece: async (message) => {
      const { data } = await connection.request(reply, message, { timeout: pieceMs });
      if (data.length > 0) throw new Error('nobody wants it any more');
    },
  };
}

/** Requests that come in parts, by where their answer goes; past the bound the one that has not grown for longest is let go. */
class PartialRequests {
  readonly #joiners = new Map<string, Joiner>();
  readonly #byteBudget = new ByteBudget<Joiner>(mostPartial, (joiner) => {
    for (const [reply, each] of this.#joiners) if (each === joiner) this.#joiners.delete(reply);
  });

  add(reply: string, message: Uint8Array): Uint8Array | undefined {
    const joiner = this.#joiners.get(reply) ?? new Joiner();
    const whole = this.#added(joiner, message, reply);
    if (whole !== undefined || joiner.bytes === 0) {
      this.#joiners.delete(reply);
      this.#byteBudget.release(joiner);
    } else {
      this.#joiners.set(reply, joiner);
      this.#byteBudget.hold(joiner, joiner.bytes + reply.length);
    }
    return whole;
  }

  /** What is malformed ends the request that it was to be a part of. */
  #added(joiner: Joiner, message: Uint8Array, reply: string): Uint8Array | undefined {
    try {
      return joiner.add(message);
    } catch (error) {
      this.#joiners.delete(reply);
      this.#byteBudget.release(joiner);
      throw error;
    }
  }
}
