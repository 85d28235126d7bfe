import type { Authorize } from './access.js';
import { AddressList } from './address-list.js';
import type { TokenAccess, TokenOptions } from './tokens.js';

/** A token is needed as `Authorization: Bearer <token>` on every route when one is set, or devices are paired. */
export interface SecurityOptions extends TokenOptions {
  /** Devices get a token for the code that the host shows (`service.pairing`): one that opens this. */
  readonly pairing?: TokenAccess | undefined;
  /** Answers what a caller may, instead of the token: who asks, and what they may read, write and call. */
  readonly authorize?: Authorize | undefined;
  /** Origins beside the loopback ones whose pages may call the service; `*` for all. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Host names beside the loopback ones under which a loopback service may be called. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Addresses and ranges (`192.168.1.0/24`) that may call, beside this machine; all when left out. */
  readonly allowAddresses?: readonly string[] | undefined;
}

/** What a name or address may be made of, with a port: what else a URL may hold, such as a user, is no part of it. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;
const loopbackName =
  /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/**
 * True for a host name, with or without port, that means this machine alone, to a browser: the URL standard says which numbers
 * are an address, and that it may end in a dot as names do.
 */
export function isLoopbackHost(host: string): boolean {
  if (!hostForm.test(host)) return false;
  try {
    return loopbackName.test(new URL(`http://${host}`).hostname);
  } catch {
    return false;
  }
}

/** An address as it stands in a URL. */
export function urlHost(hostname: string): string {
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}

/** The checks of wire.md section 1 that protect a host from pages and machines that are not its own. */
export class Security {
  readonly #origins: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;
  readonly #checksHost: boolean;
  readonly #addresses: AddressList | undefined;
  #lastLoopback: string | undefined;

  /** `isLoopback`: the server is bound to this machine alone, so that a foreign `Host` is a rebound name. */
  constructor(options: SecurityOptions, isLoopback: boolean) {
    this.#origins = new Set((options.allowOrigins ?? []).map((origin) => origin.toLowerCase()));
    this.#hosts = new Set((options.allowHosts ?? []).map(nameOf));
    this.#checksHost = isLoopback;
    this.#addresses = options.allowAddresses && new AddressList(options.allowAddresses);
  }

  hostAllowed(host: string): boolean {
    // Nearly every request names the host that the one before it has named.
    if (!this.#checksHost || host === this.#lastLoopback) return true;
    if (isLoopbackHost(host)) {
      this.#lastLoopback = host;
      return true;
    }
    const name = nameOf(host);
    return this.#hosts.has(name) || this.#hosts.has(name.replace(/:\d+$/, ''));
  }

  originAllowed(origin: string): boolean {
    if (this.#origins.has('*') || this.#origins.has(origin.toLowerCase())) return true;
    const match = /^https?:\/\/(.+)$/i.exec(origin);
    return match !== null && isLoopbackHost(match[1]!);
  }

  /** True when not everybody may call: only then does the address of a connection matter. */
  get checksAddress(): boolean {
    return this.#addresses !== undefined;
  }

  addressAllowed(address: string): boolean {
    return this.#addresses?.has(address) ?? true;
  }
}

/** A host in the one form in which names are compared: a dot at the end says that it is whole, and nothing else. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/\.(?=(?::\d+)?$)/, '');
}

/** The token of an `Authorization` header. */
export function bearerToken(header: string): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(header)?.[1];
}

/** Options that do not go together; the message names the fix. */
export class ContradictoryOptions extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ContradictoryOptions';
  }
}

/** @throws ContradictoryOptions for options that contradict each other, or leave nobody who may write */
export function checkWhoMayCall({ token, readToken, pairing, authorize }: SecurityOptions): void {
  if (authorize !== undefined) {
    if (typeof authorize !== 'function')
      throw new ContradictoryOptions('authorize must be a function that answers what a caller may');
    if (token || readToken || pairing)
      throw new ContradictoryOptions(
        'Give token or authorize, and not both, nor readToken or pairing: authorize may compare caller.token itself',
      );
  }
  if (readToken && !token && pairing !== 'full')
    throw new ContradictoryOptions(
      'readToken opens reading alone: give token too, or pairing "full", for those who may write',
    );
  if (readToken && readToken === token)
    throw new ContradictoryOptions('token and readToken are the same: who may only read needs another one');
}
