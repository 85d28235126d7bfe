/**
 * The required result of a case:
 * - `answers`: one answer for each request
 * - `answer-or-close`: an answer or the end of the connection: invalid HTTP
 * - `nothing`: the client leaves before an answer; the host must only survive
 */
export type Expectation = 'answers' | 'answer-or-close' | 'nothing';

/** The behaviour of the client after it has sent everything. */
export type Manner = 'reads' | 'reads slowly' | 'half-closes' | 'resets' | 'never reads';

/** The data of one abusive connection. The same case has the same bytes for every host. */
export interface AbuseCase {
  readonly name: string;
  /** Pieces to send; a number is a pause in milliseconds. */
  readonly pieces: readonly (string | Uint8Array | number)[];
  readonly manner: Manner;
  readonly expects: Expectation;
  /** The number of its requests. */
  readonly requests: number;
  /** Expected 5xx statuses: the code of the application fails. */
  readonly allows?: readonly number[];
  /** Allowed statuses of the first answer; any below 500 if omitted. */
  readonly statuses?: readonly number[];
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
