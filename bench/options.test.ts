import { expect, it } from 'vitest';
import { readOptions } from './options';

it('reads lists without duplicates, and sorts the sizes', () => {
  const options = readOptions([
    '--referrals',
    '1000,50,1000',
    '--engines',
    'server',
    '--seconds',
    '0.5',
  ]);
  expect(options).toMatchObject({
    referrals: [50, 1000],
    engines: ['server'],
    seconds: 0.5,
    rounds: 3,
  });
});

it.each([
  ['--engines', 'sqlite'],
  ['--only', 'call'],
  ['--referrals', '49'],
  ['--referrals', '1e3,many'],
  ['--seconds', '0'],
  ['--seconds', '31'],
  ['--rounds', '1.5'],
])('refuses %s %s, and names the option', (option, value) => {
  expect(() => readOptions([option, value])).toThrow(option);
});
