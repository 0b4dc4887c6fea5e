/** Crockford's base 32: no I, L, O, U, so that what is written with it can be read out over the phone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Letters and digits per group. */
const GROUP = 4;

/** One letter or digit for the last five bits of each byte. */
export const toBase32 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Groups of four, with dashes between them. */
export const inGroups = (digits: string): string =>
  Array.from({ length: Math.ceil(digits.length / GROUP) }, (_, index) =>
    digits.slice(index * GROUP, (index + 1) * GROUP),
  ).join('-');

/** Capitals with the digits as which letters are read that this base does not have: O is 0, I and L are 1. */
export const correctMisread = (capitals: string): string =>
  capitals.replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** What is typed for digits of this base, without blanks and dashes, in capitals, with misread letters corrected. */
export const readBase32 = (typed: string): string =>
  correctMisread(typed.toUpperCase().replaceAll(/[\s\p{Pd}_.]/gu, ''));

/** A tracking ID of eight digits. */
export const formatTrackingId = (digits: string): string => `R-${inGroups(digits)}`;

/** Returns a typed tracking ID, with or without its first letter, in the form in which it is stored. */
export const normalizeTrackingId = (typed: string): string =>
  formatTrackingId(readBase32(typed).replace(/^R(?=.{8})/, ''));
