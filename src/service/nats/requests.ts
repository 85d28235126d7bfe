import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { HeldBytes } from '../held-bytes.js';
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
/** Of a message NATS itself takes some. */
const spareBytes = 1024;

/** What relays have to know of a host. */
export interface HostRecord {
  readonly epoch: string;
  readonly seq: number;
  readonly application: string;
}

/** Who answers. */
export interface RequestOwner {
  readonly listener: RequestListener;
  record(): HostRecord;
}

/** Most bytes of a message that this NATS takes. */
export function messageLimit(connection: NatsConnection | undefined): number {
  return (connection?.info?.max_payload ?? 1024 * 1024) - spareBytes;
}

/** Answers requests as a NATS service, for as long as the connection is open; `nats micro ls` shows it. */
export async function answerRequests(
  { services }: NatsPackages,
  connection: NatsConnection,
  { requests, ping }: Names,
  { listener, record }: RequestOwner,
): Promise<void> {
  const partial = new PartialRequests();
  // The package brings a copy of the connection's types of its own.
  const service = await new services.Svcm(connection as never).add({
    name: 'sim-host',
    version: packageVersion,
    description: 'A host that is served by relays',
  });
  service.addEndpoint('ping', {
    subject: ping,
    handler: (_error, message) => message.respond(JSON.stringify(record())),
  });
  service.addEndpoint('requests', {
    subject: requests,
    handler: (_error, message) => {
      const { reply, data } = message as unknown as Msg;
      if (reply === undefined) return;
      try {
        const whole = partial.add(reply, data);
        if (whole === undefined) return;
        const { head, body } = decodeRequest(whole);
        listener(new NatsExchange(head, body, wayBack(connection, reply)), new NatsRequest(head));
      } catch (error) {
        // Whoever does not speak as a relay does hears so from the framework.
        if (!(error instanceof MalformedMessage)) throw error;
        message.respondError(400, error.message);
      }
    },
  });
}

function wayBack(connection: NatsConnection, reply: string): AnswerPort {
  return {
    limit: messageLimit(connection),
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
  readonly #held = new HeldBytes<Joiner>(mostPartial, (joiner) => {
    for (const [reply, each] of this.#joiners) if (each === joiner) this.#joiners.delete(reply);
  });

  add(reply: string, message: Uint8Array): Uint8Array | undefined {
    const joiner = this.#joiners.get(reply) ?? new Joiner();
    const whole = joiner.add(message);
    if (whole !== undefined || joiner.bytes === 0) {
      this.#joiners.delete(reply);
      this.#held.release(joiner);
    } else {
      this.#joiners.set(reply, joiner);
      this.#held.hold(joiner, joiner.bytes);
    }
    return whole;
  }
}
