import { z } from 'zod';
import { LENGTHS } from '../constants';
import { asciiDigits, halfWidth } from '../digits';
import { isPhoneNumber } from '../fieldRules';
import { withoutInvisible } from './invisible';

/** Control characters other than line break and tab, including NUL, and lone surrogates: no database stores them. */
const UNSTORABLE = /[^\P{Cc}\n\t]|\p{Cs}/u;
const LINE_BREAKS = /[\n\t]/;

const storable = (value: string) => !UNSTORABLE.test(value);

/** One line of text, trimmed after `normalize`, 1 to `max` characters. */
export const normalizedLineSchema = (max: number, normalize: (line: string) => string) =>
  z
    .string()
    // Longer text does not reach the further checks, whose time would grow with it.
    .max(max, { abort: true })
    .overwrite(normalize)
    .refine((value) => storable(value) && !LINE_BREAKS.test(value.trim()), {
      message: 'Contains characters that cannot be stored',
    })
    .trim()
    .min(1);

/** One line of text without invisible characters, trimmed, 1 to `max` characters. */
export const lineSchema = (max: number) => normalizedLineSchema(max, withoutInvisible);

/** Several lines of text, 0 to `max` characters. Windows line ends become \n, so that text pasted on Windows is accepted. */
export const textSchema = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.replaceAll('\r\n', '\n').trim())
    .refine(storable, { message: 'Contains characters that cannot be stored' });

/** A text that may be empty, such as a filter: 0 to `max` characters, without invisible ones. */
export const optionalLineSchema = (max: number) =>
  textSchema(max).overwrite((text) => withoutInvisible(text).trim());

/** An opaque id. Its format is up to the backend; our server uses UUIDs. */
export const idSchema = z.string().min(1).max(LENGTHS.id).refine(storable);

/**
 * Normalizes a typed e-mail address to the form in which it is stored: without invisible characters, trimmed, NFC, lower case.
 */
export const normalEmail = (typed: string) =>
  withoutInvisible(typed).trim().normalize('NFC').toLowerCase();

/** An e-mail address, normalized. */
export const emailSchema = z.string().max(LENGTHS.email).transform(normalEmail).pipe(z.email());

/** A phone number as typed, with 7 to 20 digits among any other characters; digits and full-width signs become those of ASCII. */
export const phoneSchema = normalizedLineSchema(40, (line) =>
  asciiDigits(halfWidth(withoutInvisible(line))),
).refine(isPhoneNumber, { message: 'Must have 7 to 20 digits' });
