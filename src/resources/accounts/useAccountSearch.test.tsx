import { act, renderHook } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { ListContextProvider, type ListControllerResult, useListContext } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAccountSearch } from './AccountSearch';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A list with nothing but its filter. */
function FilteredList({ children }: { children: ReactNode }) {
  const [filterValues, setFilters] = useState<object>({});
  const list = { filterValues, setFilters } as unknown as ListControllerResult;
  return <ListContextProvider value={list}>{children}</ListContextProvider>;
}

function startSearch() {
  const { result, unmount } = renderHook(
    () => ({
      ...useAccountSearch(),
      filter: useListContext().filterValues as object,
      setFilters: useListContext().setFilters,
    }),
    { wrapper: FilteredList },
  );
  return {
    search: result,
    unmount,
    type: (text: string) => act(() => result.current.change(text)),
    enter: () => act(() => result.current.submit()),
  };
}
const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
const AN_HOUR = 3_600_000;

it('searches for three characters after a pause in typing', () => {
  const { search, type } = startSearch();
  type('pat');
  pass(249);
  expect(search.current.filter).toEqual({});
  pass(1);
  expect(search.current.filter).toEqual({ query: 'pat' });
});

it('restarts the pause with every key', () => {
  const { search, type } = startSearch();
  type('pat');
  pass(200);
  type('patr');
  pass(200);
  expect(search.current.filter).toEqual({});
  pass(50);
  expect(search.current.filter).toEqual({ query: 'patr' });
});

it.each(['p', 'pa', '  pa  '])('does not search for %j while typing', (text) => {
  const { search, type } = startSearch();
  type(text);
  pass(AN_HOUR);
  expect(search.current.filter).toEqual({});
});

it.each(['p', 'pa', 'pat'])('searches at once for %j with Enter', (text) => {
  const { search, type, enter } = startSearch();
  type(text);
  enter();
  expect(search.current.filter).toEqual({ query: text });
});

it('searches once if Enter is pressed before the pause ends', () => {
  const { search, type, enter } = startSearch();
  type('pat');
  enter();
  const { filter } = search.current;
  pass(AN_HOUR);
  expect(search.current.filter).toBe(filter);
});

it('searches again for the same text with Enter', () => {
  const { search, type, enter } = startSearch();
  type('pat');
  enter();
  const { filter } = search.current;
  enter();
  expect(search.current.filter).toEqual(filter);
  expect(search.current.filter).not.toBe(filter);
});

it('trims the query, and keeps the blanks in the box', () => {
  const { search, type, enter } = startSearch();
  type('  Pat Doe ');
  enter();
  expect(search.current.filter).toEqual({ query: 'Pat Doe' });
  expect(search.current.text).toBe('  Pat Doe ');
});

it('does nothing with Enter in an empty box', () => {
  const { search, type, enter } = startSearch();
  type('   ');
  enter();
  pass(AN_HOUR);
  expect(search.current.filter).toEqual({});
});

it('keeps the results while fewer than three characters are left, until Enter', () => {
  const { search, type, enter } = startSearch();
  type('pat');
  pass(AN_HOUR);
  type('pa');
  pass(AN_HOUR);
  expect(search.current.filter).toEqual({ query: 'pat' });
  enter();
  expect(search.current.filter).toEqual({ query: 'pa' });
});

it('does not search again for the same text', () => {
  const { search, type } = startSearch();
  type('pat');
  pass(AN_HOUR);
  const { filter } = search.current;
  type('pa');
  type('pat');
  pass(AN_HOUR);
  expect(search.current.filter).toBe(filter);
});

it.each(['', '  '])('shows all accounts when only %j is left', (rest) => {
  const { search, type } = startSearch();
  type('pat');
  pass(AN_HOUR);
  type(rest);
  expect(search.current.filter).toEqual({});
});

it('does not search for text that was deleted before the pause ended', () => {
  const { search, type } = startSearch();
  type('pat');
  act(() => search.current.change(''));
  pass(AN_HOUR);
  expect(search.current.filter).toEqual({});
  expect(search.current.text).toBe('');
});

it('empties the box when the filter is cleared elsewhere', () => {
  const { search, type } = startSearch();
  type('nobody');
  pass(AN_HOUR);
  act(() => search.current.setFilters({}, []));
  expect(search.current.text).toBe('');
  pass(AN_HOUR);
  expect(search.current.filter).toEqual({});
});

it('does not change the list when the box is emptied before a search', () => {
  const { search, type } = startSearch();
  const { filter } = search.current;
  type('pa');
  type('');
  expect(search.current.filter).toBe(filter);
});

it('clears its timer when it unmounts', () => {
  const { type, unmount } = startSearch();
  type('pat');
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
