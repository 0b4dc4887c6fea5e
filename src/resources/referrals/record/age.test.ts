import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTimeZone } from '../../../i18n/providerTime';
import { ageAtEntry, ageInYears } from './age';

beforeAll(() => setTimeZone('America/Los_Angeles'));
afterAll(() => setTimeZone(''));

const today = '2026-11-25';

it.each([
  ['2010-11-25', 16],
  ['2010-11-26', 15],
  ['2010-12-01', 15],
  ['2010-04-13', 16],
  ['2026-11-25', 0],
  ['2026-11-26', undefined],
  ['', undefined],
  ['13/04/2010', undefined],
])('the age for the birth date %s is %s', (birthDate, age) => {
  expect(ageInYears(birthDate, today)).toBe(age);
});

it.each([
  // In the provider's time zone, the entry of the first is still on the day before.
  ['2026-04-13T03:00:00Z', 15],
  ['2026-04-13T20:00:00Z', 16],
  ['not a time', undefined],
])('the age at the entry %s is %s', (entry_date, age) => {
  expect(ageAtEntry({ dob: '2010-04-13', entry_date })).toBe(age);
});
