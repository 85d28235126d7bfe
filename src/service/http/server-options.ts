import type { EngineKind, HttpEngine } from './engines/engine.js';
import type { EngineChoice, LoadedEngine } from './engines/load.js';
import type { SecurityOptions } from './security/security.js';
import type { TlsOptions } from './security/tls.js';

export interface HttpServerOptions extends SecurityOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** `127.0.0.1` when left out. */
  readonly hostname?: string | undefined;
  /** Binds all interfaces, IPv4 and IPv6 (SVC-4). */
  readonly allowExternalConnections?: boolean | undefined;
  /** A certificate and its key: HTTPS instead of HTTP. */
  readonly tls?: TlsOptions | undefined;
  /** Maximum bytes of a request body (default: 1 MiB). */
  readonly bodyLimit?: number | undefined;
  /**
   * What speaks HTTP: `uws` (uWebSockets.js), `node` (node:http), or an engine of the caller's own; left out or `auto`,
   * uWebSockets.js where it loads, else node:http. One that was loaded tells its own choice.
   */
  readonly engine?: EngineChoice | HttpEngine | LoadedEngine | undefined;
}

/** Which engine serves. */
export interface EngineInfo {
  readonly kind: EngineKind;
  /** For people, for example `uWebSockets.js 20.30.0 (linux x64, Node.js 20.20.2)`. */
  readonly build: string;
  /** Why the faster engine does not serve, and what can be done about it; undefined when it does, or nobody wanted it. */
  readonly whyNotFaster: string | undefined;
}

/** What the server needs beside its routes. */
export interface HttpServerPorts {
  /** Monotonic milliseconds of real time, for slicing long answers. */
  readonly now: () => number;
  /** Milliseconds of the host's clock, for windows that people notice: a manual clock drives them. Left out: `now`. */
  readonly hostNow?: () => number;
  /** Where the key of paired devices is kept; left out, it lasts as long as the process. */
  readonly signingKeyFile?: string | undefined;
  /** Told of exceptions that became a 500, and of which route: `GET /api/status`. */
  readonly onException: (error: unknown, where: string) => void;
  /** Told of what somebody who runs the server should know. */
  readonly onWarning?: (message: string) => void;
}
