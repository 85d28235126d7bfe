import { isIP } from 'node:net';
import { hostname as machineName } from 'node:os';
import type { Authorize } from './access.js';
import { AddressList } from './address-list.js';
import type { TokenAccess, TokenOptions } from './tokens.js';

/** Options for access to the service. With a token or pairing, callers must send `Authorization: Bearer <token>`. */
export interface SecurityOptions extends TokenOptions {
  /** Devices get a token with this access in exchange for the code that the host shows (`service.pairing`). */
  readonly pairing?: TokenAccess | undefined;
  /** Decides in place of the token what a caller may read, write and call. */
  readonly authorize?: Authorize | undefined;
  /** Origins whose pages may call the service, in addition to loopback origins; `*` for all. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Host names of the service, in addition to those of this machine. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Addresses and ranges (`192.168.1.0/24`) that may call, in addition to this machine; all by default. */
  readonly allowAddresses?: readonly string[] | undefined;
}

/** Matches a name or an address with an optional port, and nothing else that a URL may contain, such as a user. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;
const loopbackName =
  /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/** True for an origin as browsers send it, `https://studio.example:8443` or `null` for files, and for `*`. */
export function isOrigin(text: string): boolean {
  return text === '*' || text === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^/?#\s]+$/i.test(text);
}

/**
 * True if a browser resolves a host, with or without a port, to this machine. The URL standard defines which numbers
 * are addresses; names and addresses may end in a dot.
 */
export function isLoopbackHost(host: string): boolean {
  if (!hostForm.test(host)) return false;
  try {
    return loopbackName.test(new URL(`http://${host}`).hostname);
  } catch {
    return false;
  }
}

/** Returns a host name or an address in the form that URLs contain. */
export function urlHost(hostname: string): string {
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}

/** The address of a server. */
export interface ServerAddress {
  /** The name or address that it listens on. */
  readonly hostname: string;
  readonly isTls: boolean;
  /** The name of this machine by default. */
  readonly machineName?: string;
}

/** Checks the Origin, Host and address of requests (wire.md section 1). */
export class Security {
  readonly #origins: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;
  readonly #isLoopback: boolean;
  readonly #scheme: string;
  /** The addresses that may call; undefined for all. */
  readonly addresses: AddressList | undefined;
  #lastHost: string | undefined;

  constructor(options: SecurityOptions, server: ServerAddress) {
    this.#isLoopback = isLoopbackHost(urlHost(server.hostname));
    this.#scheme = server.isTls ? 'https' : 'http';
    this.#origins = new Set((options.allowOrigins ?? []).map((origin) => origin.toLowerCase()));
    const own = this.#isLoopback ? [] : [server.hostname, ...namesOf(server.machineName ?? machineName())];
    this.#hosts = new Set([...(options.allowHosts ?? []), ...own].map(nameOf));
    this.addresses = options.allowAddresses && new AddressList(options.allowAddresses);
  }

  hostAllowed(host: string): boolean {
    // Nearly every request names the same host as the one before.
    if (host === this.#lastHost) return true;
    if (!isLoopbackHost(host) && !this.#isListed(host) && (this.#isLoopback || !isAddress(host)))
      return false;
    this.#lastHost = host;
    return true;
  }

  /** @param host of the request, already allowed; it is the origin of the server's own page */
  originAllowed(origin: string, host: string): boolean {
    if (this.#origins.has('*') || this.#origins.has(origin.toLowerCase())) return true;
    const match = /^https?:\/\/(.+)$/i.exec(origin);
    if (match === null) return false;
    return isLoopbackHost(match[1]!) || this.#isOwnPage(origin, host);
  }

  /** A foreign name may resolve to this machine, so only addresses and listed names count (DNS rebinding). */
  #isOwnPage(origin: string, host: string): boolean {
    if (!isAddress(host) && !this.#isListed(host)) return false;
    const own = originOf(`${this.#scheme}://${host}`);
    return own !== undefined && own === originOf(origin);
  }

  #isListed(host: string): boolean {
    const name = nameOf(host);
    return this.#hosts.has(name) || this.#hosts.has(withoutPort(name));
  }
}

/** True for a name or an address that a Host header may have, with or without a port. */
export function isHostName(text: string): boolean {
  return /^(\[[\da-f:.]+\]|[^\s:/@?#*[\]]+)(:\d+)?$/i.test(text);
}

/** Returns a host in the form in which names are compared: in lower case, without the dot at its end. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/\.(?=(?::\d+)?$)/, '');
}

function withoutPort(name: string): string {
  return name.replace(/:\d+$/, '');
}

/** Returns both names of a machine in its network. */
function namesOf(machine: string): string[] {
  const name = machine.toLowerCase().replace(/\.local$/, '');
  return name === '' ? [] : [name, `${name}.local`];
}

/** True for a host that is an IP address, with or without a port. */
function isAddress(host: string): boolean {
  return hostForm.test(host) && isIP(withoutPort(nameOf(host)).replace(/^\[|\]$/g, '')) !== 0;
}

/** Returns the origin of a URL in its canonical form; undefined if it is not a URL. */
export function originOf(url: string): string | undefined {
  try {
    return new URL(url).origin;
  } catch {
    return undefined;
  }
}

/** Returns the token of an `Authorization` header; undefined if there is none. */
export function bearerToken(header: string): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(header)?.[1];
}
