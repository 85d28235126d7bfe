/** What a handler sees of a request and gives for an answer. No handler knows the HTTP server behind it. */
import type { Json } from '../json.js';

import type { Access } from './security/access.js';

export type { Json } from '../json.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

export interface ApiRequest {
  readonly method: Method;
  /** The raw path as sent, percent-encoded. */
  readonly path: string;
  /** The decoded `{id}` of the route, empty where it has none. */
  readonly id: string;
  /** What follows the id, raw: property paths do their own decoding. Without the leading slash. */
  readonly rest: string;
  /** Where a handler keeps what it has found at that path, for the next request that names it. */
  readonly place: { found?: unknown };
  /** A query parameter, undefined when absent. */
  query(name: string): string | undefined;
  /** True for `?name` and `?name=true` and `?name=1`, false otherwise (DEP-6). */
  flag(name: string): boolean;
  /** A header, empty when absent. To be read at once: after an await it may be gone. */
  header(name: string): string;
  /** The Last-Event-ID header, undefined when absent. */
  readonly lastEventId: string | undefined;
  /** X-Client-ID, else ?clientId=, else `<address>:<port>`. */
  readonly clientId: string;
  /** A page of another site asks, whose origin is not allowed: it is no client. */
  readonly isForeignPage: boolean;
  /** The address of the connection. */
  readonly address: string;
  /** The parsed body; undefined when none was sent. */
  readonly body: Json | undefined;
  /** Of an item of a batch its share of the batch's. */
  readonly bodyBytes: number;
  /** What the application grants the caller; undefined when that is everything. */
  readonly access: Access | undefined;
}

/** An answer that is not plain JSON with status 200. */
export interface Reply {
  readonly status?: number;
  /** `application/json; charset=utf-8` when left out. */
  readonly contentType?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /**
   * The body, whole or in chunks. Chunks are pulled in slices that leave the frames their time, so a generator may
   * do its work piece by piece; it is closed (`return()`) when the client goes away. Bytes are those of whole characters.
   */
  readonly body: string | Uint8Array | Iterable<string | Uint8Array>;
}

/** A response that stays open: the event stream. `write` is bounded by its caller. */
export interface OpenResponse {
  /** Who is told of what happens to it; an object, since closures count by the thousand. */
  owner: ResponseOwner | undefined;
  /** Sends bytes, which must not change afterwards; false when they were buffered in user space: wait for `writable`. */
  write(chunk: string | Uint8Array): boolean;
  close(): void;
}

export interface ResponseOwner {
  /** The buffered bytes have left. */
  writable(): void;
  /** Called once: the client is gone or `close` was called; nothing may be written any more. */
  closed(): void;
}

/** Takes a response over instead of answering at once. */
export interface Takeover {
  readonly status?: number;
  readonly contentType: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly open: (response: OpenResponse) => void;
}

/** A string is a JSON text, answered with status 200. */
export type Answer = string | Reply | Takeover;

/**
 * A route. `path` is literal, or ends in `/{id}`, `/{id}/{path}` (one or more segments) or `/{id}/{path?}`, or
 * `/{id}/{path}/suffix` with a literal last segment. Paths match without regard to case up to the id.
 * `handle` runs on the main thread; what it throws becomes an error answer (errors.ts). A promise is awaited.
 */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly handle: (request: ApiRequest) => Answer | Promise<Answer>;
  /** JSON members that error answers to this route carry beside `error`, for example `"responses":[]`. */
  readonly errorMembers?: string;
  /** Neither `clientId` nor `lastEventId` of its requests is asked for: they are not read. */
  readonly asksNobody?: boolean;
  /**
   * The right that its handler asks for by object and member, or `none` for a route that needs no right. Without it a POST is a
   * call and any other write is a write of the route's own path.
   */
  readonly rights?: 'write' | 'call' | 'none';
  /** Answers without a token; of literal paths only. */
  readonly isPublic?: boolean;
}

/** A family of routes. It declares them in its constructor; instances share nothing (SVC-5). */
export interface Handler {
  readonly routes: readonly Route[];
}
