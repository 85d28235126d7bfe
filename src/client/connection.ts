import { EventParser } from './event-source.js';
import { RemoteError } from './errors.js';
import type { HostEvent } from './events.js';
import type { HttpClient } from './http.js';
import { parseJson } from './json.js';
import { type Watchable, Watched } from './watchable.js';

/** How the event stream is. */
export type ConnectionState = 'connecting' | 'live' | 'waiting' | 'refused' | 'closed';

/** What the owner of a connection wants to know. */
export interface ConnectionListener {
  /**
   * A stream has begun. `isWhole`: nothing was missed since the one before it; else all must be read again.
   * `isNewHost`: the host has started anew, and its objects have other ids.
   */
  connected(isWhole: boolean, isNewHost: boolean): void;
  event(event: HostEvent): void;
}

const firstWaitMs = 250;
const longestWaitMs = 10_000;
/** Hosts send a comment after 10 s of silence: after so many milliseconds without a byte nobody is there any more. */
const silenceMs = 25_000;

/** One event stream that comes back by itself, from where it was where the host allows it. */
export class Connection {
  readonly #http: HttpClient;
  readonly #listener: ConnectionListener;
  readonly #state = new Watched<ConnectionState>('connecting');
  readonly #closing = new AbortController();
  #query: string;
  #restart = new AbortController();
  #lastEventId: string | undefined;
  #instanceId: string | undefined;
  #waitMs = firstWaitMs;
  /** Why it was refused or broke last. */
  lastError: RemoteError | undefined;

  constructor(http: HttpClient, query: string, listener: ConnectionListener) {
    this.#http = http;
    this.#query = query;
    this.#listener = listener;
    void this.#run();
  }

  get state(): Watchable<ConnectionState> {
    return this.#state;
  }

  /** Asks for other events from now on: the stream begins anew where it is, and misses nothing. */
  set query(query: string) {
    if (query === this.#query) return;
    this.#query = query;
    this.#restart.abort();
  }

  close(): void {
    this.#closing.abort();
    this.#state.set('closed');
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#restart = new AbortController();
      const isAsked = () => this.#restart.signal.aborted;
      try {
        await this.#read();
        this.lastError = undefined;
      } catch (error) {
        if (error instanceof RemoteError && !isAsked()) this.lastError = error;
      }
      if (this.#closing.signal.aborted) return;
      if (isAsked()) continue;
      const isRefused = ['unauthorized', 'forbidden'].includes(this.lastError?.code ?? '');
      this.#state.set(isRefused ? 'refused' : 'waiting');
      await this.#wait();
    }
  }

  async #read(): Promise<void> {
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
    };
    const signal = AbortSignal.any([this.#closing.signal, this.#restart.signal, silence.signal]);
    try {
      heard();
      const { body } = await this.#http.stream(this.#query, this.#lastEventId, signal);
      const parser = new EventParser((data, id) => this.#take(data, id));
      const decoder = new TextDecoder();
      const reader = body!.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        heard();
        parser.feed(decoder.decode(next.value, { stream: true }));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #take(data: string, id: string | undefined): void {
    if (this.#closing.signal.aborted) return;
    if (id !== undefined) this.#lastEventId = id;
    const { data: event } = parseJson(data) as { data?: HostEvent };
    if (event === undefined) return;
    if (event.type !== 'connected') return this.#listener.event(event);
    const isNewHost = this.#instanceId !== undefined && this.#instanceId !== event.instanceId;
    this.#instanceId = event.instanceId;
    this.#waitMs = firstWaitMs;
    // What comes from here on is missed by nobody who asks from here on.
    if (event.cursor !== undefined && event.resume !== 'resumed') this.#lastEventId = event.cursor;
    this.#listener.connected(event.resume === 'resumed', isNewHost);
    this.#state.set('live');
  }

  /** Longer each time, and never all clients at once. */
  #wait(): Promise<void> {
    const ms = this.#waitMs * (0.5 + Math.random() / 2);
    this.#waitMs = Math.min(2 * this.#waitMs, longestWaitMs);
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#closing.signal.addEventListener('abort', end, { once: true });
      this.#restart.signal.addEventListener('abort', end, { once: true });
    });
  }
}
