/** Receipts of guests' referrals, and what a guest learns by one (docs/decisions/0081-receipts.md). */
import { z } from 'zod';
import { EARLIEST_BIRTH_DATE } from '../constants';
import { asciiDigits, halfWidth } from '../digits';
import { normalizeLine } from './normalizeText';
import { idSchema, lineSchema, normalizedLineSchema } from './text';

/** Reference and code, which only the answer that makes the code shows. */
export const receiptSchema = z.object({ tracking_id: z.string(), code: z.string() });

/** The answer to a guest who filed a referral: without reference and code if it was stored before there were receipts. */
export const guestReceiptSchema = receiptSchema.partial().extend({ detail: z.string() });

/** What a guest has named before they get a new code, each as it was filed. */
export const renewalSchema = z.object({
  id: idSchema,
  reference: z.literal(true),
  guest_name: z.literal(true),
  birth_date: z.literal(true),
});

const FIRST_YEAR = Number(EARLIEST_BIRTH_DATE.slice(0, 4));
const BIRTH_YEAR_REFUSAL = 'Must be a year with four digits, from 1900 to this year';

/** Milliseconds by which the time zone where a day begins first is ahead of UTC. */
const FIRST_ZONE = 14 * 60 * 60_000;

function isBirthYear(text: string): boolean {
  // This year, in the time zone where it begins first.
  const latest = new Date(Date.now() + FIRST_ZONE).getUTCFullYear();
  return /^\d{4}$/.test(text) && Number(text) >= FIRST_YEAR && Number(text) <= latest;
}

/** Lengths in characters, of what may be typed. */
const LOOK_UP_LENGTHS = { reference: 40, code: 60, birthYear: 40 } as const;

/** What the holder of a receipt enters, as they type it. */
export const lookUpSchema = z.object({
  reference: lineSchema(LOOK_UP_LENGTHS.reference),
  code: lineSchema(LOOK_UP_LENGTHS.code),
  birth_year: normalizedLineSchema(LOOK_UP_LENGTHS.birthYear, (line) =>
    asciiDigits(halfWidth(normalizeLine(line))).trim(),
  ).refine(isBirthYear, { message: BIRTH_YEAR_REFUSAL }),
});

/** What a look-up comes to: `noMatch` for anything but the right three. */
const LOOK_UP_RESULTS = ['answer', 'noMatch', 'tooManyTries'] as const;

/** Each has status 200. A client shows an unknown result as `noMatch`, and an unknown sentence as `callUs`. */
export const lookUpResultSchema = z.object({
  result: z.enum(LOOK_UP_RESULTS),
  /** What may be said (contract/disclosure.ts); null without an answer. */
  sentence: z.string().nullable(),
  /** The consent by which more is said than that it was received. Days are in the provider's time zone. */
  consent: z.object({ level: z.string(), signed_on: z.string(), last_day: z.string() }).nullable(),
});
export type LookUpResult = z.output<typeof lookUpResultSchema>;
