import { expect, it } from 'vitest';
import { guardReason } from './guardReason';

const OUT = { status: 'signed-out', user: null } as const;

it('distinguishes a visitor, an ended session and an unreachable server', () => {
  expect(guardReason(OUT, false)).toBe('signInNeeded');
  expect(guardReason(OUT, true)).toBe('sessionEnded');
  expect(guardReason({ ...OUT, endedBy: 'unreachable' }, false)).toBe('unreachable');
});
