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
 * The state of the event stream. After a failure it is `waiting` for the next attempt, `refused` if the host asks for
 * another token, and `paused` until `resume`. Only `closed` is final.
 */
export type ConnectionState = 'connecting' | 'live' | 'waiting' | 'refused' | 'paused' | 'closed';

/** Receives the events of the stream. */
export interface ConnectionListener {
  /** Returns the query of the stream that is opened next. */
  query(): string;
  connected(stream: ConnectedInfo): void;
  event(event: StreamEvent): void;
}

/** The beginning of a stream. */
export interface ConnectedInfo {
  /** True if no event was missed since the previous stream; otherwise everything must be read again. */
  readonly isResumed: boolean;
  /** True if the host has restarted, so that its objects have other ids. */
  readonly isNewHost: boolean;
  /** True if the host can resume streams and reports added and removed objects; Unity hosts do neither. */
  readonly supportsResume: boolean;
}

/** Milliseconds of silence after which a stream counts as broken; hosts send a comment after 10 s of silence. */
const silenceMs = 25_000;
/** Matches event ids that a header can contain; without such an id, everything is read again. */
const sendableId = /^[\x20-\x7e]{1,1024}$/;
/**
 * Maximum milliseconds that a replaced stream stays open. Browsers open only six connections to a host, so none may be
 * free for the new stream.
 */
const overlapMs = 2000;

/** An event stream that reconnects, and resumes where the host supports it. */
export class Connection {
  readonly #http: HttpClient;
  readonly #listener: ConnectionListener;
  readonly #state = new Watched<ConnectionState>('connecting');
  readonly #closing = new AbortController();
  readonly #backOff = new BackOff(250, 10_000);
  /** Functions that close the replaced streams. */
  #replaced: (() => void)[] = [];
  #replace = () => {};
  #isPaused = false;
  /** Ends the current stream, or the pause. */
  #interrupt = () => {};
  #lastEventId: string | undefined;
  #instanceId: string | undefined;
  #hasConnectedEvent = false;
  #lastError: RemoteError | undefined;

  constructor(http: HttpClient, listener: ConnectionListener) {
    this.#http = http;
    this.#listener = listener;
    void this.#run();
  }

  get state(): Watchable<ConnectionState> {
    return this.#state;
  }

  /** The reason why the stream last broke or was refused; undefined while it is live. */
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
   * Opens a stream with another query. The current one stays open until then, so that other clients do not see this one
   * leave; the new stream delivers what the old one would have.
   */
  replace(): void {
    this.#replace();
  }

  /** Closes the stream until `resume`, which then asks for the missed events. */
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
    // The first query contains everything that the app subscribes to in the same turn.
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

  /** Reads one stream to its end. Returns why it ended, or undefined if it was replaced or paused. */
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
      // Comments before the first event do not count as a connection.
      if (timer !== undefined && !this.#hasConnectedEvent) return;
      clearTimeout(timer);
      timer = setTimeout(() => end('silent'), silenceMs);
    };
    const replaced = new Promise<void>((resolve) => {
      this.#replace = () => {
        // A stream without its first event has nothing that a replacement would have to continue.
        if (!this.#hasConnectedEvent) return;
        ended = 'replaced';
        resolve();
      };
    });
    this.#hasConnectedEvent = false;
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
          `The event stream ${this.#hasConnectedEvent ? 'was silent' : 'did not begin'} for ${silenceMs / 1000} s`,
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

  /**
   * Ends the stream if it cannot be parsed; the next stream starts without resuming. @throws RemoteError
   */
  #parse(parse: () => void): void {
    try {
      parse();
    } catch (error) {
      this.#lastEventId = undefined;
      const why = error instanceof Error ? error.message : String(error);
      throw error instanceof RemoteError
        ? error
        : unexpectedResponse(`The event stream cannot be parsed: ${why}`, error);
    }
  }

  #receive(data: string, id: string | undefined): void {
    if (this.#closing.signal.aborted) return;
    const message = parseJson(data);
    const event = (message as { readonly data?: Json } | null)?.data;
    if (event === undefined && typeof message === 'object' && message !== null) return;
    if (!isEvent(event))
      throw unexpectedResponse(`The event stream sent an invalid event: ${data.slice(0, 100)}`);
    const known = event as unknown as StreamEvent;
    if (!this.#hasConnectedEvent) this.#onConnected(known);
    // Set after the event `connected`, which may report that earlier events are lost.
    if (id !== undefined) this.#lastEventId = sendableId.test(id) ? id : undefined;
    if (known.type !== 'connected') this.#listener.event(known);
  }

  #onConnected(event: StreamEvent): void {
    this.#hasConnectedEvent = true;
    this.#closeReplaced();
    // The wait stays long for a host whose streams open but cannot be parsed.
    if (this.#lastError?.code !== 'host-failed') this.#backOff.reset();
    this.#lastError = undefined;
    const { instanceId, resume, cursor }: Partial<Connected> = event.type === 'connected' ? event : {};
    const isNewHost = this.#instanceId !== undefined && this.#instanceId !== instanceId;
    this.#instanceId = instanceId;
    const isResumed = resume === 'resumed';
    // A read from here on contains everything before the cursor, so a later stream may resume from it.
    if (!isResumed) this.#lastEventId = sendableId.test(String(cursor ?? '')) ? cursor : undefined;
    this.#listener.connected({ isResumed, isNewHost, supportsResume: resume !== undefined });
    this.#state.set('live');
  }
}

function broken(why: string, cause?: unknown): RemoteError {
  return new RemoteError('unreachable', 0, `The event stream broke: ${why}`, { cause });
}
