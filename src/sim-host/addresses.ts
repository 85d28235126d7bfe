import { isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/**
 * Returns an address to listen on, IPv6 with or without brackets, or a host name; undefined for anything else, such
 * as a URL.
 */
export function listenAddress(text: string): string | undefined {
  const address = text.replace(/^\[(.*)\]$/, '$1');
  return isIPv6(address) || /^[^\s:/@?#*[\]]+$/.test(text) ? address : undefined;
}

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/**
 * Returns the addresses of this machine for URLs, IPv4 first. Omits link-local IPv6 addresses, which browsers do not
 * accept.
 */
export function externalAddresses(interfaces: Interfaces = networkInterfaces()): string[] {
  const usable = Object.values(interfaces)
    .flatMap((infos = []) => infos)
    .filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address));
  const [ipv4, ipv6] = ['IPv4', 'IPv6'].map((family) => usable.filter((each) => each.family === family));
  return [...ipv4!.map(({ address }) => address), ...ipv6!.map(({ address }) => `[${address}]`)];
}
