import type { TlsFiles } from '../security/tls.js';

/** The interface of an HTTP engine: what the server needs of every engine, and nothing specific to one. */

export type Headers = readonly (readonly [name: string, value: string])[];

/** Headers of a response that no page of another origin may show. Engines recognize this object and send it faster. */
export const ownPageHeaders: Headers = [['Cross-Origin-Resource-Policy', 'same-origin']];

/** A request, readable until the handler that received it returns. */
export interface EngineRequest {
  /** In upper case. */
  getMethod(): string;
  /** The path as it was sent, percent-encoded, without the query. */
  getUrl(): string;
  /** The part after `?`; undefined or empty if there is none. */
  getQuery(): string | undefined;
  /** Returns a header by its lower-case name; empty if absent. */
  getHeader(lowerCaseName: string): string;
  /** True for HTTP/1.0, where the Host may be missing. */
  readonly mayLackHost?: boolean;
}

/**
 * One request and its response: either `send`, or `begin`, `write` and `end`. After the client has disconnected,
 * calls have no effect or throw, so check `isAborted` first.
 */
export interface Exchange {
  /** True if the engine sends prepared bytes faster than a string. */
  readonly prefersBytes?: boolean;
  /** True for a HEAD request, whose response is sent without the body. */
  readonly isHead?: boolean;
  /** Headers of every response to this request; set once, before the response. */
  commonHeaders: Headers;
  /** True once the client has disconnected. */
  readonly isAborted: boolean;
  /** Calls `listener` if the client disconnects before the response has ended. One listener. */
  onAborted(listener: AbortListener): void;
  /**
   * Reads the body; call it before the handler returns. The last piece may be empty, and the memory of a piece may be
   * invalid after the call.
   */
  onData(handler: (piece: Uint8Array, isLast: boolean) => void): void;
  /** Sends a whole response, in one packet if it fits. `close`: the rest of the request is not read. */
  send(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    headers?: Headers,
    close?: boolean,
  ): void;
  /** Sends a whole response without a body. */
  sendEmpty(status: number, headers: Headers): void;
  /** Begins a response in pieces. */
  begin(status: number, contentType: string, headers: Headers | undefined, length: ResponseLength): void;
  /** Sends a piece. Returns false if the client does not keep up; then wait for `onWritable`. Further pieces wait too. */
  write(piece: string | Uint8Array): boolean;
  /** Calls `listener` each time that waiting pieces have been sent; call it after `begin`. One listener. */
  onWritable(listener: () => void): void;
  /** Ends a response in pieces; what was written is still delivered. */
  end(): void;
  /** Closes the connection immediately, which counts as an abort. */
  close(): void;
  /** Returns the caller's IP address. */
  remoteAddress(): string;
  /** Returns the caller's port; undefined if the engine does not know it. */
  remotePort(): number | undefined;
}

/** Length of a response in pieces: `unknown`, or `endless` if it ends only with its connection. */
export type ResponseLength = 'unknown' | 'endless';

/** Maximum bytes of responses that all connections together may leave unread, without the system's own buffers. */
export const maxUnreadBytes = 128 * 1024 * 1024;

/** Bytes of the parts in which a large response is sent as the client reads it. */
export const partBytes = 64 * 1024;

/** Returns the body of an error response that an engine sends itself. */
export function errorBody(reason: string): string {
  return JSON.stringify({ error: `Invalid request format: ${reason}` });
}

export function warnUnreadResponses(warn: ((message: string) => void) | undefined): void {
  warn?.(
    `Closed a connection: answers of more than ${maxUnreadBytes} bytes were not read, and this one for the longest time`,
  );
}

/** An object instead of a function, because there may be thousands. */
export interface AbortListener {
  aborted(): void;
}

export type RequestListener = (exchange: Exchange, request: EngineRequest) => void;

export const engineKinds = ['uws', 'node'] as const;
export type EngineKind = (typeof engineKinds)[number];

/** An HTTP engine; each server has its own. */
export interface HttpEngine {
  readonly kind: EngineKind;
  /** Name and version, for example `uWebSockets.js 20.30 (linux x64, Node.js 20.20.2)`. */
  readonly build: string;
  /** Returns all headers of a request of this engine while it is readable; a relay needs them. */
  headersOf?(request: EngineRequest): Headers;
  /** Called when the engine closes a connection whose client does not read; set by the server. */
  onWarning?: ((message: string) => void) | undefined;
  /**
   * Listens on an address and a port; port 0 selects any free one.
   * @param tls enables HTTPS; the certificate and its key belong together
   * @param sharesPort other processes of the same program listen on the port too; not for port 0
   * @returns the port; undefined if it is taken or the address does not belong to this machine
   */
  listen(
    hostname: string,
    port: number,
    onRequest: RequestListener,
    tls?: TlsFiles,
    sharesPort?: boolean,
  ): Promise<number | undefined>;
  /** Stops listening; connections stay open. */
  stopListening(): void;
  /** Closes all connections. */
  close(): void;
}
