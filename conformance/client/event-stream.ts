import type { ClientRequest, IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { addressOf } from './address.js';
import { type Json, parseJson } from './http.js';

/** Milliseconds to open a stream, which only a host that hangs exceeds. */
const openLimitMs = 30_000;

/** A received event: the inner `data` with its kind. */
export interface StreamEvent {
  readonly kind: string;
  readonly id: string | undefined;
  readonly data: Json;
}

export interface StreamOptions {
  /** For example `kinds=exposed_object_updated&clientId=phone`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An open event stream that keeps all received events. */
export class EventStreamClient {
  readonly events: StreamEvent[] = [];
  readonly comments: string[] = [];
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** All text received. */
  raw = '';
  isClosed = false;
  readonly #request: ClientRequest;
  readonly #response: IncomingMessage;
  readonly #waiting = new Set<() => void>();

  private constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request;
    this.#response = response;
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    const parser = createParser({
      onEvent: ({ id, data }) => {
        const inner = parseJson(data).data;
        this.events.push({ kind: inner.type, id, data: inner });
      },
      onComment: (comment) => this.comments.push(comment),
    });
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      this.raw += text;
      if (this.status === 200) parser.feed(text);
      this.#wake();
    });
    response.on('close', () => {
      this.isClosed = true;
      this.#wake();
    });
    response.on('error', () => {});
  }

  /** Opens a stream; resolves with its response head. */
  static open(baseUrl: string, { query = '', headers = {} }: StreamOptions = {}): Promise<EventStreamClient> {
    const { request: open, host, port, prefix } = addressOf(baseUrl);
    const path = `${prefix}/api/stream${query === '' ? '' : `?${query}`}`;
    return new Promise((resolve, reject) => {
      const request = open({ host, port, path, headers: { Accept: 'text/event-stream', ...headers } });
      const timer = setTimeout(() => {
        request.destroy(new Error(`${path} was not answered within ${openLimitMs / 1000} s`));
      }, openLimitMs);
      request.on('response', (response) => {
        clearTimeout(timer);
        resolve(new EventStreamClient(request, response));
      });
      request.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      request.end();
    });
  }

  /** The id of the last event, for a reconnect. */
  get lastEventId(): string | undefined {
    return this.events.findLast(({ id }) => id !== undefined)?.id ?? this.events[0]?.data.cursor;
  }

  /** Resolves when `look` finds something in the received data; rejects after `limitMs`, which only a failure reaches. */
  until<T>(look: (stream: this) => T | undefined, what: string, limitMs = 10_000): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(check);
        const seen = this.events.map(({ kind, data }) => `${kind} ${data.path ?? ''}`).slice(-12);
        reject(new Error(`${what} did not come; the stream had: ${seen.join(', ') || 'nothing'}`));
      }, limitMs);
      const check = () => {
        const found = look(this);
        if (found === undefined) return;
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }

  event(matches: (event: StreamEvent) => boolean, what: string): Promise<StreamEvent> {
    return this.until((stream) => stream.events.find(matches), what);
  }

  /** Stops reading: new data stays in the connection. */
  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  close(): void {
    this.#request.destroy();
  }

  #wake(): void {
    for (const check of [...this.#waiting]) check();
  }
}
