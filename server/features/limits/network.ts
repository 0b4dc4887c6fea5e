import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** A household or a school has at least this many of an IPv6 address's eight groups to itself. */
const GROUPS_OF_ONE_NETWORK = 4;

/** Some proxies write the port behind the address. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/;

/** The address a request came from, without a port. What a proxy passed on that is none counts for nothing. */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const withPort = WITH_PORT.exec(ip);
  const address = withPort?.[1] ?? withPort?.[2] ?? ip;
  return isIP(address) ? address : (socket.remoteAddress ?? '');
}

/**
 * Whom an address stands for: an IPv4 address for itself, an IPv6 address for its /64, out of which one machine may take as
 * many as it likes. What is no address stands for itself.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined && isIP(mapped) === 4) return mapped;
  if (isIP(plain) !== 6) return address;
  // Spelt by the URL parser, so that every way to write an address is one.
  const spelt = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const [before = '', after] = spelt.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after ? after.split(':') : [];
  const gap = 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: gap }, () => '0'), ...tail];
  return `${groups.slice(0, GROUPS_OF_ONE_NETWORK).join(':')}::/64`;
}

/** The network a request came from. */
export const networkOfRequest = (request: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  networkOf(addressOf(request));
