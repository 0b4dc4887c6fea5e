import { z } from 'zod';
import { LENGTHS } from '../constants';
import { asciiDigits, halfWidth } from '../digits';
import { isPhoneNumber } from '../fieldRules';
import { normalizeLine, normalizeText } from './normalizeText';

/**
 * One line of text, trimmed after `normalize`, 1 to `max` characters, as typed and as stored: letters that `normalize` composes
 * or takes apart change its length.
 */
export const normalizedLineSchema = (max: number, normalize: (line: string) => string) =>
  z
    .string()
    // Longer text is not normalized, because that takes time.
    .max(max, { abort: true })
    .overwrite(normalize)
    .trim()
    .min(1)
    .max(max);

/** One line of text without invisible characters, trimmed, 1 to `max` characters. */
export const lineSchema = (max: number) => normalizedLineSchema(max, normalizeLine);

/** Several lines of text without invisible characters, trimmed, 0 to `max` characters. */
export const textSchema = (max: number) =>
  z.string().max(max, { abort: true }).overwrite(normalizeText).trim();

/** A line that may be empty, such as a filter: 0 to `max` characters, without invisible ones. */
export const optionalLineSchema = (max: number) =>
  z.string().max(max, { abort: true }).overwrite(normalizeLine).trim();

/** Without control characters and lone surrogates: no record has such an id, and databases refuse them. */
const isId = (value: string) => !/\p{Cc}|\p{Cs}/u.test(value);

/** An opaque id. Its format is up to the backend; our server uses UUIDs. */
export const idSchema = z.string().min(1).max(LENGTHS.id).refine(isId);

/** What programs put around an address that is copied: `mailto:`, angle brackets, the end of a sentence. */
const BEFORE_EMAIL = /^(?:mailto:|[<\s])+/i;
const AFTER_EMAIL = /[>.\s]+$/;

/**
 * Normalizes a typed e-mail address to the form in which it is stored: without invisible characters and what was copied around
 * it, NFC, lower case.
 */
export const normalEmail = (typed: string) => {
  const address = normalizeLine(typed).replace(BEFORE_EMAIL, '').replace(AFTER_EMAIL, '');
  return address.normalize('NFC').toLowerCase();
};

/** An e-mail address, normalized. */
export const emailSchema = z
  .string()
  .max(LENGTHS.email, { abort: true })
  .transform(normalEmail)
  .pipe(z.email());

/**
 * A phone number as typed, with 7 to 20 digits among any other characters; digits and full-width signs become those of ASCII.
 */
export const phoneSchema = normalizedLineSchema(LENGTHS.phone, (line) =>
  asciiDigits(halfWidth(normalizeLine(line))),
).refine(isPhoneNumber, { message: 'Must have 7 to 20 digits' });
