import { type ClientRequest, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';

export interface StreamRequest {
  readonly query: string;
  readonly lastEventId?: string | undefined;
}

/** An event stream that is checked and not kept. */
export class StreamClient {
  /** Number of events received. */
  events = 0;
  /** Number of keep-alives received. */
  comments = 0;
  lastEventId: string | undefined;
  /** `fresh`, `resumed` or `gap`, once it is known. */
  resume: string | undefined;
  isClosed = false;
  /** Time of the last data, in milliseconds of this process. */
  heardAt = performance.now();
  readonly #request: ClientRequest;
  readonly #onWrong: (what: string) => void;
  #last = -1;

  constructor(port: number, { query, lastEventId }: StreamRequest, onWrong: (what: string) => void) {
    this.#onWrong = onWrong;
    const headers = { Accept: 'text/event-stream', ...(lastEventId && { 'Last-Event-ID': lastEventId }) };
    // No agent, because a stream uses its own connection.
    this.#request = httpRequest({
      host: '127.0.0.1',
      port,
      path: `/api/stream${query}`,
      headers,
      agent: false,
    });
    this.#request.on('error', () => (this.isClosed = true));
    this.#request.on('response', (response) => {
      if (response.statusCode !== 200) onWrong(`a stream answered ${response.statusCode}`);
      const parser = createParser({
        onEvent: ({ id, data }) => this.#take(id, data),
        onComment: () => {
          this.comments++;
          this.heardAt = performance.now();
        },
      });
      response.setEncoding('utf8');
      response.on('data', (text: string) => parser.feed(text));
      response.on('error', () => {});
      response.on('close', () => (this.isClosed = true));
    });
    this.#request.end();
  }

  /** Resolves when it is connected. @throws Error if it cannot connect */
  async greeted(): Promise<this> {
    const patience = performance.now() + 60_000;
    while (this.resume === undefined) {
      if (this.isClosed || performance.now() > patience) throw new Error('a stream was not greeted');
      await pause(20);
    }
    return this;
  }

  close(): void {
    this.#request.destroy();
  }

  #take(id: string | undefined, text: string): void {
    this.heardAt = performance.now();
    this.events++;
    if (id === undefined) return this.#onWrong(`an event without an id: ${text.slice(0, 200)}`);
    if (this.resume === undefined) this.resume = JSON.parse(text).data.resume;
    const seq = Number(id.slice(id.lastIndexOf(':') + 1));
    if (!(seq > this.#last))
      this.#onWrong(`event ${id} came after ${this.lastEventId}: ${text.slice(0, 200)}`);
    this.#last = seq;
    this.lastEventId = id;
  }
}
