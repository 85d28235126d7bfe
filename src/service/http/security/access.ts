/** What an application may grant to those who ask: the rights behind `authorize`. */

/** Who asks: what an application decides by. */
export interface Caller {
  /** Of `Authorization: Bearer <token>`; streams and images may bring it as `?access_token=` too. */
  readonly token: string | undefined;
  /** X-Client-ID, else ?clientId=, else `<address>:<port>`. A name that callers choose: no proof of who they are. */
  readonly clientId: string;
  /** The address of the connection. */
  readonly address: string;
  /** `GET`, `PUT`, … */
  readonly method: string;
  /** The path as it was sent, percent-encoded. */
  readonly path: string;
  /** The route that it leads to, as it was declared: `/exposed/object/{id}`; undefined when it leads to none. */
  readonly route: string | undefined;
  /** A header, undefined when absent. To be read before the first `await`: the request is gone then. */
  header(name: string): string | undefined;
}

/** What a right is asked for. */
export interface Place {
  /** The application's object that is exposed; undefined for a route that is about none. */
  readonly object: object | undefined;
  /** Its exposed class. */
  readonly type: string | undefined;
}

/**
 * Answers for all places, or for one by its path: `lamp` for an object, by its source key, `lamp/lens/focalLength` for a
 * member, by the current names and without the indexes of arrays. An object that has no source key goes by `@` and its id.
 * Nothing but `true` is a yes.
 */
export type Rule = boolean | ((path: string, place: Place) => boolean);

/** What a caller may do; what is left out it may not. */
export interface Access {
  /** For the application itself: handlers of its own find it in `request.access`. */
  readonly name?: string;
  /** Which objects and members it sees. It is asked for an object, then for each member on the way. */
  readonly read?: Rule;
  /** Which of those it may write, and which other routes it may PUT, PATCH and DELETE, by their paths: `/api/language`. */
  readonly write?: Rule;
  /** Which functions it may call, `lamp/fadeTo`, and which other routes it may POST to: `/api/commands/quit`. */
  readonly call?: Rule;
}

/** Everything, as without `authorize`. */
export const fullAccess: Access = Object.freeze({ name: 'full', read: true, write: true, call: true });

/** Everything may be seen and nothing changed. */
export const readOnlyAccess: Access = Object.freeze({ name: 'read only', read: true });

/**
 * Answers what a caller may; undefined for one that it does not know, who gets 401. What it throws or rejects with is that
 * request's 500, and logged. Callers that get the same object share the work of making their events.
 */
export type Authorize = (caller: Caller) => Access | undefined | Promise<Access | undefined>;
