import type { Agent } from 'node:http';
import { isSafeNumber, parse, stringify } from 'lossless-json';
import { type Address, addressOf } from './address.js';

/** A JSON value; integers beyond 2^53 are bigint. */
// biome-ignore lint/suspicious/noExplicitAny: what a host answers is what is being found out
export type Json = any;

export interface Answer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: Json;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; `raw` is sent unchanged. */
  readonly body?: Json;
  readonly raw?: string | Uint8Array;
  /** Time limit of the whole answer, which only a host that hangs reaches. */
  readonly limitMs?: number;
}

/** A request with its answer, for reports and checks. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  /** The part of the URL after the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly answer: Answer;
}

/** An exchange as text: the request as a curl line, and the answer. */
export function describeExchange({ method, url, headers, body, answer }: Exchange): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [
    `curl -i -X ${method} ${quote(url)}`,
    ...Object.entries(headers)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(body.toString().slice(0, 2000))}`]),
  ];
  return `${lines.join(' ')}\n${answer.status} ${answer.text.slice(0, 2000)}`;
}

/** Parses JSON and keeps large integers exact. */
export function parseJson(text: string): Json {
  return parse(text, undefined, (literal) =>
    /^-?\d+$/.test(literal) && !isSafeNumber(literal) ? BigInt(literal) : Number(literal),
  );
}

/** The JSON text of a value; bigint becomes an integer literal. */
export function toJson(value: Json): string {
  return stringify(value) ?? 'null';
}

/** HTTP client of a host: paths are sent unchanged, and answers have everything that can be checked. */
export class HttpClient {
  readonly baseUrl: string;
  readonly #address: Address;
  readonly #agent: Agent;
  readonly #token: string | undefined;
  /** The last exchange. */
  last: Exchange | undefined;
  /** Called for every exchange. */
  onExchange: (exchange: Exchange) => void = () => {};

  constructor(baseUrl: string, token?: string) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.#token = token;
    this.#address = addressOf(baseUrl);
    // Hosts close idle connections, some after five seconds, so such a connection is not reused.
    this.#agent = new this.#address.Agent({ keepAlive: true, timeout: 4000 });
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    try {
      return await this.#requestOnce(method, path, options);
    } catch (error) {
      // A host may close an idle connection just as it is reused; a request that may have had effects is not repeated.
      if (!(error instanceof StaleConnection) || method !== 'GET') throw error;
      return this.#requestOnce(method, path, options);
    }
  }

  #requestOnce(method: string, path: string, options: RequestOptions): Promise<Answer> {
    const { request, host, port, prefix } = this.#address;
    const payload = options.raw ?? (options.body === undefined ? undefined : toJson(options.body));
    const headers = {
      ...(payload !== undefined && { 'Content-Length': String(Buffer.byteLength(payload)) }),
      ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(this.#token !== undefined && { Authorization: `Bearer ${this.#token}` }),
      ...options.headers,
    };
    const limitMs = options.limitMs ?? 30_000;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        outgoing.destroy(new Error(`${method} ${path} was not answered within ${limitMs / 1000} s`));
      }, limitMs);
      const fail = (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET' && !isAnswered;
        reject(isStale ? new StaleConnection(error.message, { cause: error }) : error);
      };
      let isAnswered = false;
      const target = { method, path: prefix + path, host, port, headers, agent: this.#agent };
      const outgoing = request(target, (incoming) => {
        isAnswered = true;
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', fail);
        incoming.on('end', () => {
          clearTimeout(timer);
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          const { statusCode: status = 0, headers: answerHeaders } = incoming;
          const answer: Answer = { status, headers: answerHeaders, text, bytes, json: tryParse(text) };
          this.last = { method, url: this.baseUrl + path, path, headers, body: payload, answer };
          this.onExchange(this.last);
          resolve(answer);
        });
      });
      outgoing.on('error', fail);
      outgoing.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Thrown if the reused connection ended without a byte of the answer. */
class StaleConnection extends Error {}

function tryParse(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
