import { createHmac } from 'node:crypto';

/** Computes an irreversible key for texts, so that the counters store no addresses or emails. */
export type Hmac = (...texts: string[]) => string;

/**
 * @param secret the secret that signs the tokens: the same in every process
 * @param purpose what the key is for; each purpose has its own
 */
export function createKeyedHmac(secret: string, purpose = 'limits'): Hmac {
  const key = createHmac('sha256', secret).update(purpose).digest();
  return (...texts) => createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64url');
}
