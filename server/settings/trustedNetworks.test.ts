import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trustsEveryone } from './trustedNetworks';

describe('networks that contain everyone', () => {
  it.each([
    '0.0.0.0/0',
    '10.0.0.0/0',
    '::/0',
    '::/1',
    '2000::/3',
    '0.0.0.0/1,128.0.0.0/1',
    '0.0.0.0/1, 128.0.0.0/2 ,192.0.0.0/2',
    '0.0.0.0/1,::ffff:128.0.0.0/97',
    '::ffff:0:0/96',
    '::ffff:0.0.0.0/96',
    '2000::/4,3000::/4',
    'loopback,10.0.0.0/8,0.0.0.0/0',
  ])('%s', (networks) => {
    expect(trustsEveryone(networks)).toBe(true);
  });

  it('are also any partitions of all networks', () => {
    const choices = fc.array(fc.nat(), { maxLength: 40 });
    fc.assert(fc.property(choices, (numbers) => trustsEveryone(split(numbers).join(','))));
  });
});

describe('networks that do not contain everyone', () => {
  it.each([
    'loopback',
    'loopback,linklocal,uniquelocal',
    '127.0.0.1',
    '::1',
    '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16',
    '0.0.0.0/1,128.0.0.0/2',
    '0.0.0.0/1,0.0.0.0/1',
    '0.0.0.0/1,64.0.0.0/2',
    '::/96',
    '8000::/1',
    '2001:db8::/32,fe80::1%eth0,fc00::/7',
    '4000::/2',
  ])('%s', (networks) => {
    expect(trustsEveryone(networks)).toBe(false);
  });

  it('are partitions with one network missing', () => {
    const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(choices, fc.nat(), (numbers, which) => {
        const parts = split(numbers);
        parts.splice(which % parts.length, 1);
        return !trustsEveryone(parts.join(','));
      }),
    );
  });
});

/** Splits all IPv4 addresses: each number halves one of the networks. */
function split(numbers: readonly number[]): string[] {
  const networks = [{ start: 0, bits: 0 }];
  for (const number of numbers) {
    const [network] = networks.splice(number % networks.length, 1);
    if (!network) continue;
    const bits = network.bits + 1;
    if (bits > 32) networks.push(network);
    else networks.push({ ...network, bits }, { start: network.start + 2 ** (32 - bits), bits });
  }
  return networks.map(({ start, bits }) => {
    const octets = [24, 16, 8, 0].map((shift) => Math.floor(start / 2 ** shift) % 256);
    return `${octets.join('.')}/${bits}`;
  });
}
