/** Referrals that may be of the same person (docs/decisions/0042-possible-duplicates.md). */
import { z } from 'zod';
import { LENGTHS } from '../constants';
import { DUPLICATE_FIELDS, DUPLICATE_LIMITS } from '../staffConstants';
import { referralSchema } from './referral';
import { idSchema } from './text';

/** The fields that are the same in two referrals: two or all three. */
const sameSchema = z.array(z.enum(DUPLICATE_FIELDS));

/** The ids to ask about, separated by commas. */
export const duplicatesQuerySchema = z.object({
  ids: z
    .string()
    .max(DUPLICATE_LIMITS.asked * (LENGTHS.id + 1))
    .transform((ids) => ids.split(','))
    .pipe(z.array(idSchema).max(DUPLICATE_LIMITS.asked)),
});

/** The possible duplicates of one referral, newest first: ids, without personal data. */
export const possibleDuplicatesSchema = z.object({
  _id: idSchema,
  duplicates: z.array(z.object({ _id: idSchema, same: sameSchema })),
  /** Whether there are more than `duplicates` contains. */
  more: z.boolean(),
});
export type PossibleDuplicates = z.output<typeof possibleDuplicatesSchema>;

/** A referral with its possible duplicates, newest first. */
export const duplicatesSchema = z.object({
  referral: referralSchema,
  duplicates: z.array(referralSchema.extend({ same: sameSchema })),
  more: z.boolean(),
});
export type Duplicates = z.output<typeof duplicatesSchema>;
