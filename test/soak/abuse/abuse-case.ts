/**
 * The required result of a case:
 * - `answers`: one answer for each request
 * - `answer-or-close`: an answer or the end of the connection: invalid HTTP
 * - `head`: the head of an endless answer, an event stream
 * - `nothing`: the client leaves before an answer; the host must only survive
 */
export type Expectation = 'answers' | 'answer-or-close' | 'head' | 'nothing';

/** The behaviour of the client after it has sent everything. */
export type Manner = 'reads' | 'reads slowly' | 'half-closes' | 'resets' | 'never reads';

/** The data of one abusive connection. The same case has the same bytes for every host. */
export interface AbuseCase {
  readonly name: string;
  /** Pieces to send; a number is a pause in milliseconds. */
  readonly pieces: readonly (string | Uint8Array | number)[];
  readonly manner: Manner;
  readonly expects: Expectation;
  /** The methods of its requests (an answer to HEAD has no body). */
  readonly methods: readonly string[];
  /** Expected 5xx statuses: the code of the application fails. */
  readonly allows?: readonly number[];
  /** Allowed statuses of the first answer; any below 500 if omitted. */
  readonly statuses?: readonly number[];
}

/** The result of a case. */
export interface Outcome {
  readonly answers: readonly RawAnswer[];
  readonly isClosed: boolean;
  /** The bytes after the last complete answer. */
  readonly rest: Uint8Array;
  /** True if they contain the start of an event stream. */
  readonly isEndless: boolean;
  readonly ms: number;
  /** The reason if the connection failed. */
  readonly error?: string | undefined;
}

/** An answer received over the connection. */
export interface RawAnswer {
  readonly status: number;
  /** Lower-case names; the last of equal ones counts. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

/** The parts of a request before serialization; they can express invalid HTTP. */
export interface RequestParts {
  readonly method: string;
  readonly target: string;
  readonly version?: string;
  /** A loopback name if omitted; null: no Host. */
  readonly host?: string | null;
  /** Headers other than Host and Content-Length. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array | undefined;
  /** That of the body if omitted. */
  readonly contentLength?: string;
}

/** Serializes head and body. */
export function requestBytes(parts: RequestParts): Buffer {
  const { method, target, version = 'HTTP/1.1', host = '127.0.0.1', headers = [], body } = parts;
  const bytes = Buffer.from(body ?? '');
  const length = parts.contentLength ?? (body === undefined ? undefined : String(bytes.length));
  const lines = [
    `${method} ${target} ${version}`,
    ...(host === null ? [] : [`Host: ${host}`]),
    ...(length === undefined ? [] : [`Content-Length: ${length}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
