import type { Socket } from 'node:net';
import { platform } from '../../platform.js';
import type { NodeExchange } from './node-exchange.js';

/** Requests that may wait on a connection before no more are read. */
const maxWaiting = 32;

const own = Symbol('queue');

type Connection = Socket & { [own]?: PipelineQueue };

/**
 * The requests of a connection, served one after the other: the next one waits until the response before it has left, so that a
 * client which asks and does not read costs one response.
 */
export class PipelineQueue {
  readonly #connection: Connection;
  #present: NodeExchange | undefined;
  readonly #waiting: (() => NodeExchange)[] = [];
  #refusal: (() => void) | undefined;
  #isClosed = false;

  /** The queue of a connection. */
  static of(connection: Connection): PipelineQueue {
    connection[own] ??= new PipelineQueue(connection);
    return connection[own];
  }

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** True when nothing more is served: the connection closes behind the present response. */
  get isClosing(): boolean {
    return this.#isClosed || this.#present?.isLast === true;
  }

  /** Calls `serve` once the responses before have left. */
  add(serve: () => NodeExchange): void {
    if (this.#present === undefined) this.#present = serve();
    // At the end of each request that it has read node:http starts to read again, so the pause comes later.
    else if (this.#waiting.push(serve) === maxWaiting) platform.setImmediate(() => this.#pauseOrResume());
  }

  /** The present response has left. */
  readonly next = (): void => {
    this.#isClosed = this.isClosing;
    this.#present = undefined;
    const serve = this.#isClosed ? undefined : this.#waiting.shift();
    if (serve !== undefined) {
      // The time for the response before is over, and the next one may take its own.
      this.#connection.setTimeout(0);
      this.#present = serve();
      this.#pauseOrResume();
    }
    this.#refuseIfDue();
  };

  /** Calls `refusal` in place of the request behind all others, or of the one whose body is being received. */
  refuse(refusal: () => void): void {
    this.#refusal ??= refusal;
    this.#refuseIfDue();
  }

  #refuseIfDue(): void {
    const isServing = this.#present !== undefined && !this.#present.isReceiving;
    if (this.#refusal === undefined || isServing || this.#waiting.length > 0 || this.isClosing) return;
    this.#isClosed = true;
    this.#present?.lost();
    this.#refusal();
  }

  #pauseOrResume(): void {
    if (this.#waiting.length >= maxWaiting) this.#connection.pause();
    else this.#connection.resume();
  }
}
