import { parseJson } from '../wire/json.js';
import { BackOff, wait } from './abort.js';
import { RemoteError } from './errors.js';
import { EventParser } from './event-parser.js';
import type { HttpClient } from './http.js';
import type { Json } from './json.js';
import { isEvent, unexpectedResponse } from './responses.js';
import { type Watchable, Watched } from './watchable.js';
import type { Connected, StreamEvent } from './wire.js';

/**
 * How the event stream is: `waiting` until the next try after it broke, `refused` while the host asks for another token,
 * `paused` until `resume`. It comes back by itself from all others but `closed`.
 */
export type ConnectionState = 'connecting' | 'live' | 'waiting' | 'refused' | 'paused' | 'closed';

/** What the owner of a connection wants to know. */
export interface ConnectionListener {
  /** What the URL of the stream that is opened now asks for. */
  query(): string;
  connected(stream: ConnectedInfo): void;
  event(event: StreamEvent): void;
}

/** How a stream has begun. */
export interface ConnectedInfo {
  /** Nothing was missed since the stream before; else all must be read again. */
  readonly isResumed: boolean;
  /** The host has started anew, and its objects have other ids. */
  readonly isNewHost: boolean;
  /** The host can resume a stream and tells of objects that come and go; one of Unity does neither. */
  readonly supportsResume: boolean;
}

/** Hosts send a comment after 10 s of silence: after so many milliseconds without a byte nobody is there any more. */
const silenceMs = 25_000;
/** An id of an event that can be sent back in a header; without one all is read again. */
const sendableId = /^[\x20-\x7e]{1,1024}$/;
/** A stream that is replaced is kept for so long at most: browsers have six connections for a host, and none may be free. */
const overlapMs = 2000;

/** One event stream that comes back by itself, from where it was where the host allows it. */
export class Connection {
  readonly #http: HttpClient;
  readonly #listener: ConnectionListener;
  readonly #state = new Watched<ConnectionState>('connecting');
  readonly #closing = new AbortController();
  readonly #backOff = new BackOff(250, 10_000);
  /** Ends of streams whose place another one takes. */
  #replaced: (() => void)[] = [];
  #replace = () => {};
  #isPaused = false;
  /** Ends the stream that is open, or the pause. */
  #interrupt = () => {};
  #lastEventId: string | undefined;
  #instanceId: string | undefined;
  #isGreeted = false;
  #lastError: RemoteError | undefined;

  constructor(http: HttpClient, listener: ConnectionListener) {
    this.#http = http;
    this.#listener = listener;
    void this.#run();
  }

  get state(): Watchable<ConnectionState> {
    return this.#state;
  }

  /** Why it broke or was refused last; undefined while it is live. */
  get lastError(): RemoteError | undefined {
    return this.#lastError;
  }

  close(): void {
    this.#closing.abort();
    this.#interrupt();
    this.#closeReplaced();
    this.#state.set('closed');
  }

  /**
   * Asks for something else. The stream that is open stays until the next one is there, so that the app is never gone for
   * others, and what it would have told is told by the next one.
   */
  replace(): void {
    this.#replace();
  }

  /** Gives the stream up until `resume`, which asks for what was missed. */
  pause(): void {
    if (this.#isPaused || this.#closing.signal.aborted) return;
    this.#isPaused = true;
    this.#interrupt();
    this.#closeReplaced();
    this.#state.set('paused');
  }

  resume(): void {
    if (!this.#isPaused || this.#closing.signal.aborted) return;
    this.#isPaused = false;
    this.#interrupt();
    this.#state.set('connecting');
  }

  async #run(): Promise<void> {
    // What the app subscribes to at once is asked for at once.
    await wait(0, this.#closing.signal);
    while (!this.#closing.signal.aborted) {
      if (this.#isPaused) {
        await new Promise<void>((resolve) => {
          this.#interrupt = resolve;
        });
        continue;
      }
      const error = await this.#read();
      if (this.#closing.signal.aborted) return;
      if (error === undefined) continue;
      this.#lastError = error;
      const isRefused = error.code === 'unauthorized' || error.code === 'forbidden';
      this.#state.set(isRefused ? 'refused' : 'waiting');
      await wait(this.#backOff.next(), this.#closing.signal);
    }
  }

  /** Reads one stream to its end; why it has ended, undefined when another one takes its place or it was paused. */
  async #read(): Promise<RemoteError | undefined> {
    const stream = new AbortController();
    let ended = undefined as 'interrupted' | 'silent' | 'replaced' | undefined;
    const end = (why: typeof ended) => {
      ended = why;
      stream.abort();
    };
    this.#interrupt = () => end('interrupted');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = () => {
      // Comments alone do not connect.
      if (timer !== undefined && !this.#isGreeted) return;
      clearTimeout(timer);
      timer = setTimeout(() => end('silent'), silenceMs);
    };
    const replaced = new Promise<void>((resolve) => {
      this.#replace = () => {
        // One that nobody has heard of yet has nothing to tell instead of another.
        if (!this.#isGreeted) return;
        ended = 'replaced';
        resolve();
      };
    });
    this.#isGreeted = false;
    try {
      restartTimer();
      const parser = new EventParser((data, id) => this.#receive(data, id));
      const decoder = new TextDecoder();
      const { signal } = stream;
      const reading = this.#http.stream(this.#listener.query(), this.#lastEventId, signal, (bytes) => {
        if (ended === 'replaced') return;
        restartTimer();
        this.#parse(() => parser.feed(decoder.decode(bytes, { stream: true })));
      });
      await Promise.race([reading, replaced]);
      if (ended !== 'replaced') return broken('the host has ended it');
      reading.catch(() => {});
      this.#replaced.push(() => stream.abort());
      setTimeout(() => this.#closeReplaced(), overlapMs);
      return undefined;
    } catch (error) {
      if (ended === 'interrupted') return undefined;
      if (ended === 'silent')
        return new RemoteError(
          'timed-out',
          0,
          `The event stream ${this.#isGreeted ? 'was silent' : 'did not begin'} for ${silenceMs / 1000} s`,
        );
      return error instanceof RemoteError ? error : broken('the connection was cut', error);
    } finally {
      clearTimeout(timer);
      if (ended !== 'replaced') {
        stream.abort();
        this.#closeReplaced();
      }
    }
  }

  #closeReplaced(): void {
    for (const end of this.#replaced.splice(0)) end();
  }

  /** What the host tells and nobody can make sense of ends the stream, and the next one begins anew. @throws RemoteError */
  #parse(take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#lastEventId = undefined;
      const why = error instanceof Error ? error.message : String(error);
      throw error instanceof RemoteError
        ? error
        : unexpectedResponse(`The event stream cannot be understood: ${why}`, error);
    }
  }

  #receive(data: string, id: string | undefined): void {
    if (this.#closing.signal.aborted) return;
    const message = parseJson(data);
    const event = (message as { readonly data?: Json } | null)?.data;
    if (event === undefined && typeof message === 'object' && message !== null) return;
    if (!isEvent(event))
      throw unexpectedResponse(`The event stream tells what is no event: ${data.slice(0, 100)}`);
    const known = event as unknown as StreamEvent;
    if (!this.#isGreeted) this.#onConnected(known);
    // After the event `connected`, which may say that earlier events are lost.
    if (id !== undefined) this.#lastEventId = sendableId.test(id) ? id : undefined;
    if (known.type !== 'connected') this.#listener.event(known);
  }

  #onConnected(event: StreamEvent): void {
    this.#isGreeted = true;
    this.#closeReplaced();
    // A host that this client does not understand connects again and again.
    if (this.#lastError?.code !== 'host-failed') this.#backOff.reset();
    this.#lastError = undefined;
    const { instanceId, resume, cursor }: Partial<Connected> = event.type === 'connected' ? event : {};
    const isNewHost = this.#instanceId !== undefined && this.#instanceId !== instanceId;
    this.#instanceId = instanceId;
    const isResumed = resume === 'resumed';
    // What comes from here on is missed by nobody who asks from here on.
    if (!isResumed) this.#lastEventId = sendableId.test(String(cursor ?? '')) ? cursor : undefined;
    this.#listener.connected({ isResumed, isNewHost, supportsResume: resume !== undefined });
    this.#state.set('live');
  }
}

function broken(why: string, cause?: unknown): RemoteError {
  return new RemoteError('unreachable', 0, `The event stream broke: ${why}`, { cause });
}
