import { createHmac } from 'node:crypto';

/** A name for texts that cannot be turned back into them: what counts people's tries holds no address of theirs. */
export type Hmac = (...texts: string[]) => string;

/** @param secret what tokens are signed with: the same on every process */
export function createKeyedHmac(secret: string): Hmac {
  const key = createHmac('sha256', secret).update('limits').digest();
  return (...texts) => createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64url');
}
