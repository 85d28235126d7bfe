/**
 * Returns an address in its usual form: an IPv4-mapped IPv6 address (`::ffff:192.0.2.7`, also in hexadecimal) as IPv4.
 */
export function plainAddress(address: string): string {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const groups = /^(?:0{1,4}:){5}ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(address);
  if (groups === null) return address;
  const bytes = [groups[1]!, groups[2]!].flatMap((group) => {
    const number = Number.parseInt(group, 16);
    return [number >> 8, number & 0xff];
  });
  return bytes.join('.');
}
