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

/** Interfaces of containers, virtual machines and tunnels, which other devices cannot reach. */
const virtual =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vethernet|cni|flannel|cali|podman|lxc|utun|tun|tap|wg|zt|tailscale)/i;

/**
 * Returns the addresses of this machine for URLs: IPv4 first, the likeliest first. Omits link-local IPv6 addresses,
 * which browsers do not accept.
 */
export function externalAddresses(interfaces: Interfaces = networkInterfaces()): string[] {
  const found = Object.entries(interfaces).flatMap(([name, infos = []]) =>
    infos
      .filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address))
      .map(({ address, family }) => ({ address, rank: rank(name, address, family) })),
  );
  found.sort((a, b) => a.rank - b.rank);
  return found.map(({ address }) => (address.includes(':') ? `[${address}]` : address));
}

function rank(name: string, address: string, family: string): number {
  const isLinkLocal = address.startsWith('169.254.');
  return (family === 'IPv4' ? 0 : 8) + (virtual.test(name) ? 4 : 0) + (isLinkLocal ? 2 : 0);
}
