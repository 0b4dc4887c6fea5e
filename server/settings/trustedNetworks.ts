import { isIP } from 'node:net';

/** All IPv4 addresses, as IPv6 has them, and all that IPv6 has for hosts of the internet. */
const EVERYONE = ['::ffff:0:0/96', '2000::/3'];

/**
 * Whether networks together contain every IPv4 address or every public IPv6 address.
 * @param networks addresses or networks such as 10.0.0.0/8, separated by commas; names, such as loopback, contain few addresses
 */
export function trustsEveryone(networks: string): boolean {
  const prefixes = networks
    .split(',')
    .map((network) => network.trim())
    .filter((network) => isIP(network.split('/')[0] ?? '') > 0)
    .map(toPrefix);
  return EVERYONE.some((network) => isCovered(toPrefix(network), prefixes));
}

/** Whether one of the prefixes covers a network, or others cover both of its halves. */
function isCovered(network: string, prefixes: readonly string[]): boolean {
  if (prefixes.some((prefix) => network.startsWith(prefix))) return true;
  const within = prefixes.filter((prefix) => prefix.startsWith(network));
  return within.length > 1 && ['0', '1'].every((bit) => isCovered(network + bit, within));
}

/** The bits that all addresses of a network begin with: of an IPv6 address, to which an IPv4 address is mapped. */
function toPrefix(network: string): string {
  const [address = '', length] = network.split('/');
  const isIPv4 = isIP(address) === 4;
  const [plain = ''] = `${isIPv4 ? '::ffff:' : ''}${address}`.split('%');
  // A URL has every address in one spelling, without dots.
  const groups = new URL(`http://[${plain}]`).hostname.slice(1, -1).split(':');
  const gap = groups.indexOf('');
  const written = groups.filter(Boolean);
  if (gap >= 0) written.splice(gap, 0, ...Array.from({ length: 8 - written.length }, () => '0'));
  const bits = written.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'));
  return bits.join('').slice(0, length === undefined ? 128 : Number(length) + (isIPv4 ? 96 : 0));
}
