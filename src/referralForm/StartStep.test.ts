import { expect, it } from 'vitest';
import { filterSites } from './StartStep';

const sites = ['Northside High', 'Southside High', 'Location Not Listed'].map((label) => ({
  value: label,
  label,
  alias: label,
}));
const labels = (text: string) => filterSites(sites, text).map((site) => site.label);

it("shows every site once for an empty text, 'Location Not Listed' first, in any language", () => {
  expect(labels('')).toEqual(['Location Not Listed', 'Northside High', 'Southside High']);
  const spanish = sites.map((site) =>
    site.alias === 'Location Not Listed' ? { ...site, label: 'Mi sitio no aparece' } : site,
  );
  expect(filterSites(spanish, '')[0]).toHaveProperty('label', 'Mi sitio no aparece');
  expect(filterSites(spanish, 'no aparece')).toHaveLength(1);
  expect(filterSites(spanish, 'not listed')).toHaveLength(1);
});

it('keeps the order of a backend without such a site', () => {
  expect(filterSites(sites.slice(0, 2), '')).toEqual(sites.slice(0, 2));
});

it('keeps the sites that contain the text, ignoring case', () => {
  expect(labels('SIDE')).toEqual(['Northside High', 'Southside High']);
  expect(labels(' north ')).toEqual(['Northside High']);
});

it("offers 'Location Not Listed' when nothing else matches", () => {
  expect(labels('Atlantis')).toEqual(['Location Not Listed']);
});

it("finds 'Location Not Listed' by its own name, once", () => {
  expect(labels('not listed')).toEqual(['Location Not Listed']);
});

it('returns nothing when the backend has no such site', () => {
  expect(filterSites(sites.slice(0, 2), 'Atlantis')).toEqual([]);
});
