import { expect, it } from 'vitest';
import { formatDuration } from './limits';

it.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [15 * 60, '15 minutes'],
  [60 * 60, '1 hour'],
  [60 * 60 + 1, '2 hours'],
  [24 * 60 * 60, '1 day'],
  [24 * 60 * 60 + 1, '2 days'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
