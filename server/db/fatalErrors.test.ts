import { expect, it } from 'vitest';
import { isCrash, reasonToEnd } from './fatalErrors';

const coded = (code: unknown) => Object.assign(new Error('insert of Robin Sample'), { code });

it.each(['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'EROFS', '53100', '58030', 'XX001', 'XX002'])(
  'after %s the process ends, and says nothing but the code',
  (code) => {
    expect(reasonToEnd(coded(code))).toContain(`(${code})`);
    expect(reasonToEnd(coded(code))).not.toContain('Robin');
  },
);

it.each([
  ['a constraint', coded('23505')],
  ['a statement that was too much', coded('53200')],
  ['a file that is not there', coded('ENOENT')],
  ['a folder that is', coded('EEXIST')],
  ['an error without a code', new Error('no')],
  ['a number for a code', coded(5)],
  ['nothing', undefined],
])('%s is no reason to end', (_what, error) => {
  expect(reasonToEnd(error)).toBeNull();
});

it.each([
  ['a trap', new WebAssembly.RuntimeError('unreachable'), true],
  ['an exit', { status: 1 }, true],
  ['an error from below', new Error('EIO'), true],
  ['nothing', undefined, true],
  ['a failed statement', { status: 100 }, false],
])('%s out of the main loop: a crash? %s', (_what, thrown, crashed) => {
  expect(isCrash(thrown)).toBe(crashed);
});
