/** The access rights that an application grants with `authorize`. */

/** The caller of a request, by which an application decides. */
export interface Caller {
  /** The token of `Authorization: Bearer <token>`, or of `?access_token=` for streams and images. */
  readonly token: string | undefined;
  /** X-Client-ID, else ?clientId=, else `<address>:<port>`. Callers choose it, so it does not prove who they are. */
  readonly clientId: string;
  /** The IP address of the connection. */
  readonly address: string;
  /** `GET`, `PUT`, … */
  readonly method: string;
  /** The path as it was sent, percent-encoded. */
  readonly path: string;
  /** The declared route of the path, such as `/exposed/object/{id}`; undefined if there is none. */
  readonly route: string | undefined;
  /** Returns a header; undefined if absent. Read it before the first `await`: later it is gone. */
  header(name: string): string | undefined;
}

/** The subject of a right. */
export interface RightSubject {
  /** The application's exposed object; undefined for a route without an object. */
  readonly object: object | undefined;
  /** The name of its exposed class. */
  readonly type: string | undefined;
}

/**
 * Grants or denies a right, for everything or by path. `lamp` is the object with that source key; `lamp/lens/focalLength`
 * is a member, with current names and without array indexes. An object without a source key is `@` and its id. Only
 * `true` grants the right.
 */
export type Rule = boolean | ((path: string, subject: RightSubject) => boolean);

/** The rights of a caller; an omitted right is denied. */
export interface Access {
  /** A name for the application's own use; its handlers find it in `request.access`. */
  readonly name?: string;
  /** The objects and members that the caller may read; asked for an object, then for each member on the path. */
  readonly read?: Rule;
  /** The readable members that it may write, and other routes it may PUT, PATCH and DELETE by path: `/api/language`. */
  readonly write?: Rule;
  /** The functions that it may call, `lamp/fadeTo`, and other routes it may POST to: `/api/commands/quit`. */
  readonly call?: Rule;
}

/** Access to everything, as without `authorize`. */
export const fullAccess: Access = Object.freeze({ name: 'full', read: true, write: true, call: true });

/** Access to read everything and change nothing. */
export const readOnlyAccess: Access = Object.freeze({ name: 'read only', read: true });

/**
 * Returns the access of a caller; undefined for an unknown caller, which gets 401. If it throws or rejects, the request
 * gets a logged 500. Callers with the same access object share the work of encoding events.
 */
export type Authorize = (caller: Caller) => Access | undefined | Promise<Access | undefined>;
