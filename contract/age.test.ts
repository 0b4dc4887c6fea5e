import { expect, it } from 'vitest';
import { ageInYears } from './age';

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
