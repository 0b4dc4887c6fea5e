import { createHash, randomBytes } from 'node:crypto';

/** Creates a token that works once: 256 random bits. */
export function createOneTimeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token for storage. */
export function hashOneTimeToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
