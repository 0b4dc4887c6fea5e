import { expect, it } from 'vitest';
import { getPage, pageTotal } from './page';

const items = (count: number) => Array.from({ length: count });

it('the total is that of the backend if it sends one', () => {
  expect(pageTotal({ items: items(25), total: 60, pages: 3 }, 1, 25)).toBe(60);
  expect(pageTotal({ items: [], total: 0, pages: 0 }, 1, 25)).toBe(0);
});

it('the total counts every page as full until the last one is read', () => {
  expect(pageTotal({ items: items(25), pages: 3 }, 1, 25)).toBe(75);
  expect(pageTotal({ items: items(10), pages: 3 }, 3, 25)).toBe(60);
});

it('the total is 0 for an empty list', () => {
  expect(pageTotal({ items: [], pages: 0 }, 1, 25)).toBe(0);
  expect(pageTotal({ items: [] }, 1, 25)).toBe(0);
});

it('a page beyond the end gets a total that leads back to the last page', () => {
  expect(pageTotal({ items: [], pages: 2 }, 5, 25)).toBe(50);
});

it('without `pages`, a full page counts as followed by another', () => {
  expect(pageTotal({ items: items(25) }, 2, 25)).toBe(51);
  expect(pageTotal({ items: items(7) }, 2, 25)).toBe(32);
});

it.each([
  [{ total: 60 }, undefined],
  [{ pages: 1 }, undefined],
  [{ pages: 3 }, { isEstimate: true }],
  [{}, { isEstimate: true }],
  [{ total: 60, more: true }, { more: true }],
  [
    { pages: 3, more: true },
    { more: true, isEstimate: true },
  ],
])('the meta says whether the total is an estimate: %o', async (counts, meta) => {
  const read = async () => ({ items: items(25), ...counts });
  const { meta: found } = await getPage({ pagination: { page: 1, perPage: 25 } }, 25, read, String);
  expect(found).toEqual(meta);
});
