import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { ApiError } from '../service/http/errors.js';
import {
  decodeResponse,
  type PieceMessage,
  type RequestHeadMessage,
  type ResponseHeadMessage,
} from '../service/nats/exchange-messages.js';
import { encodeMessage, messageLimit, splitMessage } from '../service/nats/message.js';

/** Timeout of a response, in milliseconds. The host itself answers after 30 s, even if a function is still running. */
const answerMs = 40_000;

/** Receives the host's response: either `failed`, or `started` and then each `piece`. */
export interface ResponseListener {
  /** Called with the head; no piece follows unless `head.more` is set. */
  started(head: ResponseHeadMessage, bytes: Uint8Array): void;
  /** @param next requests the next piece; false if the response is no longer wanted */
  piece(bytes: Uint8Array, isLast: boolean, next: (goesOn: boolean) => void): void;
  /** Called if the response does not arrive, or is incomplete. */
  failed(error: ApiError): void;
}

interface Asked {
  readonly listener: ResponseListener;
  timer: NodeJS.Timeout | undefined;
  /** Time of the request, in milliseconds of `performance.now()`. */
  readonly at: number;
  pieces: number;
  isEndless: boolean;
}

/**
 * Sends requests to the host. Each is sent only once, because a failed one may have been carried out. If NATS knows
 * that there is no host, the request fails immediately.
 */
export class HostRequests {
  readonly #subject: string;
  readonly #connection: () => NatsConnection | undefined;
  readonly #asked = new Map<string, Asked>();
  #inbox = '';
  #next = 0;

  /** @param connection undefined while NATS is unreachable */
  constructor(subject: string, connection: () => NatsConnection | undefined) {
    this.#subject = subject;
    this.#connection = connection;
  }

  /** Subscribes to responses. Call it once for each connection. */
  listen(connection: NatsConnection, inbox: string): void {
    this.#inbox = inbox;
    connection.subscribe(`${inbox}.*`, { callback: (_error, message) => this.#answered(message) });
  }

  /** Sends a request. @returns a function that discards the response */
  ask(head: RequestHeadMessage, body: Uint8Array, listener: ResponseListener): () => void {
    const connection = this.#connection();
    if (connection === undefined) {
      listener.failed(hostAway('NATS is unreachable; the relay is reconnecting'));
      return () => {};
    }
    const reply = `${this.#inbox}.${++this.#next}`;
    this.#asked.set(reply, {
      listener,
      timer: this.#timeOut(reply),
      at: performance.now(),
      pieces: 0,
      isEndless: false,
    });
    for (const part of splitMessage(encodeMessage(head, body), messageLimit(connection)))
      connection.publish(this.#subject, part, { reply });
    return () => this.#forget(reply);
  }

  /** Fails all open requests, because the connection to NATS broke. */
  lost(): void {
    const reason =
      'the connection to NATS broke before the response; the request may still have been carried out';
    for (const reply of [...this.#asked.keys()]) this.#fail(reply, new ApiError('host-broke-off', reason));
  }

  /**
   * Fails the requests that the previous host will not answer any more: open streams, and requests sent before `since`.
   * A later request may have reached the new host.
   */
  hostGone(since: number): void {
    const reason = 'the host is gone; the request may have been carried out';
    for (const [reply, { isEndless, at }] of [...this.#asked])
      if (isEndless || at < since) this.#fail(reply, new ApiError('host-broke-off', reason));
  }

  #timeOut(reply: string): NodeJS.Timeout {
    const reason = 'the host did not respond; the request may still have been carried out';
    return setTimeout(() => this.#fail(reply, new ApiError('host-silent', reason)), answerMs);
  }

  #answered(message: Msg): void {
    const { subject, data } = message;
    const asked = this.#asked.get(subject);
    // No request waits for this piece, so the host can stop.
    if (asked === undefined) return void (message.reply !== undefined && message.respond('gone'));
    // NATS answers like this if no host listens, and so does a host that has stopped answering.
    if (data.length === 0) return this.#fail(subject, hostAway('no host is published under this name'));
    try {
      this.#receive(subject, asked, message);
    } catch (error) {
      // The request may already be removed, but its app still waits.
      this.#forget(subject);
      asked.listener.failed(new ApiError('host-broke-off', (error as Error).message));
    }
  }

  #receive(subject: string, asked: Asked, message: Msg): void {
    const { head, bytes } = decodeResponse(message.data);
    clearTimeout(asked.timer);
    if ('status' in head) {
      asked.isEndless = head.endless === true;
      if (head.more) this.#askForMore(subject, asked, message);
      else this.#forget(subject);
      return asked.listener.started(head, bytes);
    }
    this.#receivePiece(subject, asked, head, bytes, message);
  }

  #receivePiece(subject: string, asked: Asked, head: PieceMessage, bytes: Uint8Array, message: Msg): void {
    const isLast = head.last === true;
    if (head.broken || head.piece !== ++asked.pieces)
      return this.#fail(subject, new ApiError('host-broke-off', 'its response is incomplete'));
    if (isLast) this.#forget(subject);
    asked.listener.piece(bytes, isLast, (goesOn) => {
      if (goesOn) return this.#askForMore(subject, asked, message);
      this.#forget(subject);
      message.respond('gone');
    });
  }

  /** A response of limited length arrives without pauses; a stream may be silent. */
  #askForMore(reply: string, asked: Asked, message: Msg): void {
    message.respond();
    clearTimeout(asked.timer);
    if (!asked.isEndless && this.#asked.get(reply) === asked) asked.timer = this.#timeOut(reply);
  }

  #fail(reply: string, error: ApiError): void {
    const asked = this.#asked.get(reply);
    this.#forget(reply);
    asked?.listener.failed(error);
  }

  #forget(reply: string): void {
    clearTimeout(this.#asked.get(reply)?.timer);
    this.#asked.delete(reply);
  }
}

export function hostAway(reason: string): ApiError {
  return new ApiError('host-away', reason, [['Retry-After', '1']]);
}
