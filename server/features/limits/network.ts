import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Groups of an IPv6 address that identify a network: a household or a school has at least a /64. */
const NETWORK_GROUPS = 4;

/** Some proxies append the port to the address. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/;

/** The client's address, without a port. Falls back to the socket's address if a proxy forwards an invalid one. */
export function getClientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const withPort = WITH_PORT.exec(ip);
  const address = withPort?.[1] ?? withPort?.[2] ?? ip;
  return isIP(address) ? address : (socket.remoteAddress ?? '');
}

/**
 * Maps an address to the network that the limits count: an IPv4 address to itself, an IPv6 address to its /64, because one
 * machine can use any number of addresses of its /64. Returns an invalid address unchanged.
 */
export function toNetwork(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined && isIP(mapped) === 4) return mapped;
  if (isIP(plain) !== 6) return address;
  // The URL parser normalizes the notation of the address.
  const normalized = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const [before = '', after] = normalized.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after ? after.split(':') : [];
  const gap = 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: gap }, () => '0'), ...tail];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** The client's network, for limits and throttles. */
export const getClientNetwork = (request: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  toNetwork(getClientAddress(request));
