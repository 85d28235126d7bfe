/** `sim-host/client`: steer a host from a browser or Node.js. */
export type { ConnectionState } from './connection.js';
export { RemoteError, type RemoteErrorCode } from './errors.js';
export type { HostEvent, Notification, ObjectUpdated, Prompt } from './events.js';
export type { RequestOptions } from './http.js';
export type { Json } from './json.js';
export type { RemoteObject } from './remote-object.js';
export type { AnyObject, AnyStudio, ObjectShape, StudioShape } from './shape.js';
export { type ConnectOptions, connect, type HostInfo, type Studio } from './studio.js';
export type { Unsubscribe, Watchable } from './watchable.js';
