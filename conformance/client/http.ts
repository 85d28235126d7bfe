import { Agent, request as httpRequest } from 'node:http';
import { isSafeNumber, parse, stringify } from 'lossless-json';

/** A JSON value; integers beyond 2^53 are bigint. */
// biome-ignore lint/suspicious/noExplicitAny: what a host answers is what is being found out
export type Json = any;

export interface Answer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** The parsed body; undefined when it is no JSON. */
  readonly json: Json;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; `raw` is sent as it is. */
  readonly body?: Json;
  readonly raw?: string | Uint8Array;
}

/** Parses JSON and keeps long integers exactly. */
export function parseJson(text: string): Json {
  return parse(text, undefined, (literal) =>
    /^-?\d+$/.test(literal) && !isSafeNumber(literal) ? BigInt(literal) : Number(literal),
  );
}

/** The JSON text of a value; bigint becomes an integer literal. */
export function toJson(value: Json): string {
  return stringify(value) ?? 'null';
}

/** Speaks HTTP to a host: paths go out as they are, answers come back with everything that can be checked. */
export class HttpClient {
  readonly baseUrl: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl.replace(/\/$/, '');
  }

  request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { hostname, port } = new URL(this.baseUrl);
    const payload = options.raw ?? (options.body === undefined ? undefined : toJson(options.body));
    const headers = {
      ...(payload !== undefined && { 'Content-Length': String(Buffer.byteLength(payload)) }),
      ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
      ...options.headers,
    };
    const host = hostname.replace(/^\[|\]$/g, '');
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({ method, path, host, port, headers, agent: this.#agent }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            bytes,
            json: tryParse(text),
          });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function tryParse(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
