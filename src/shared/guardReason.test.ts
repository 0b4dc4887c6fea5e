import { expect, it } from 'vitest';
import { guardReason } from './guardReason';

const OUT = { status: 'signed-out', user: null } as const;

it('says whether the person was in, and when it was the server that was away', () => {
  expect(guardReason(OUT, false)).toBe('signInNeeded');
  expect(guardReason(OUT, true)).toBe('sessionEnded');
  expect(guardReason({ ...OUT, endedBy: 'unreachable' }, false)).toBe('unreachable');
});
