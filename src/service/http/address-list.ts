import { BlockList, isIP } from 'node:net';
import { plainAddress } from './engines/address.js';

/** Addresses and ranges of them: `192.168.1.20`, `192.168.1.0/24`, `fd00::/8`. This machine itself is always in the list. */
export class AddressList {
  readonly #list = new BlockList();
  /** Most connections ask often, and few ask at a time. */
  #last: string | undefined;

  /** @throws Error that names the range which is none */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) this.#add(range);
    this.#list.addSubnet('127.0.0.0', 8, 'ipv4');
    this.#list.addAddress('::1', 'ipv6');
  }

  /** @param address as a connection has it: IPv4 also in the form of IPv6 */
  has(address: string): boolean {
    if (address === this.#last) return true;
    const plain = plainAddress(address).replace(/%.*$/, '');
    const family = isIP(plain);
    const isIn = family !== 0 && this.#list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
    if (isIn) this.#last = address;
    return isIn;
  }

  #add(range: string): void {
    const [address = '', bits, ...rest] = range.split('/');
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (family === 0 || rest.length > 0 || !(prefix <= most))
      throw new Error(`${range} is no address such as 192.168.1.20 and no range such as 192.168.1.0/24`);
    this.#list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
}
