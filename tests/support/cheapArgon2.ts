/**
 * argon2 at a fraction of its cost, for tests that go through hundreds of passwords. Put it in the library's place:
 * `vi.mock('@node-rs/argon2', () => import('../support/cheapArgon2'))`
 */
import type argon2 from '@node-rs/argon2';
import { vi } from 'vitest';

const real = await vi.importActual<typeof argon2>('@node-rs/argon2');

export const hash = (password: string) =>
  real.hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });

/** A hash says what it cost. */
export const { verify } = real;
