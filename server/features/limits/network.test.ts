import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { addressOf, networkOf } from './network';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['no address', 'no address'],
])('%s stands for %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8::1]:50123', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['Jane Doe', '198.51.100.9'],
  ['', '198.51.100.9'],
])('of what a proxy passed on, %s, the address is %s', (ip, address) => {
  expect(addressOf({ ip, socket: { remoteAddress: '198.51.100.9' } as Socket })).toBe(address);
});
