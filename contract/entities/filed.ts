/**
 * Referrals as those outside of the program read them: what they filed, and the one answer that they may get
 * (docs/decisions/0078-inside-and-outside.md).
 */
import { z } from 'zod';
import { SENTENCES } from '../disclosure';
import { LENGTHS } from '../constants';
import { pageBodySchema, pageSchema } from './page';
import { referralSchema } from './referral';
import { optionalLineSchema } from './text';

/** A referral as it was filed; corrections since do not show. */
export const filedReferralSchema = referralSchema
  .pick({
    _id: true,
    first_name: true,
    last_name: true,
    contact_number: true,
    site: true,
    sex: true,
    dob: true,
    substance: true,
    tracking_id: true,
    entry_date: true,
  })
  .extend({
    /** What follows is empty where a consent names somebody who did not file the referral: they learn the name that was signed. */
    site: z.object({ value: z.string(), label: z.string() }),
    sex: referralSchema.shape.sex.nullable(),
    dob: referralSchema.shape.dob.nullable(),
    /** The answer in English: a status that no list of statuses has. */
    status: z.string(),
    /** The key of the answer. */
    answer: z.enum(SENTENCES),
    /** The consent by which it says more than that the referral was received. */
    consent: z
      .object({
        /** The person's name as they signed it. */
        person_name: z.string(),
        level: z.string(),
        /** Days in the provider's time zone, YYYY-MM-DD. */
        signed_on: z.string(),
        last_day: z.string(),
      })
      .nullish(),
  });
export type FiledReferral = z.output<typeof filedReferralSchema>;

export const filedQuerySchema = z.object({
  ...pageBodySchema.shape,
  /** A part of a name, of a phone number or of a tracking ID, or a birth date. */
  q: optionalLineSchema(LENGTHS.filter).optional(),
});
export const filedPageSchema = pageSchema(filedReferralSchema);

/** How the caller reads referrals. */
export const readerSchema = z.object({
  /** Whether as staff of the program, who see the referrals themselves. */
  is_inside: z.boolean(),
  /** How many referrals the caller has filed. */
  filed: z.int(),
  /** Whether the caller gets an email when there is news; absent on a server that sends none. */
  news_mail: z.boolean().optional(),
});
export type Reader = z.output<typeof readerSchema>;
