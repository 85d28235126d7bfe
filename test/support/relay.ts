import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RelayedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface RelayedAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A proxy between an app and a host that records requests, delays answers and changes them.
 */
export class Relay {
  readonly requests: RelayedRequest[] = [];
  /** Answers instead of the host, or changes its answer. */
  answer: (request: RelayedRequest, ask: () => Promise<RelayedAnswer>) => Promise<RelayedAnswer> = (_, ask) =>
    ask();
  /** Changes the data of an event; undefined drops it. */
  event: (data: Record<string, unknown>) => Record<string, unknown> | undefined = (data) => data;
  target: string;
  /** False for a host that cannot resume a stream. */
  resumes = true;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #streams = new Set<AbortController>();

  constructor(target: string) {
    this.target = target;
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends the open event streams. */
  dropStreams(): void {
    for (const stream of this.#streams) stream.abort();
  }

  stop(): void {
    this.dropStreams();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The requests of a kind, such as `PUT /exposed/…`. */
  asked(pattern: RegExp): string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`).filter((each) => pattern.test(each));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const request = { method: incoming.method!, path: incoming.url!, headers: incoming.headers, body };
    this.requests.push(request);
    try {
      if (request.path.startsWith('/api/stream')) return await this.#stream(request, response);
      const { status, body: answer, headers } = await this.answer(request, () => this.#ask(request));
      response
        .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
        .end(answer);
    } catch {
      response.destroy();
    }
  }

  async #ask({ method, path, headers, body }: RelayedRequest): Promise<RelayedAnswer> {
    const answer = await fetch(this.target + path, {
      method,
      headers: headersFor(headers),
      ...(method !== 'GET' && { body }),
    });
    return { status: answer.status, body: await answer.text() };
  }

  async #stream({ path, headers }: RelayedRequest, response: ServerResponse): Promise<void> {
    const end = new AbortController();
    this.#streams.add(end);
    response.on('close', () => end.abort());
    try {
      const { 'last-event-id': lastEventId, ...others } = headersFor(headers);
      const resumed = this.resumes && lastEventId !== undefined && { 'last-event-id': lastEventId };
      const { status, body } = await fetch(this.target + path, {
        headers: { ...others, ...resumed },
        signal: end.signal,
      });
      response.writeHead(status, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      let rest = '';
      for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
        const events = (rest + piece).split('\n\n');
        rest = events.pop()!;
        for (const each of events) response.write(this.#relayed(each));
      }
      response.end(rest);
    } finally {
      this.#streams.delete(end);
    }
  }

  #relayed(event: string): string {
    const [, data] = /^data: (.*)$/m.exec(event) ?? [];
    if (data === undefined) return `${event}\n\n`;
    const envelope = JSON.parse(data);
    const changed = this.event(envelope.data);
    if (changed === undefined) return '';
    return `${event.replace(/^data: .*$/m, () => `data: ${JSON.stringify({ ...envelope, data: changed })}`)}\n\n`;
  }
}

function headersFor(headers: IncomingMessage['headers']): Record<string, string> {
  const names = ['content-type', 'x-client-id', 'authorization', 'last-event-id', 'accept'];
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}
