import { z } from 'zod';
import { LENGTHS } from '../constants';
import { BULK_ACTIONS, BULK_LIMITS, BULK_OUTCOMES } from '../staffConstants';
import { endingShape, NOT_ENDED, refineEnding } from './ending';
import { referralStatusSchema } from './referral';
import { idSchema, textSchema } from './text';

const version = z.number().int();

const itemSchema = z.object({
  id: idSchema,
  /** The expected version. If the referral has a newer one, it is not changed. If omitted, any version is changed. */
  version: version.min(1).max(999_999_999).optional(),
  /** With 'followUp': the day on which to call back. Several days spread the calls. */
  on: z.iso.date().optional(),
});

/** One change of many referrals, each of which is named once. */
export const bulkChangeSchema = z
  .object({
    action: z.enum(BULK_ACTIONS),
    /** With 'status'. */
    status: referralStatusSchema.optional(),
    /** With the status of a referral that ended: why, the same for all. */
    ...endingShape,
    /** With 'owner': an account's id; null for nobody. */
    owner: idSchema.nullish(),
    /** With 'followUp': why days past the standard are right for people who were never called. */
    because: textSchema(LENGTHS.notes).optional(),
    items: z
      .array(itemSchema)
      .min(1)
      .max(BULK_LIMITS.perCall)
      .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, {
        message: 'Must be distinct',
      }),
  })
  .refine(({ action, status }) => action !== 'status' || status !== undefined, {
    path: ['status'],
    message: 'Is required with this action',
  })
  .refine(({ action, owner }) => action !== 'owner' || owner !== undefined, {
    path: ['owner'],
    message: 'Is required with this action',
  })
  .refine(({ action, items }) => action !== 'followUp' || items.every(({ on }) => on), {
    path: ['items'],
    message: 'Need a day with this action',
  })
  .refine(({ action, end_reason }) => action === 'status' || !end_reason, {
    path: ['end_reason'],
    message: NOT_ENDED,
  })
  .superRefine(refineEnding);
export type BulkChange = z.output<typeof bulkChangeSchema>;

const bulkResultSchema = z.object({
  id: idSchema,
  outcome: z.enum(BULK_OUTCOMES),
  /** The current version, after this or another change; absent if the referral is missing or deleted. */
  version: version.optional(),
  /**
   * The previous status or, with 'owner', the previous owner's id; for a stale referral, the current one. Absent for other
   * actions, and if the referral is missing.
   */
  from: z.string().nullish(),
});
export type BulkResult = z.output<typeof bulkResultSchema>;

/** One result for each referral of the request, in its order. */
export const bulkResultsSchema = z.object({ results: z.array(bulkResultSchema) });
