import { describe, expect, it } from 'vitest';
import { readQuickSearch, toPhoneSearch, toTrackingSearch } from './searchText';

describe('readQuickSearch', () => {
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
    ['424-555-0178 ext. 5', 'isName isPhone'],
    ['424-555-0178 x5', 'isName isPhone'],
    ['tel:424-555-0177', 'isName isPhone'],
    ['424-555-0177 (cell)', 'isName isPhone'],
    ['Phone: 424-555-0177', 'isName isPhone'],
    ['424−555−0177', 'isPhone'],
    ['４２４５５５０１７７', 'isPhone'],
    ['٤٢٤٥٥٥٠١٧٧', 'isPhone'],
    ['०१४२', 'isPhone isTracking'],
    ['r.f0qs.vq1w', 'isTracking'],
    ['#R-F0QS-VQ1W', 'isTracking'],
    ['Tracking ID R-F0QS-VQ1W.', 'isTracking'],
    ['Código de seguimiento: R-F0QS-VQ1W', 'isTracking'],
    ['R − F0QS − VQ1W', 'isTracking'],
    ['03/05/2008', 'isBirthDate'],
    ['Birthwell 03/05/2008', 'isName isBirthDate'],
    ['DOB: 2008-03-05', 'isBirthDate'],
    ['2008-03-05 DOB', 'isBirthDate'],
    ['3/5/2008.', 'isBirthDate'],
    ['(3/5/2008)', 'isBirthDate'],
    ['Born 3/5/2008!', 'isBirthDate'],
    ['06 12 34 56 78', 'isPhone'],
  ])('%s can be a part of: %s', (typed, expected) => {
    const { name, isPhone, isTracking, birthDates } = readQuickSearch(typed);
    const parts = {
      isName: name !== undefined,
      isPhone,
      isTracking,
      isBirthDate: birthDates.length > 0,
    };
    const found = Object.entries(parts).filter(([, is]) => is);
    expect(found.map(([part]) => part)).toEqual(expected.split(' '));
  });
});

it.each([
  ['Birthwell 3/5/2008', 'birthwell'],
  ['Lopez, Ana 3/5/2008 310-555-0142', 'lopez, ana'],
  ['Lopez 3/5/2008 (310) 555-0142', 'lopez'],
])('beside the birth date in %s the name is %s', (typed, name) => {
  expect(readQuickSearch(typed).name?.trim()).toBe(name);
});

it.each([
  ['+1 (310) 555-0142', '3105550142'],
  ['13105550142', '3105550142'],
  ['3105550142', '3105550142'],
  ['0142', '0142'],
  ['1 310', '1310'],
  ['+1 310', '310'],
  ['+1', '1'],
  ['+52 1 55 1234 5678', '5512345678'],
  ['+52 55 1234 5678', '5512345678'],
  ['+44 (0)20 7946 0958', '2079460958'],
  ['020 7946 0958', '2079460958'],
  ['0044 20 7946 0958', '2079460958'],
  ['+44 20 7946 0958', '2079460958'],
  ['001 310 555 0142', '3105550142'],
  ['011 1 310 555 0142', '3105550142'],
  ['310-555-0142 ext. 5', '3105550142'],
  ['310-555-0142 x5', '3105550142'],
  ['310-555-0142 #3', '3105550142'],
  ['tel:310-555-0142', '3105550142'],
  ['310-555-0142 (cell)', '3105550142'],
  ['Phone: 310-555-0142', '3105550142'],
  ['310−555−0142', '3105550142'],
  ['３１０５５５０１４２', '3105550142'],
  ['310-555-0142, 310-555-0199', '3105550142'],
  ['0142 ext', '0142'],
  ['x', ''],
])('a search for the phone number %s looks for %s', (typed, digits) => {
  expect(toPhoneSearch(typed)).toBe(digits);
});

it.each([
  'R-F0QS-VQ1W',
  'r-f0qs-vq1w',
  'R-FOQS-VQ1W',
  'R-F0QS-VQIW',
  'R-F0QS-VQlW',
  'R−F0QS−VQ1W',
  'R.F0QS.VQ1W',
  'R-F0QS-VQ1W.',
  '#R-F0QS-VQ1W',
  'Tracking ID R-F0QS-VQ1W',
  'Tracking ID: R-F0QS-VQ1W (Ana)',
  'R F0QS VQ1W',
  'rf0qsvq1w',
  '\u200bR-F0QS-VQ1W',
  '\u202aR-F0QS-VQ1W\u202c',
  'Ｒ－Ｆ０ＱＳ－ＶＱ１Ｗ',
])('a search for the tracking ID %j looks for RF0QSVQ1W', (typed) => {
  expect(toTrackingSearch(typed)).toBe('RF0QSVQ1W');
});
