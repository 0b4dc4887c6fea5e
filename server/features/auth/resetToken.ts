import { createHash, randomBytes } from 'node:crypto';

/** Creates a reset token for a mailed link: 256 random bits. */
export function createResetToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a reset token for storage. */
export function hashResetToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
