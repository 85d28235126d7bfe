import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../engines/address.js';

/** Number of prefix bits of an IPv4-mapped IPv6 address. */
const mappedBits = 96;

/**
 * A list of addresses and ranges: `192.168.1.20`, `192.168.1.0/24`, `fd00::/8`. It always contains this machine.
 * An IPv6 range contains no IPv4 addresses; IPv4-mapped ranges count as IPv4.
 */
export class AddressList {
  readonly #ipv4 = new BlockList();
  readonly #ipv6 = new BlockList();
  /** The last address found, because few connections send most requests. */
  #last: string | undefined;

  /** @throws Error that names the invalid range */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) this.#add(range);
    this.#ipv4.addSubnet('127.0.0.0', 8, 'ipv4');
    this.#ipv6.addAddress('::1', 'ipv6');
  }

  /** @param address of a connection; IPv4 may be IPv4-mapped */
  has(address: string): boolean {
    if (address === this.#last) return true;
    const plain = plainAddress(address).replace(/%.*$/, '');
    const family = isIP(plain);
    const isListed =
      family === 4 ? this.#ipv4.check(plain, 'ipv4') : family === 6 && this.#ipv6.check(plain, 'ipv6');
    if (isListed) this.#last = address;
    return isListed;
  }

  #add(range: string): void {
    const [text = '', bits, ...rest] = range.split('/');
    const address = plainAddress(text);
    const family = address.includes('%') || /^[0:]+ffff:/i.test(address) ? 0 : isIP(address);
    const maxBits = family === 4 ? 32 : 128;
    const skippedBits = family === 4 && address !== text ? mappedBits : 0;
    const prefix =
      bits === undefined ? maxBits : /^\d{1,3}$/.test(bits) ? Number(bits) - skippedBits : Number.NaN;
    if (family === 0 || rest.length > 0 || !(prefix >= 0 && prefix <= maxBits))
      throw new Error(`${range} is not an address such as 192.168.1.20 or a range such as 192.168.1.0/24`);
    if (family === 4) this.#ipv4.addSubnet(address, prefix, 'ipv4');
    else this.#ipv6.addSubnet(address, prefix, 'ipv6');
  }
}
