import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { getClientAddress, getSender, toNetworkChain } from './clientAddress';

const prefixesOf = (address: string) => toNetworkChain(address).map(({ prefix }) => prefix);

it.each([
  ['192.0.2.1', ['192.0.2.0/24', '192.0.2.1/32']],
  ['::ffff:192.0.2.1', ['192.0.2.0/24', '192.0.2.1/32']],
  ['::FFFF:192.168.100.200', ['192.168.100.0/24', '192.168.100.200/32']],
  ['::ffff:c000:201', ['192.0.2.0/24', '192.0.2.1/32']],
  ['0:0:0:0:0:ffff:c000:0201', ['192.0.2.0/24', '192.0.2.1/32']],
  ['::ffff:192.0.2.999', ['::ffff:192.0.2.999']],
  ['no address', ['no address']],
  ['', ['']],
])('%s belongs to the networks %j', (address, prefixes) => {
  expect(prefixesOf(address)).toEqual(prefixes);
});

it.each([
  ['2001:db8:1:2345:3:4:5:6', ['2001:db8:1::', '2001:db8:1:2300::', '2001:db8:1:2345::']],
  ['2001:0DB8:0001:2345::9', ['2001:db8:1::', '2001:db8:1:2300::', '2001:db8:1:2345::']],
  ['1::ffff:192.0.2.1', ['1::', '1::', '1::']],
  ['1:2:3:4:5:6:7::', ['1:2:3::', '1:2:3::', '1:2:3:4::']],
  ['fe80::1%eth0', ['fe80::', 'fe80::', 'fe80::']],
  ['::1', ['::', '::', '::']],
])('%s belongs to a /48, a /56 and a /64: %j', (address, networks) => {
  const chain = prefixesOf(address);
  expect(chain.slice(0, 3)).toEqual(
    networks.map((network, index) => `${network}/${[48, 56, 64][index]}`),
  );
  expect(chain[3]).toMatch(/\/128$/);
});

it('allows a wider network more', () => {
  for (const address of ['192.0.2.1', '2001:db8::1']) {
    const shares = toNetworkChain(address).map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(new Set(shares).size).toBe(shares.length);
  }
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8::1]:50123', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['Jane Doe', '198.51.100.9'],
  ['x192.0.2.1:50123', '198.51.100.9'],
  ['192.0.2.1:50123x', '198.51.100.9'],
  ['', '198.51.100.9'],
])('takes forwarded value %s as address %s', (ip, address) => {
  expect(getClientAddress({ ip, socket: { remoteAddress: '198.51.100.9' } as Socket })).toBe(
    address,
  );
});

it('returns an empty address for a closed connection without a forwarded address', () => {
  expect(getClientAddress({ ip: 'unknown', socket: {} as Socket })).toBe('');
});

it.each([
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['192.0.2.7', '192.0.2.7/32'],
  ['::ffff:192.0.2.7', '192.0.2.7/32'],
])('%s is the sender %s of repeats', (ip, sender) => {
  const socket = { remoteAddress: '198.51.100.9' } as Socket;
  expect(getSender({ ip, socket })).toBe(sender);
});
