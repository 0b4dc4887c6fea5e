import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTimeZone } from '../../../i18n/providerTime';
import { ageAtEntry } from './ageAtEntry';

beforeAll(() => setTimeZone('America/Los_Angeles'));
afterAll(() => setTimeZone(''));

it.each([
  // In the provider's time zone, the entry of the first is still on the day before.
  ['2026-04-13T03:00:00Z', 15],
  ['2026-04-13T20:00:00Z', 16],
  ['not a time', undefined],
])('the age at the entry %s is %s', (entry_date, age) => {
  expect(ageAtEntry({ dob: '2010-04-13', entry_date })).toBe(age);
});
