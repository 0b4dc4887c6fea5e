import { expect, it } from 'vitest';
import { filterSites } from './StartStep';

const sites = ['Northside High', 'Southside High', 'Location Not Listed'].map((label) => ({
  value: label,
  label,
  alias: label,
}));
const labels = (text: string) => filterSites(sites, text).map((site) => site.label);

it('keeps every site for an empty text', () => {
  expect(labels('')).toHaveLength(3);
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
