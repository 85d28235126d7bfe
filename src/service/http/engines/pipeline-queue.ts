import type { Socket } from 'node:net';
import { platform } from '../../common/platform.js';
import type { NodeExchange } from './node-exchange.js';

/** Requests that may wait on a connection before reading pauses. */
const maxWaiting = 32;

const queueKey = Symbol('queue');

type Connection = Socket & { [queueKey]?: PipelineQueue };

/**
 * Serves the pipelined requests of a connection one after another. A request waits until the previous response was
 * sent, so a client that does not read occupies only one response.
 */
export class PipelineQueue {
  readonly #connection: Connection;
  #current: NodeExchange | undefined;
  readonly #waiting: (() => NodeExchange)[] = [];
  #refusal: (() => void) | undefined;
  #isClosed = false;

  /** Returns the queue of a connection. */
  static of(connection: Connection): PipelineQueue {
    connection[queueKey] ??= new PipelineQueue(connection);
    return connection[queueKey];
  }

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** True if nothing more is served, because the connection closes after the current response. */
  get isClosing(): boolean {
    return this.#isClosed || this.#current?.isLast === true;
  }

  /** Calls `serve` once the responses before have been sent. */
  add(serve: () => NodeExchange): void {
    if (this.#current === undefined) this.#current = serve();
    // node:http resumes reading at the end of each request, so the pause has to come later.
    else if (this.#waiting.push(serve) === maxWaiting) platform.setImmediate(() => this.#pauseOrResume());
  }

  /** Called when the current response has been sent. */
  readonly next = (): void => {
    this.#isClosed = this.isClosing;
    this.#current = undefined;
    const serve = this.#isClosed ? undefined : this.#waiting.shift();
    if (serve !== undefined) {
      // Ends the idle timeout of the previous response.
      this.#connection.setTimeout(0);
      this.#current = serve();
      this.#pauseOrResume();
    }
    this.#refuseIfDue();
  };

  /** Calls `refusal` once earlier requests were answered; one whose body is still being received is aborted. */
  refuse(refusal: () => void): void {
    this.#refusal ??= refusal;
    this.#refuseIfDue();
  }

  #refuseIfDue(): void {
    const isServing = this.#current !== undefined && !this.#current.isReceiving;
    if (this.#refusal === undefined || isServing || this.#waiting.length > 0 || this.isClosing) return;
    this.#isClosed = true;
    this.#current?.abort();
    this.#refusal();
  }

  #pauseOrResume(): void {
    if (this.#waiting.length >= maxWaiting) this.#connection.pause();
    else this.#connection.resume();
  }
}
