/** `sim-host/client`: controls a host from a browser or Node.js. */
export type { AbortSignalLike } from './abort.js';
export type { ConnectionState } from './connection.js';
export { RemoteError, type RemoteErrorCode } from './errors.js';
export type { RequestOptions } from './http.js';
export type { Json } from './json.js';
export { type Pairing, pair } from './pair.js';
export { type ConnectOptions, connect, type RemoteHost } from './remote-host.js';
export type { RemoteObject } from './remote-object.js';
export type { AnyHost, HostShape, ObjectShape, Written } from './shape.js';
export type * from './values.js';
export type { Unsubscribe, Watchable } from './watchable.js';
export type * from './wire.js';
