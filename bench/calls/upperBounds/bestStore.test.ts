import { expect, it } from 'vitest';
import { hasSameContent } from './bestStore';

const item = {
  _id: 'a',
  site: { value: 's', label: 'Site A' },
  entry_date: '2026-11-26T01:02:03.456Z',
};
const page = (items: object[], total = 7, more = {}) => JSON.stringify({ items, total, ...more });

it('regards an absent field as null, and compares times whatever their format', () => {
  const fromDatabase = { ...item, owner: null, entry_date: '2026-11-26T01:02:03.456000+00:00' };
  expect(hasSameContent(page([fromDatabase]), page([item], 7, { page: 1 }))).toBe(true);
});

it.each([
  ['another value', page([{ ...item, _id: 'b' }])],
  ['a missing value', page([{ _id: 'a', entry_date: item.entry_date }])],
  ['another value within', page([{ ...item, site: { value: 's', label: 'Site B' } }])],
  ['a missing row', page([])],
  ['another total', page([item], 8)],
  ['numbers on tabs', page([item], 7, { counts: { all: 7 } })],
])('detects %s', (_what, body) => {
  expect(hasSameContent(body, page([item]))).toBe(false);
});

it('detects another order, and another count', () => {
  const rows = [item, { ...item, _id: 'b' }];
  expect(hasSameContent(page(rows.toReversed()), page(rows))).toBe(false);
  expect(hasSameContent('{"count":3}', '{"count":3}')).toBe(true);
  expect(hasSameContent('{"count":4}', '{"count":3}')).toBe(false);
});
