import { expect, it } from 'vitest';
import { isCrash, describeFatalError } from './fatalErrors';

const coded = (code: unknown) => Object.assign(new Error('insert of Robin Sample'), { code });

it.each(['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'EROFS', '53100', '58030', 'XX001', 'XX002'])(
  'treats %s as fatal and reports nothing but the code',
  (code) => {
    expect(describeFatalError(coded(code))).toContain(`(${code})`);
    expect(describeFatalError(coded(code))).not.toContain('Robin');
  },
);

it.each([
  ['a constraint violation', coded('23505')],
  ['a statement out of memory', coded('53200')],
  ['a missing file', coded('ENOENT')],
  ['an existing folder', coded('EEXIST')],
  ['an error without a code', new Error('no')],
  ['a numeric code', coded(5)],
  ['undefined', undefined],
])('does not treat %s as fatal', (_name, error) => {
  expect(describeFatalError(error)).toBeNull();
});

it.each([
  ['a WebAssembly trap', new WebAssembly.RuntimeError('unreachable'), true],
  ['an exit status', { status: 1 }, true],
  ['an I/O error', new Error('EIO'), true],
  ['undefined', undefined, true],
  ['a failed statement', { status: 100 }, false],
])('for %s thrown by the main loop, isCrash returns %s', (_name, thrown, crashed) => {
  expect(isCrash(thrown)).toBe(crashed);
});
