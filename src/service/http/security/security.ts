import { isIP } from 'node:net';
import { hostname as machineName } from 'node:os';
import { valueText } from '../../common/exception-text.js';
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
  /** Host names under which the service may be called, besides those of this machine. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Addresses and ranges (`192.168.1.0/24`) that may call, beside this machine; all when left out. */
  readonly allowAddresses?: readonly string[] | undefined;
}

/** What a name or address may be made of, with a port: what else a URL may hold, such as a user, is no part of it. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;
const loopbackName =
  /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/** True for an origin as browsers send it: `https://studio.example:8443`, `null` for files; also for `*`, which stands for all. */
export function isOrigin(text: string): boolean {
  return text === '*' || text === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^/?#\s]+$/i.test(text);
}

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

/** How a server is reached. */
export interface ServerAddress {
  /** The name or address that it is bound to. */
  readonly hostname: string;
  readonly isTls: boolean;
  /** Left out: that of this machine. */
  readonly machineName?: string;
}

/** The checks of wire.md section 1 that protect a host from pages and machines that are not its own. */
export class Security {
  readonly #origins: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;
  readonly #isLoopback: boolean;
  readonly #scheme: string;
  readonly #addresses: AddressList | undefined;
  #lastHost: string | undefined;

  constructor(options: SecurityOptions, server: ServerAddress) {
    this.#isLoopback = isLoopbackHost(urlHost(server.hostname));
    this.#scheme = server.isTls ? 'https' : 'http';
    this.#origins = new Set((options.allowOrigins ?? []).map((origin) => origin.toLowerCase()));
    const own = this.#isLoopback ? [] : [server.hostname, ...namesOf(server.machineName ?? machineName())];
    this.#hosts = new Set([...(options.allowHosts ?? []), ...own].map(nameOf));
    this.#addresses = options.allowAddresses && new AddressList(options.allowAddresses);
  }

  hostAllowed(host: string): boolean {
    // Nearly every request names the host that the one before it has named.
    if (host === this.#lastHost) return true;
    if (!isLoopbackHost(host) && !this.#isListed(host) && (this.#isLoopback || !isAddress(host)))
      return false;
    this.#lastHost = host;
    return true;
  }

  /** @param host the request's own, which `hostAllowed` has let in: the server's own page has it as its origin */
  originAllowed(origin: string, host: string): boolean {
    if (this.#origins.has('*') || this.#origins.has(origin.toLowerCase())) return true;
    const match = /^https?:\/\/(.+)$/i.exec(origin);
    if (match === null) return false;
    return isLoopbackHost(match[1]!) || this.#isOwnPage(origin, host);
  }

  /** A name that belongs to somebody else may lead here, an address may not (DNS rebinding). */
  #isOwnPage(origin: string, host: string): boolean {
    if (!isAddress(host) && !this.#isListed(host)) return false;
    const own = originOf(`${this.#scheme}://${host}`);
    return own !== undefined && own === originOf(origin);
  }

  #isListed(host: string): boolean {
    const name = nameOf(host);
    return this.#hosts.has(name) || this.#hosts.has(withoutPort(name));
  }

  /** True when not everybody may call: only then does the address of a connection matter. */
  get checksAddress(): boolean {
    return this.#addresses !== undefined;
  }

  addressAllowed(address: string): boolean {
    return this.#addresses?.has(address) ?? true;
  }
}

/** True for a name or an address that a Host header may have, with or without a port. */
export function isHostName(text: string): boolean {
  return /^(\[[\da-f:.]+\]|[^\s:/@?#*[\]]+)(:\d+)?$/i.test(text);
}

/** A host in the one form in which names are compared: a dot at the end says that it is whole, and nothing else. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/\.(?=(?::\d+)?$)/, '');
}

function withoutPort(name: string): string {
  return name.replace(/:\d+$/, '');
}

/** Both names that a machine has in its network. */
function namesOf(machine: string): string[] {
  const name = machine.toLowerCase().replace(/\.local$/, '');
  return name === '' ? [] : [name, `${name}.local`];
}

/** True for a host that is an IP address, with or without a port. */
function isAddress(host: string): boolean {
  return hostForm.test(host) && isIP(withoutPort(nameOf(host)).replace(/^\[|\]$/g, '')) !== 0;
}

/** The origin of a URL in its canonical form; undefined for a text that is no URL. */
export function originOf(url: string): string | undefined {
  try {
    return new URL(url).origin;
  } catch {
    return undefined;
  }
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

/** @throws ContradictoryOptions for options that contradict each other, or leave nobody who may write; Error for an `authorize` that is no function */
export function checkWhoMayCall({ token, readToken, pairing, authorize }: SecurityOptions): void {
  if (authorize !== undefined) {
    if (typeof authorize !== 'function')
      throw new Error(
        `http.authorize must be a function (caller) => Access or undefined, got ${valueText(authorize)}`,
      );
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
