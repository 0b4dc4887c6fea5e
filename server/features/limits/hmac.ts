import { createHmac } from 'node:crypto';

/** Computes the HMAC of texts by a key of its own for each purpose: keys of counters, codes of receipts, tokens of emails. */
export type Hmac = (...texts: string[]) => string;

/**
 * @param secret the secret that signs the tokens: the same in every process
 * @param purpose what the key is for; each purpose has its own
 */
export function createKeyedHmac(secret: string, purpose = 'limits'): Hmac {
  const key = createHmac('sha256', secret).update(purpose).digest();
  return (...texts) => createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64url');
}
