/** The networks of a client: the keys of rate limits, login throttles and the queue of password hashes. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const { IPv4, IPv6 } = ipaddr;
type Address = ReturnType<typeof ipaddr.process>;
type ClientRequest = Pick<FastifyRequest, 'ip' | 'socket'>;

/** Some proxies append the port to the address. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/;

/** The client's address, without a port. Falls back to the socket's address if a proxy forwards an invalid one. */
export function getClientAddress({ ip, socket }: ClientRequest): string {
  const withPort = WITH_PORT.exec(ip);
  const address = withPort?.[1] ?? withPort?.[2] ?? ip;
  return isIP(address) ? address : (socket.remoteAddress ?? '');
}

interface Level {
  /** Length of the prefix. */
  readonly bits: number;
  readonly share: number;
}
type Levels = readonly [Level, ...Level[]];

/** The prefixes that providers assign to a site and to a household, one subnet, and one device. */
const IPV6_LEVELS: Levels = [
  { bits: 48, share: 2 },
  { bits: 56, share: 1.5 },
  { bits: 64, share: 1 },
  { bits: 128, share: 0.8 },
];
/** The neighbouring addresses of the same provider, and one address. */
const IPV4_LEVELS: Levels = [
  { bits: 24, share: 2 },
  { bits: 32, share: 1 },
];

/** A network that an address belongs to. */
export interface Network {
  /** Its first address and length, such as '192.0.2.0/24'. */
  readonly prefix: string;
  /** The factor of a limit's allowance that applies to it. */
  readonly share: number;
}

/** The networks that an address belongs to, from the widest to the narrowest. */
export type NetworkChain = readonly [Network, ...Network[]];

/**
 * Maps an address to its chain of networks: one client may control a whole prefix of addresses, of unknown length, so a limit
 * counts at every level. An IPv4 address that is mapped into IPv6 has the chain of the IPv4 address; an invalid one is a
 * network of its own.
 */
export function toNetworkChain(address: string): NetworkChain {
  const [plain = ''] = address.split('%');
  if (!isIP(plain)) return [{ prefix: address, share: 1 }];
  const parsed = ipaddr.process(plain);
  const [widest, ...narrower] = parsed.kind() === 'ipv6' ? IPV6_LEVELS : IPV4_LEVELS;
  const toNetwork = ({ bits, share }: Level): Network => ({
    prefix: networkOf(parsed, bits),
    share,
  });
  return [toNetwork(widest), ...narrower.map(toNetwork)];
}

const networkOf = (address: Address, bits: number): string => {
  const cidr = `${address.toString()}/${bits}`;
  const Family = address.kind() === 'ipv6' ? IPv6 : IPv4;
  return `${Family.networkAddressFromCIDR(cidr).toString()}/${bits}`;
};

/** The chain of a request's client. */
export const getNetworkChain = (request: ClientRequest): NetworkChain =>
  toNetworkChain(getClientAddress(request));

/** The prefixes of the chain of a request's client: its path in the fair queue of password hashes. */
export const getNetworkPath = (request: ClientRequest): string[] =>
  getNetworkChain(request).map(({ prefix }) => prefix);

/**
 * The network of a request's client as the sender of repeats (docs/decisions/0017): an IPv4 address, or an IPv6 /64, because
 * one device changes its address within it.
 */
export function getSender(request: ClientRequest): string {
  const path = getNetworkPath(request);
  return path.find((prefix) => prefix.endsWith('/64')) ?? path.at(-1) ?? '';
}
