/** The API of uWebSockets.js as far as it is used; all its builds have it. */
import { TextEncoder } from 'node:util';
import type { EngineRequest } from './engine.js';

/** A string, or its bytes: each call copies a string, which takes longer than the rest of the call. */
export type UwsText = string | ArrayBuffer;

/** Returns the bytes of a string that is passed to uWebSockets.js repeatedly. */
export function bytesOf(text: string): ArrayBuffer {
  return new TextEncoder().encode(text).slice().buffer;
}

/** A request, readable until the handler that received it returns. */
export interface UwsRequest extends Omit<EngineRequest, 'mayLackHost' | 'getHeader'> {
  getHeader(lowerCaseName: UwsText): string;
  /** Calls `handler` with each header; names are in lower case. */
  forEach(handler: (name: string, value: string) => void): void;
}

export interface UwsResponse {
  writeStatus(status: string): UwsResponse;
  writeHeader(name: UwsText, value: UwsText): UwsResponse;
  write(chunk: string | Uint8Array): boolean;
  end(body?: string | Uint8Array, closeConnection?: boolean): UwsResponse;
  /** Ends the response to a HEAD request. */
  endWithoutBody(contentLength?: number, closeConnection?: boolean): UwsResponse;
  /** Sends as much of `rest` as the connection takes now, and ends a response of `totalSize` bytes. */
  tryEnd(rest: string | Uint8Array, totalSize: number): [isTaken: boolean, isDone: boolean];
  /** Returns how many bytes of the body were taken. */
  getWriteOffset(): number;
  close(): UwsResponse;
  cork(callback: () => void): UwsResponse;
  onAborted(handler: () => void): UwsResponse;
  onData(handler: (chunk: ArrayBuffer, isLast: boolean) => void): UwsResponse;
  onWritable(handler: (offset: number) => boolean): UwsResponse;
  getRemoteAddressAsText(): ArrayBuffer;
  /** Only in newer builds. */
  getRemotePort?(): number;
}

export type UwsListenSocket = { readonly listenSocket: unique symbol };

export type UwsHandler = (response: UwsResponse, request: UwsRequest) => void;

export interface UwsApp {
  /** Closes the listening socket and all connections. */
  close(): UwsApp;
  get(pattern: string, handler: UwsHandler): UwsApp;
  put(pattern: string, handler: UwsHandler): UwsApp;
  post(pattern: string, handler: UwsHandler): UwsApp;
  any(pattern: string, handler: UwsHandler): UwsApp;
  listen(
    host: string,
    port: number,
    options: number,
    callback: (socket: UwsListenSocket | false) => void,
  ): UwsApp;
}

export interface Uws {
  App(): UwsApp;
  /** With paths of PEM files. */
  SSLApp(options: { cert_file_name: string; key_file_name: string; passphrase?: string }): UwsApp;
  us_listen_socket_close(socket: UwsListenSocket): void;
  us_socket_local_port(socket: UwsListenSocket): number;
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number;
}
