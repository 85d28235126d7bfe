import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { ByteBudget } from '../common/byte-budget.js';
import type { RequestListener } from '../http/engines/engine.js';
import { ApiError, describeError } from '../http/errors.js';
import { jsonType } from '../http/responses/stream-response.js';
import { decodeRequest, type ResponseHeadMessage } from './exchange-messages.js';
import { encodeMessage, MalformedMessage, MessageJoiner, messageLimit } from './message.js';
import { NatsExchange, natsRequest, type ResponsePort } from './nats-exchange.js';
import type { Names } from './nats-options.js';

/** Maximum milliseconds that a relay may take for a piece of a response. */
const pieceTimeoutMs = 30_000;
/** Maximum bytes of all incomplete requests together. */
const maxPartialBytes = 64 * 1024 * 1024;
/** Maximum bytes of all responses together that relays have not taken. */
const maxUnreadBytes = 128 * 1024 * 1024;

/** The content of a ping from another host. Until a host answers requests, it answers only such pings. */
export const askingHost = 'host';

/** The description of a host for relays. */
export interface HostRecord {
  readonly epoch: string;
  readonly application: string;
  /** Maximum size of a request body in bytes. */
  readonly bodyLimit: number;
}

/** Answers the requests. */
export interface RequestOwner {
  readonly listener: RequestListener;
  record(): HostRecord;
  /** Receives unexpected exceptions, because no message may end the host. */
  onException(error: unknown): void;
}

/** Answers the requests of relays, and the pings of relays and other hosts. */
export class RequestResponder {
  readonly #connection: NatsConnection;
  readonly #names: Names;
  readonly #owner: RequestOwner;
  readonly #subscriptions: Subscription[];
  readonly #unread = new ByteBudget<NatsExchange>(maxUnreadBytes, (exchange) => exchange.close());
  readonly #partial = new PartialRequests();
  #isAnswering = false;

  /** Starts to answer pings of other hosts. */
  constructor(connection: NatsConnection, names: Names, owner: RequestOwner) {
    this.#connection = connection;
    this.#names = names;
    this.#owner = owner;
    const callback = (_error: Error | null, message: Msg) => this.#pinged(message);
    this.#subscriptions = [connection.subscribe(names.ping, { callback })];
  }

  /** Starts to answer requests. */
  answer(): void {
    this.#isAnswering = true;
    const callback = (_error: Error | null, message: Msg) => this.#asked(message);
    this.#subscriptions.push(this.#connection.subscribe(this.#names.requests, { callback }));
  }

  stop(): void {
    this.#isAnswering = false;
    for (const subscription of this.#subscriptions) void subscription.drain().catch(() => {});
  }

  #pinged(message: Msg): void {
    if (!isInbox(message.reply)) return;
    if (this.#isAnswering || message.string() === askingHost)
      message.respond(JSON.stringify(this.#owner.record()));
  }

  #asked({ reply, data }: Msg): void {
    if (!isInbox(reply)) return;
    // The request arrived before `stop`. As from NATS without a subscriber, an empty answer means that it was not
    // carried out.
    if (!this.#isAnswering) return this.#connection.publish(reply);
    try {
      const whole = this.#partial.add(reply, data);
      if (whole === undefined) return;
      const { head, body } = decodeRequest(whole);
      const exchange = new NatsExchange(head, body, responsePort(this.#connection, reply, this.#unread));
      this.#owner.listener(exchange, natsRequest(head));
    } catch (error) {
      if (!(error instanceof MalformedMessage)) this.#owner.onException(error);
      this.#fail(
        reply,
        error instanceof MalformedMessage ? new ApiError('invalid-request', error.message) : error,
      );
    }
  }

  #fail(reply: string, error: unknown): void {
    const { status, message, headers } = describeError(error);
    const head: ResponseHeadMessage = { status, type: jsonType, headers };
    this.#connection.publish(reply, encodeMessage(head, JSON.stringify({ error: message })));
  }
}

/**
 * True if a response may be sent there. Only inboxes are answered: the host may have permissions that the requester
 * lacks, such as publishing to its stream or bucket.
 */
function isInbox(reply: string | undefined): reply is string {
  return reply?.startsWith('_INBOX.') === true;
}

function responsePort(
  connection: NatsConnection,
  reply: string,
  unread: ByteBudget<NatsExchange>,
): ResponsePort {
  return {
    limit: messageLimit(connection),
    onUnread: (exchange, bytes, hasMoved) => {
      if (bytes === 0) unread.release(exchange);
      else if (hasMoved) unread.hold(exchange, bytes);
      else unread.grow(exchange, bytes);
    },
    send: (message) => {
      if (!connection.isClosed()) connection.publish(reply, message);
    },
    sendPiece: async (message) => {
      const { data } = await connection.request(reply, message, { timeout: pieceTimeoutMs });
      if (data.length > 0) throw new Error('the relay wants no more');
    },
  };
}

/**
 * Incomplete requests by the subject of their response. Beyond the limit, those that have been idle longest are
 * dropped.
 */
class PartialRequests {
  readonly #joiners = new Map<string, MessageJoiner>();
  readonly #held = new ByteBudget<MessageJoiner>(maxPartialBytes, (joiner) => {
    for (const [reply, each] of this.#joiners) if (each === joiner) this.#joiners.delete(reply);
  });

  /** @returns the whole request once it is complete. @throws MalformedMessage */
  add(reply: string, message: Uint8Array): Uint8Array | undefined {
    const joiner = this.#joiners.get(reply) ?? new MessageJoiner();
    this.#joiners.delete(reply);
    this.#held.release(joiner);
    const whole = joiner.add(message);
    if (joiner.bytes > 0) {
      this.#joiners.set(reply, joiner);
      this.#held.hold(joiner, joiner.bytes + reply.length);
    }
    return whole;
  }
}
