/** The codes on receipts: computed, never stored (docs/decisions/0081-receipts.md). */
import { createHash } from 'node:crypto';
import { createKeyedHmac } from '../../limits';
import { inGroups, readBase32, toBase32 } from '../base32';

/** Letters and digits of a code, of five bits each: 80 bits. */
const LENGTH = 16;

/** Computes the code of a referral's receipt, in groups of four: the same one for the same serial number. */
export type ReceiptCodes = (referralId: string, serial: number) => string;

/** @param secret the secret that signs the tokens: the same in every process */
export function createReceiptCodes(secret: string): ReceiptCodes {
  const hmac = createKeyedHmac(secret, 'receipts');
  return (referralId, serial) => {
    const bytes = Buffer.from(hmac(referralId, String(serial)), 'base64url');
    return inGroups(toBase32(bytes.subarray(0, LENGTH)));
  };
}

/** The serial number of a referral's first code. */
export const FIRST_SERIAL = 1;

/** The hash by which a code is found, however it is typed. A code has too many bits to be guessed from it. */
export const hashCode = (typed: string): string =>
  createHash('sha256').update(readBase32(typed)).digest('base64url');
