import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { getClientAddress, toNetwork, getClientNetwork } from './network';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.168.100.200', '192.168.100.200'],
  ['::ffff:192.0.2.999', '::ffff:192.0.2.999'],
  ['::ffff:192.0.2.1x', '::ffff:192.0.2.1x'],
  ['1::ffff:192.0.2.1', '1:0:0:0::/64'],
  ['0:0:3:4:5:6:7:8', '0:0:3:4::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['no address', 'no address'],
])('%s belongs to network %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
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

it('finds the network of a request by its address', () => {
  const socket = { remoteAddress: '198.51.100.9' } as Socket;
  expect(getClientNetwork({ ip: '[2001:db8:1:2::9]:443', socket })).toBe('2001:db8:1:2::/64');
});
