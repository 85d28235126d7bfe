/** Interfaces between handlers and the HTTP server. Handlers know nothing else of the server. */
import type { Json } from '../common/json.js';

import type { Access } from './security/access.js';

export type { Json } from '../common/json.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

export interface ApiRequest {
  readonly method: Method;
  /** The raw path as it was sent, percent-encoded. */
  readonly path: string;
  /** The decoded `{id}` of the route; empty if the route has none. */
  readonly id: string;
  /** The raw path after the id, without the leading slash; property paths do their own decoding. */
  readonly rest: string;
  /** A slot of this path in which a handler caches what it has found, for later requests of the same path. */
  readonly pathSlot: { found?: unknown };
  /** Returns a query parameter; undefined if absent. */
  query(name: string): string | undefined;
  /** True for `?name`, `?name=true` and `?name=1` (DEP-6). */
  flag(name: string): boolean;
  /** Returns a header; empty if absent. Read it before the first `await`: later it may be gone. */
  header(name: string): string;
  /** The Last-Event-ID header; undefined if absent. */
  readonly lastEventId: string | undefined;
  /** X-Client-ID, else ?clientId=, else `<address>:<port>`. */
  readonly clientId: string;
  /**
   * True if a page of another site whose origin is not allowed sent the request; it does not count as a client.
   */
  readonly isForeignPage: boolean;
  /** True if the request came through a relay. @internal */
  readonly isRelayed?: boolean;
  /** The IP address of the connection. */
  readonly address: string;
  /** The parsed body; undefined if none was sent. */
  readonly body: Json | undefined;
  /** Size of the body in bytes; for a batch item, its share of the batch's body. */
  readonly bodyBytes: number;
  /** The access that the application grants the caller; undefined for full access. */
  readonly access: Access | undefined;
}

/** A response that is not plain JSON with status 200. */
export interface HttpResponse {
  readonly status?: number;
  /** `application/json; charset=utf-8` by default. */
  readonly contentType?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /**
   * The body, whole or in chunks. Chunks are pulled in short slices between frames; the iterator is closed (`return()`)
   * if the client disconnects. A chunk of bytes must not end inside a UTF-8 character.
   */
  readonly body: string | Uint8Array | Iterable<string | Uint8Array>;
}

/** A response that stays open, such as the event stream. Its caller limits what it writes. */
export interface OpenResponse {
  /** Receives the events of this response; an object, because thousands of closures would cost memory. */
  owner: ResponseOwner | undefined;
  /** Sends bytes, which must not change afterwards. Returns false if they were buffered; then wait for `onWritable`. */
  write(chunk: string | Uint8Array): boolean;
  close(): void;
}

export interface ResponseOwner {
  /** Called when the buffered bytes have been sent. */
  onWritable(): void;
  /** Called once, when the client has disconnected or `close` was called; nothing may be written any more. */
  onClosed(): void;
}

/** Takes over the response and keeps it open. */
export interface ResponseTakeover {
  readonly status?: number;
  readonly contentType: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly open: (response: OpenResponse) => void;
}

/** A response; a string is JSON text with status 200. */
export type HandlerResponse = string | HttpResponse | ResponseTakeover;

export interface Route {
  readonly method: Method;
  /**
   * Literal, or ends in `/{id}`, `/{id}/{path}` (one or more segments) or `/{id}/{path}/suffix`. Matched
   * case-insensitively up to the id.
   */
  readonly path: string;
  /** An error that it throws becomes an error response. */
  readonly handle: (request: ApiRequest) => HandlerResponse | Promise<HandlerResponse>;
  /** JSON members that error responses of this route carry next to `error`, for example `"responses":[]`. */
  readonly errorMembers?: string;
  /** True if the handler reads neither `clientId` nor `lastEventId`, so that these headers need not be read. */
  readonly ignoresCaller?: boolean;
  /**
   * The right that the handler checks itself, per object and member; `none` if the route needs no right.
   * By default a POST needs `call` and any other write needs `write`, both for the route's own path.
   */
  readonly rights?: 'write' | 'call' | 'none';
  /** True if the route needs no token; literal paths only. */
  readonly isPublic?: boolean;
}

/** A group of routes. Instances share no state (SVC-5). */
export interface Handler {
  readonly routes: readonly Route[];
}
