import type { TlsFiles } from '../security/tls.js';

/** The port to an HTTP engine: everything that the server needs of one, and nothing that only one of them has. */

export type Headers = readonly (readonly [name: string, value: string])[];

/** Headers of an answer that no page of another origin may show. One object, which engines know again and send sooner. */
export const ownPageHeaders: Headers = [['Cross-Origin-Resource-Policy', 'same-origin']];

/** A request, readable until the handler that it was given to returns. */
export interface EngineRequest {
  /** In upper case. */
  getMethod(): string;
  /** The path as it was sent, percent-encoded, without the query. */
  getUrl(): string;
  /** What follows the `?`; undefined or empty when nothing does. */
  getQuery(): string | undefined;
  /** A header by its lower-case name, empty when absent. */
  getHeader(lowerCaseName: string): string;
  /** True when an HTTP/1.0 client left the Host out, as it may. */
  readonly mayLackHost?: boolean;
}

/**
 * One request being answered: either `send`, or `begin`, `write` and `end`. Once the client has gone every call is
 * without effect or throws, so look at `isAborted` first.
 */
export interface Exchange {
  /** Bytes that were made before are sent sooner than a text. */
  readonly prefersBytes?: boolean;
  /** Answers a HEAD: its answer is sent without the body. */
  readonly isHead?: boolean;
  /** Headers that every answer to this request carries; set once, before the answer. */
  commonHeaders: Headers;
  /** True once the client has gone. */
  readonly isAborted: boolean;
  /** Tells `listener` when the client goes away before the answer has ended. One listener. */
  onAborted(listener: AbortListener): void;
  /**
   * Reads the body; to be called before the handler returns. The last piece may be empty; the memory of a piece may be the
   * engine's own and gone after the call.
   */
  onData(handler: (piece: Uint8Array, isLast: boolean) => void): void;
  /** A whole answer, in one packet where it fits. `close`: what is left of the request is not read. */
  send(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    headers?: Headers,
    close?: boolean,
  ): void;
  /** A whole answer without a body. */
  sendEmpty(status: number, headers: Headers): void;
  /** Begins an answer in pieces. */
  begin(status: number, contentType: string, headers: Headers | undefined, length: AnswerLength): void;
  /** Sends a piece; false when the client does not keep up: what follows should wait for `onWritable`. */
  write(piece: string | Uint8Array): boolean;
  /** Calls `listener` each time that pieces which had to wait have left. One listener. */
  onWritable(listener: () => void): void;
  /** What `work` sends leaves in as few packets as it can. */
  cork(work: () => void): void;
  /** Ends an answer in pieces in order: what was written is still delivered. */
  end(): void;
  /** Ends the connection at once, which counts as an abort. */
  close(): void;
  /** The caller's address as text. */
  remoteAddress(): string;
  /** The caller's port, undefined where the engine does not tell it. */
  remotePort(): number | undefined;
}

/**
 * What is known of an answer in pieces when it begins: the bytes of all of them, so that they need not be said piece by piece;
 * nothing; or that it ends only with its connection, as an event stream does.
 */
export type AnswerLength = number | 'unknown' | 'endless';

/** Bytes of answers that all connections together may leave unread, beside what the system itself keeps for them. */
export const mostUnread = 128 * 1024 * 1024;

/** A long answer is handed to its connection in parts of this size, as it is read. */
export const partBytes = 64 * 1024;

/** The body of a refusal by an engine, in the form of all errors. */
export function errorBody(reason: string): string {
  return JSON.stringify({ error: `Invalid request format: ${reason}` });
}

export function tellOfUnread(warn: ((message: string) => void) | undefined): void {
  warn?.(
    `Closed a connection: answers of more than ${mostUnread} bytes were not read, and this one for the longest time`,
  );
}

/** An object and no function: there may be thousands. */
export interface AbortListener {
  aborted(): void;
}

export type RequestListener = (exchange: Exchange, request: EngineRequest) => void;

export const engineKinds = ['uws', 'node'] as const;
export type EngineKind = (typeof engineKinds)[number];

/** An HTTP engine, for one server. */
export interface HttpEngine {
  readonly kind: EngineKind;
  /** What it is, for people: for example `uWebSockets.js 20.30 (linux x64, Node.js 20.20.2)`. */
  readonly build: string;
  /** All headers of a request of this engine's, while it can be read; what a relay needs. */
  headersOf?(request: EngineRequest): Headers;
  /** Told of connections that it has closed since their clients do not read; set by the server. */
  onWarning?: ((message: string) => void) | undefined;
  /**
   * Listens on an address and a port of which 0 is any free one.
   * @param tls for HTTPS; the certificate and its key belong together
   * @param sharesPort other processes of the same program listen on it too; not on port 0
   * @returns the port; undefined when it is taken or the address is not this machine's
   */
  listen(
    hostname: string,
    port: number,
    onRequest: RequestListener,
    tls?: TlsFiles,
    sharesPort?: boolean,
  ): Promise<number | undefined>;
  /** Stops listening; the connections stay. */
  stopListening(): void;
  /** Ends all connections. */
  close(): void;
}
