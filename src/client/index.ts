/** `sim-host/client`: steer a host from a browser or Node.js. */
export type { AbortSignalLike } from './abort.js';
export type { ConnectionState } from './connection.js';
export { RemoteError, type RemoteErrorCode } from './errors.js';
export type { RequestOptions } from './http.js';
export type { Json } from './json.js';
export { type Pairing, pair } from './pair.js';
export type { RemoteObject } from './remote-object.js';
export type { AnyStudio, ObjectShape, StudioShape, Written } from './shape.js';
export { type ConnectOptions, connect, type Studio } from './studio.js';
export type * from './values.js';
export type { Unsubscribe, Watchable } from './watchable.js';
export type * from './wire.js';
