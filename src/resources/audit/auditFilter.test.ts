import { describe, expect, it } from 'vitest';
import { readTrackingId } from './auditFilter';

describe('a tracking id', () => {
  it.each(['R-ABCD-1234', 'r-abcd-1234', 'RABCD1234', ' r abcd 1234 ', 'R–ABCD–1234'])(
    'is read from “%s”',
    (typed) => expect(readTrackingId(typed)).toBe('R-ABCD-1234'),
  );

  it.each([
    '',
    'Robin Harper',
    'R-ABCD',
    'R-ABCD-12345',
    'ABCD-1234',
    'X-ABCD-1234',
    'R-ÁBCD-1234',
  ])('is not “%s”', (typed) => expect(readTrackingId(typed)).toBeNull());
});
