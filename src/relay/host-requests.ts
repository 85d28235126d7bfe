import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { ApiError } from '../service/http/errors.js';
import {
  type AnswerHeadMessage,
  decodeAnswer,
  type PieceMessage,
  type RequestHeadMessage,
} from '../service/nats/exchange-messages.js';
import { encodeMessage, messageLimit, splitMessage } from '../service/nats/message.js';

/** The host ends what a function does after 30 s; whoever has not answered after this does not answer any more, in milliseconds. */
const answerMs = 40_000;

/** Who waits for the host's answer. Either `failed` is called, or `begun`, and then `piece` until the last. */
export interface AnswerListener {
  /** `isWhole`: nothing follows. */
  begun(head: AnswerHeadMessage, bytes: Uint8Array): void;
  /** @param next to be called when there is room for the next; false: nobody wants it any more */
  piece(bytes: Uint8Array, isLast: boolean, next: (goesOn: boolean) => void): void;
  /** The answer does not come, or breaks off. */
  failed(error: ApiError): void;
}

interface Asked {
  readonly listener: AnswerListener;
  timer: NodeJS.Timeout | undefined;
  /** When, in milliseconds of `performance.now()`. */
  readonly at: number;
  pieces: number;
  isEndless: boolean;
}

/**
 * Asks the host. Each request is sent once, whatever comes of it: what may have been done is not asked for again. No answer,
 * and none that can come, are told at once where NATS knows.
 */
export class HostRequests {
  readonly #subject: string;
  readonly #connection: () => NatsConnection | undefined;
  readonly #asked = new Map<string, Asked>();
  #inbox = '';
  #next = 0;

  /** @param connection undefined while NATS is away */
  constructor(subject: string, connection: () => NatsConnection | undefined) {
    this.#subject = subject;
    this.#connection = connection;
  }

  /** To be called once for a connection. */
  listen(connection: NatsConnection, inbox: string): void {
    this.#inbox = inbox;
    connection.subscribe(`${inbox}.*`, { callback: (_error, message) => this.#answered(message) });
  }

  /** @returns what to call when nobody wants the answer any more */
  ask(head: RequestHeadMessage, body: Uint8Array, listener: AnswerListener): () => void {
    const connection = this.#connection();
    if (connection === undefined) {
      listener.failed(hostAway('NATS is away, and is tried again'));
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

  /** Nothing comes any more of what was asked for: NATS is away. */
  lost(): void {
    const reason = 'the connection to NATS broke before the answer; what was asked for may have been done';
    for (const reply of [...this.#asked.keys()]) this.#fail(reply, new ApiError('host-broke-off', reason));
  }

  /**
   * The host is gone, or is another: streams that it had begun do not go on, and what it was asked for before `since` is not
   * answered any more. What was asked for later may be on its way to the one that has come.
   */
  hostGone(since: number): void {
    const reason = 'the host is gone; what was asked for may have been done';
    for (const [reply, { isEndless, at }] of [...this.#asked])
      if (isEndless || at < since) this.#fail(reply, new ApiError('host-broke-off', reason));
  }

  #timeOut(reply: string): NodeJS.Timeout {
    const reason = 'the host has not answered; what was asked for may have been done';
    return setTimeout(() => this.#fail(reply, new ApiError('host-silent', reason)), answerMs);
  }

  #answered(message: Msg): void {
    const { subject, data } = message;
    const asked = this.#asked.get(subject);
    // A piece for somebody who has gone: its host should make no more.
    if (asked === undefined) return void (message.reply !== undefined && message.respond('gone'));
    // By NATS where nobody listens, and by a host that does not answer any more.
    if (data.length === 0) return this.#fail(subject, hostAway('no host is there at present'));
    try {
      this.#take(subject, asked, message);
    } catch (error) {
      // It may be forgotten already, and its app waits all the same.
      this.#forget(subject);
      asked.listener.failed(new ApiError('host-broke-off', (error as Error).message));
    }
  }

  #take(subject: string, asked: Asked, message: Msg): void {
    const { head, bytes } = decodeAnswer(message.data);
    clearTimeout(asked.timer);
    if ('status' in head) {
      asked.isEndless = head.endless === true;
      if (head.more) this.#askForMore(subject, asked, message);
      else this.#forget(subject);
      return asked.listener.begun(head, bytes);
    }
    this.#takePiece(subject, asked, head, bytes, message);
  }

  #takePiece(subject: string, asked: Asked, head: PieceMessage, bytes: Uint8Array, message: Msg): void {
    const isLast = head.last === true;
    if (head.broken || head.piece !== ++asked.pieces)
      return this.#fail(subject, new ApiError('host-broke-off', 'its answer breaks off'));
    if (isLast) this.#forget(subject);
    asked.listener.piece(bytes, isLast, (goesOn) => {
      if (goesOn) return this.#askForMore(subject, asked, message);
      this.#forget(subject);
      message.respond('gone');
    });
  }

  /** What ends comes without a pause; a stream may be silent. */
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
