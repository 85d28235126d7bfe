import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { ByteBudget } from '../common/byte-budget.js';
import type { RequestListener } from '../http/engines/engine.js';
import { ApiError, describeError } from '../http/errors.js';
import { jsonType } from '../http/responses/reply.js';
import { type AnswerHeadMessage, decodeRequest } from './exchange-messages.js';
import { encodeMessage, MalformedMessage, MessageJoiner, messageLimit } from './message.js';
import { type AnswerPort, NatsExchange, NatsRequest } from './nats-exchange.js';
import type { Names } from './options.js';

/** A piece of an answer that no relay has taken for so long ends it, in milliseconds. */
const pieceTimeoutMs = 30_000;
/** Requests of which parts have come, together, in bytes. */
const maxPartialBytes = 64 * 1024 * 1024;
/** Of answers that relays have not taken, together, in bytes. */
const maxUnreadBytes = 128 * 1024 * 1024;

/** What a host says that asks whether another is there: one that does not answer requests yet tells it of itself, and no relay. */
export const askingHost = 'host';

/** What relays have to know of a host. */
export interface HostRecord {
  readonly epoch: string;
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

/** ResponseWriter relays, and other hosts that ask whether one is there. */
export class RequestResponder {
  readonly #connection: NatsConnection;
  readonly #names: Names;
  readonly #owner: RequestOwner;
  readonly #subscriptions: Subscription[];
  readonly #unread = new ByteBudget<NatsExchange>(maxUnreadBytes, (exchange) => exchange.close());
  readonly #partial = new PartialRequests();
  #isAnswering = false;

  /** Tells other hosts from now on that this one is there. */
  constructor(connection: NatsConnection, names: Names, owner: RequestOwner) {
    this.#connection = connection;
    this.#names = names;
    this.#owner = owner;
    const callback = (_error: Error | null, message: Msg) => this.#pinged(message);
    this.#subscriptions = [connection.subscribe(names.ping, { callback })];
  }

  /** ResponseWriter requests from now on. */
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
    // It had come before this stopped. An empty answer says that nothing of it is done, as NATS does where nobody listens.
    if (!this.#isAnswering) return this.#connection.publish(reply);
    try {
      const whole = this.#partial.add(reply, data);
      if (whole === undefined) return;
      const { head, body } = decodeRequest(whole);
      const exchange = new NatsExchange(head, body, answerPort(this.#connection, reply, this.#unread));
      this.#owner.listener(exchange, new NatsRequest(head));
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
    const head: AnswerHeadMessage = { status, type: jsonType, headers };
    this.#connection.publish(reply, encodeMessage(head, JSON.stringify({ error: message })));
  }
}

/**
 * True where an answer may go. The host may publish where those who ask it may not: what it is asked to answer to its own
 * subjects, a stream or a bucket, it does not answer.
 */
function isInbox(reply: string | undefined): reply is string {
  return reply?.startsWith('_INBOX.') === true;
}

function answerPort(connection: NatsConnection, reply: string, unread: ByteBudget<NatsExchange>): AnswerPort {
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
      if (data.length > 0) throw new Error('nobody wants it any more');
    },
  };
}

/** Requests that come in parts, by where their answer goes; past the bound those that have not grown for longest are dropped. */
class PartialRequests {
  readonly #joiners = new Map<string, MessageJoiner>();
  readonly #held = new ByteBudget<MessageJoiner>(maxPartialBytes, (joiner) => {
    for (const [reply, each] of this.#joiners) if (each === joiner) this.#joiners.delete(reply);
  });

  /** @returns the whole request once it is there. @throws MalformedMessage */
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
