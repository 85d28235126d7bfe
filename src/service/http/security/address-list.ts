import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../engines/address.js';

/** How many bits of an IPv4 address in the form of IPv6 come before it. */
const mappedBits = 96;

/**
 * Addresses and ranges of them: `192.168.1.20`, `192.168.1.0/24`, `fd00::/8`. This machine itself is always in the list. A range
 * of IPv6 holds no addresses of IPv4: those in its form lie in `::/0`, and in whatever else begins with so many zeros.
 */
export class AddressList {
  readonly #ipv4 = new BlockList();
  readonly #ipv6 = new BlockList();
  /** Most connections ask often, and few ask at a time. */
  #last: string | undefined;

  /** @throws Error that names the range which is none */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) this.#add(range);
    this.#ipv4.addSubnet('127.0.0.0', 8, 'ipv4');
    this.#ipv6.addAddress('::1', 'ipv6');
  }

  /** @param address as a connection has it: IPv4 also in the form of IPv6 */
  has(address: string): boolean {
    if (address === this.#last) return true;
    const plain = plainAddress(address).replace(/%.*$/, '');
    const family = isIP(plain);
    const isIn =
      family === 4 ? this.#ipv4.check(plain, 'ipv4') : family === 6 && this.#ipv6.check(plain, 'ipv6');
    if (isIn) this.#last = address;
    return isIn;
  }

  #add(range: string): void {
    const [given = '', bits, ...rest] = range.split('/');
    const address = plainAddress(given);
    const family = address.includes('%') || /^[0:]+ffff:/i.test(address) ? 0 : isIP(address);
    const most = family === 4 ? 32 : 128;
    const before = family === 4 && address !== given ? mappedBits : 0;
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) - before : Number.NaN;
    if (family === 0 || rest.length > 0 || !(prefix >= 0 && prefix <= most))
      throw new Error(`${range} is no address such as 192.168.1.20 and no range such as 192.168.1.0/24`);
    if (family === 4) this.#ipv4.addSubnet(address, prefix, 'ipv4');
    else this.#ipv6.addSubnet(address, prefix, 'ipv6');
  }
}
