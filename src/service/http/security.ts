import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authorize } from './access.js';

export interface SecurityOptions {
  /** Needed as `Authorization: Bearer <token>` on every route when set. */
  readonly token?: string | undefined;
  /** Answers what a caller may, instead of the token: who asks, and what they may read, write and call. */
  readonly authorize?: Authorize | undefined;
  /** Origins beside the loopback ones whose pages may call the service; `*` for all. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Host names beside the loopback ones under which a loopback service may be called. */
  readonly allowHosts?: readonly string[] | undefined;
}

const loopbackName =
  /^(?:localhost|(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:127(?:\.\d{1,3}){3}\])$/i;

/** True for a host name, with or without port, that means this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return loopbackName.test(host.replace(/:\d+$/, ''));
}

/** The checks of wire.md section 1 that protect a host from pages and machines that are not its own. */
export class Security {
  readonly #tokenHash: Buffer | undefined;
  readonly #origins: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;
  readonly #checksHost: boolean;
  #lastLoopback: string | undefined;

  /** `isLoopback`: the server is bound to this machine alone, so that a foreign `Host` is a rebound name. */
  constructor(options: SecurityOptions, isLoopback: boolean) {
    this.#tokenHash = options.token ? hash(options.token) : undefined;
    this.#origins = new Set((options.allowOrigins ?? []).map((origin) => origin.toLowerCase()));
    this.#hosts = new Set((options.allowHosts ?? []).map((host) => host.toLowerCase()));
    this.#checksHost = isLoopback;
  }

  hostAllowed(host: string): boolean {
    // Nearly every request names the host that the one before it has named.
    if (!this.#checksHost || host === this.#lastLoopback) return true;
    if (isLoopbackHost(host)) {
      this.#lastLoopback = host;
      return true;
    }
    const name = host.toLowerCase();
    return this.#hosts.has(name) || this.#hosts.has(name.replace(/:\d+$/, ''));
  }

  originAllowed(origin: string): boolean {
    if (this.#origins.has('*') || this.#origins.has(origin.toLowerCase())) return true;
    const match = /^https?:\/\/(.+)$/i.exec(origin);
    return match !== null && isLoopbackHost(match[1]!);
  }

  /** Compared by hash in constant time, so that neither content nor length shows. */
  tokenAllowed(token: string | undefined): boolean {
    if (this.#tokenHash === undefined) return true;
    return token !== undefined && timingSafeEqual(hash(token), this.#tokenHash);
  }
}

/** The token of an `Authorization` header. */
export function bearerToken(header: string): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(header)?.[1];
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
