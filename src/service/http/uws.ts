import { createRequire } from 'node:module';

/** The parts of uWebSockets.js that the server uses; both builds have them. */
export interface UwsRequest {
  getUrl(): string;
  getMethod(): string;
  getQuery(): string | undefined;
  getHeader(lowerCaseName: string): string;
}

export interface UwsResponse {
  writeStatus(status: string): UwsResponse;
  writeHeader(name: string, value: string): UwsResponse;
  write(chunk: string | Uint8Array): boolean;
  end(body?: string | Uint8Array, closeConnection?: boolean): UwsResponse;
  close(): UwsResponse;
  cork(callback: () => void): UwsResponse;
  onAborted(handler: () => void): UwsResponse;
  onData(handler: (chunk: ArrayBuffer, isLast: boolean) => void): UwsResponse;
  onWritable(handler: (offset: number) => boolean): UwsResponse;
  getRemoteAddressAsText(): ArrayBuffer;
  /** Only in the newer build. */
  getRemotePort?(): number;
}

export type UwsListenSocket = { readonly listenSocket: unique symbol };

export interface UwsApp {
  /** Closes the listening socket and all connections. */
  close(): UwsApp;
  any(pattern: string, handler: (response: UwsResponse, request: UwsRequest) => void): UwsApp;
  listen(
    host: string,
    port: number,
    options: number,
    callback: (socket: UwsListenSocket | false) => void,
  ): UwsApp;
}

export interface Uws {
  App(): UwsApp;
  us_listen_socket_close(socket: UwsListenSocket): void;
  us_socket_local_port(socket: UwsListenSocket): number;
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number;
}

export interface LoadedUws {
  readonly uws: Uws;
  /** Which build was taken, for example `uWebSockets.js 20.30 (node 20, glibc 2.27)`. */
  readonly build: string;
}

interface Build {
  readonly name: string;
  readonly packageName: string;
  /** Path of the native binary inside the package. */
  readonly file: string;
  /** The oldest glibc that it loads on. */
  readonly glibc: string;
}

const { platform, arch, versions } = process;
const binary = `uws_${platform}_${arch}_${versions.modules}.node`;

/** In the order of preference: the first that loads is taken. The packages' own loaders are not used: one of them falls
 * back to a slow JavaScript server in silence. */
const builds: readonly Build[] = [
  {
    name: 'uWebSockets.js 20.57',
    packageName: '@btc-vision/uwebsockets.js',
    file: binary,
    glibc: '2.38',
  },
  {
    name: 'uWebSockets.js 20.30',
    packageName: '@trufflesuite/uws-js-unofficial',
    file: `binaries/${binary}`,
    glibc: '2.27',
  },
];

/**
 * Loads the native build of uWebSockets.js that works on this Node.js and C library.
 * @throws Error that says what was tried and what would work.
 */
export function loadUws(): LoadedUws {
  const require = createRequire(import.meta.url);
  const failures: string[] = [];
  for (const { name, packageName, file, glibc } of builds) {
    try {
      const uws = require(`${packageName}/${file}`) as Uws;
      return { uws, build: `${name} (${platform} ${arch}, Node.js ${versions.node})` };
    } catch (error) {
      const reason = (error as Error).message.split('\n')[0];
      failures.push(`${name} (wants glibc ${glibc} or later on Linux): ${reason}`);
    }
  }
  throw new Error(
    `No native build of uWebSockets.js works with Node.js ${versions.node} on ${platform} ${arch}; ` +
      `use Node.js 20, 22 or 24 on Linux with glibc, macOS or Windows.\n  ${failures.join('\n  ')}`,
  );
}
