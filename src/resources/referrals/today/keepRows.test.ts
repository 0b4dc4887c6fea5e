import { expect, it } from 'vitest';
import { keepRows } from './keepRows';

const rows = (ids: string, version = 1) => ids.split('').map((id) => ({ id, version }));
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('');

it.each([
  ['what is finished stays in its place', 'abc', 'ac', 'abc'],
  ['what is new follows the row before it', 'abc', 'abxc', 'abxc'],
  ['what is new and first comes first', 'abc', 'xabc', 'xabc'],
  ['what moves up stays in its place', 'abc', 'cab', 'abc'],
  ['several new ones keep their order', 'ab', 'axyb', 'axyb'],
  ['new ones after the last', 'ab', 'bxy', 'abxy'],
  ['all are finished', 'ab', '', 'ab'],
  ['the first ones', '', 'ab', 'ab'],
])('%s', (_what, shown, read, expected) => {
  expect(idsOf(keepRows(rows(shown), rows(read)))).toBe(expected);
});

it('has a row as it was read last', () => {
  expect(keepRows(rows('ab'), rows('b', 2))).toEqual([
    { id: 'a', version: 1 },
    { id: 'b', version: 2 },
  ]);
});
