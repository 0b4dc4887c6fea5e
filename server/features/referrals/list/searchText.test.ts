import { describe, expect, it } from 'vitest';
import { quickSearchParts, toPhoneSearch } from './searchText';

describe('quickSearchParts', () => {
  it.each([
    ['maría núñez', 'isName'],
    ['Abel', 'isName'],
    ['明日', 'isName'],
    ['100%', 'isName'],
    ['R-', 'isName isTracking'],
    ['r-ABCD-EFGH', 'isName isTracking'],
    ['R‑7K', 'isName isTracking'],
    ['7kab', 'isName isTracking'],
    ['R-7KAB-99XZ', 'isTracking'],
    ['r‑7kab 99xz', 'isTracking'],
    ['7KAB-99XZ', 'isName isTracking'],
    ['R-7KAB-99X', 'isName isTracking'],
    ['7U', 'isName'],
    ['R-7KAB-99XZ-1', 'isName'],
    ['7', 'isPhone isTracking'],
    ['2030', 'isPhone isTracking'],
    ['55 50', 'isPhone isTracking'],
    ['555.010', 'isPhone'],
    ['+1 (555) 010-2030', 'isPhone'],
    ['5550102030', 'isPhone'],
    ['...', 'isName'],
  ])('%s can be a part of: %s', (typed, expected) => {
    const parts = Object.entries(quickSearchParts(typed));
    expect(parts.filter(([, is]) => is).map(([part]) => part)).toEqual(expected.split(' '));
  });
});

it.each([
  ['+1 (310) 555-0142', '3105550142'],
  ['13105550142', '3105550142'],
  ['3105550142', '3105550142'],
  ['0142', '0142'],
  ['1 310', '1310'],
  ['+1 310', '310'],
  ['+1', '1'],
  ['+52 1 310 555 0142', '5213105550142'],
  ['x', ''],
])('a search for the phone number %s looks for %s', (typed, digits) => {
  expect(toPhoneSearch(typed)).toBe(digits);
});
