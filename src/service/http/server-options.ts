import type { EngineKind, HttpEngine } from './engines/engine.js';
import type { EngineChoice, LoadedEngine } from './engines/load-engine.js';
import type { SecurityOptions } from './security/security.js';
import type { TlsOptions } from './security/tls.js';

export interface HttpServerOptions extends SecurityOptions {
  /** 0 selects any free port. */
  readonly port: number;
  /** `127.0.0.1` by default. */
  readonly hostname?: string | undefined;
  /** Listens on all interfaces, IPv4 and IPv6 (SVC-4). */
  readonly allowExternalConnections?: boolean | undefined;
  /** Certificate and key; if given, the server speaks HTTPS instead of HTTP. */
  readonly tls?: TlsOptions | undefined;
  /** Maximum size of a request body in bytes (default: 1 MiB). */
  readonly bodyLimit?: number | undefined;
  /**
   * The HTTP engine: `uws` (uWebSockets.js), `node` (node:http), `auto` or an engine of your own.
   * `auto`, the default, uses uWebSockets.js if it loads and node:http otherwise.
   */
  readonly engine?: EngineChoice | HttpEngine | LoadedEngine | undefined;
}

/** Describes the engine in use. */
export interface EngineInfo {
  readonly kind: EngineKind;
  /** Name and version, for example `uWebSockets.js 20.30.0 (linux x64, Node.js 20.20.2)`. */
  readonly build: string;
  /** Why the faster engine is not used and how to fix that; undefined if it is used or was not requested. */
  readonly whyNotFaster: string | undefined;
}

/** The ports that the server needs in addition to its routes. */
export interface HttpServerPorts {
  /** Monotonic milliseconds of real time. */
  readonly now: () => number;
  /** Milliseconds of the host's clock, for timeouts that people notice (default: `now`). */
  readonly hostNow?: () => number;
  /** File that stores the signing key of paired devices; without it, the key lasts as long as the process. */
  readonly signingKeyFile?: string | undefined;
  /** Called with every exception that became a 500, and its route. */
  readonly onException: (error: unknown, where: string) => void;
  /** Called with warnings for the operator of the server. */
  readonly onWarning?: (message: string) => void;
}
