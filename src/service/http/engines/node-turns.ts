import type { Socket } from 'node:net';
import { platform } from '../../platform.js';

/** Requests that may wait on a connection before no more are read. */
const maxWaiting = 32;

/** One request being answered. */
export interface Turn {
  /** True once all of its answer has left. */
  readonly isOver: boolean;
  /** True while it waits for the rest of its request, unanswered. */
  readonly isReceiving: boolean;
  /** There will be no answer: the connection has gone, or the request is none. */
  lost(): void;
  /** What was held back on the connection has left. */
  drained(): void;
}

const own = Symbol('turns');

type Connection = Socket & { [own]?: Turns };

/**
 * The requests of a connection, served one after the other: the next one waits until the answer to the one before it has
 * left, so that a client which asks and does not read costs one answer and no more.
 */
export class Turns {
  readonly #connection: Connection;
  #present: Turn | undefined;
  #waiting: (() => void)[] | undefined;
  #refusal: (() => void) | undefined;
  #isClosing = false;

  /** Those of a connection. */
  static of(connection: Connection): Turns {
    let turns = connection[own];
    if (turns === undefined) {
      turns = new Turns(connection);
      connection[own] = turns;
      connection.on('close', lose);
    }
    return turns;
  }

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** True when nothing more is served: the connection closes behind the present answer. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Runs `task` when it has its turn. */
  take(task: () => void): void {
    if (this.#waiting === undefined && this.#isFree) return task();
    this.#waiting ??= [];
    if (this.#waiting.push(task) >= maxWaiting) this.#pause();
  }

  /** It is served now. */
  began(turn: Turn): void {
    this.#present = turn;
  }

  /** It is over. */
  ended(turn: Turn): void {
    if (turn !== this.#present) return;
    if (this.#waiting !== undefined) this.#serve(this.#waiting);
    this.#refuseIfDue();
  }

  /** Runs `refusal` in place of the request that comes after all these, or of the one that is being received. */
  refuse(refusal: () => void): void {
    this.#refusal ??= refusal;
    this.#refuseIfDue();
  }

  /** Nothing more is served: whatever waits is dropped. */
  close(): void {
    this.#isClosing = true;
    this.#waiting = undefined;
  }

  /** To be told where node:http does not tell it any more. */
  drained(): void {
    this.#present?.drained();
  }

  /** The connection has gone. */
  lost(): void {
    this.close();
    this.#refusal = undefined;
    this.#present?.lost();
    this.#present = undefined;
  }

  #serve(waiting: (() => void)[]): void {
    // That of the answer before; the next one may take its time.
    this.#connection.setTimeout(0);
    do waiting.shift()?.();
    while (waiting.length > 0 && this.#isFree);
    if (waiting !== this.#waiting) return;
    if (waiting.length >= maxWaiting) this.#pause();
    else this.#connection.resume();
    if (waiting.length === 0) this.#waiting = undefined;
  }

  #refuseIfDue(): void {
    const refusal = this.#refusal;
    if (refusal === undefined || this.#waiting !== undefined || this.#isClosing) return;
    const present = this.#present;
    if (!this.#isFree && present?.isReceiving === false) return;
    this.close();
    if (!this.#isFree) present?.lost();
    refusal();
  }

  get #isFree(): boolean {
    return this.#present === undefined || this.#present.isOver;
  }

  /** Not at once: at the end of each request that it has read already node:http starts to read again. */
  #pause(): void {
    platform.setImmediate(() => {
      if (this.#waiting !== undefined && this.#waiting.length >= maxWaiting) this.#connection.pause();
    });
  }
}

function lose(this: Connection): void {
  this[own]?.lost();
}
