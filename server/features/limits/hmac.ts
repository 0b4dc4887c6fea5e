import { createHmac } from 'node:crypto';

/** Computes an irreversible key for texts, so that the counters store no addresses or emails. */
export type Hmac = (...texts: string[]) => string;

/** @param secret the secret that signs the tokens: the same in every process */
export function createKeyedHmac(secret: string): Hmac {
  const key = createHmac('sha256', secret).update('limits').digest();
  return (...texts) => createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64url');
}
