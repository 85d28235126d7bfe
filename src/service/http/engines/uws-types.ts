/** The parts of uWebSockets.js that are used; all its builds have them. */
import { TextEncoder } from 'node:util';
import type { EngineRequest } from './engine.js';

/** A text of which bytes are taken too: of a string each call makes a copy, which takes longer than the rest of it. */
export type UwsText = string | ArrayBuffer;

/** The bytes of a text that is given to uWebSockets.js again and again. */
export function bytesOf(text: string): ArrayBuffer {
  return new TextEncoder().encode(text).slice().buffer;
}

/** Readable until the handler that it was given to returns. */
export interface UwsRequest extends Omit<EngineRequest, 'mayLackHost' | 'getHeader'> {
  getHeader(lowerCaseName: UwsText): string;
  /** All headers, with names in lower case. */
  forEach(handler: (name: string, value: string) => void): void;
}

export interface UwsResponse {
  writeStatus(status: string): UwsResponse;
  writeHeader(name: UwsText, value: UwsText): UwsResponse;
  write(chunk: string | Uint8Array): boolean;
  end(body?: string | Uint8Array, closeConnection?: boolean): UwsResponse;
  /** Ends an answer to a HEAD. */
  endWithoutBody(contentLength?: number, closeConnection?: boolean): UwsResponse;
  /** Ends an answer of `totalSize` bytes as far as they are taken at once. */
  tryEnd(rest: string | Uint8Array, totalSize: number): [isTaken: boolean, isDone: boolean];
  /** Bytes of the body that were taken. */
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
