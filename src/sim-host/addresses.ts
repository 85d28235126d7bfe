import { isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** What to listen on: an address, of IPv6 with or without brackets, or a name; undefined for a URL, a port or anything else. */
export function listenAddress(text: string): string | undefined {
  const address = text.replace(/^\[(.*)\]$/, '$1');
  return isIPv6(address) || /^[^\s:/@?#*[\]]+$/.test(text) ? address : undefined;
}

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** Bridges of containers and virtual machines, and tunnels: what a phone in the same room does not reach. */
const virtual =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vethernet|cni|flannel|cali|podman|lxc|utun|tun|tap|wg|zt|tailscale)/i;

/**
 * Addresses under which others in the network find this machine, as they stand in URLs: IPv4 first, the likeliest first.
 * Link-local IPv6 addresses are left out, since no browser takes them.
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
