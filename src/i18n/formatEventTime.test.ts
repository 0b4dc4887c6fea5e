import { expect, it } from 'vitest';
import { formatEventTime } from './formatEventTime';

const today = '2026-11-25';
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

it.each([
  [at(2026, 10, 25, 9, 12), 'Today 9:12 AM'],
  [at(2026, 10, 21, 15, 40), 'Nov 21, 3:40 PM'],
  [at(2025, 10, 25, 9, 12), 'Nov 25, 2025, 9:12 AM'],
  ['yesterday', 'yesterday'],
])('writes %s as %s', (moment, text) => {
  expect(formatEventTime(moment, today, 'en', 'Today').replaceAll(/\s/g, ' ')).toBe(text);
});
