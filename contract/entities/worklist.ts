import { z } from 'zod';
import { LENGTHS, REFERRAL_STATUSES, SEXES, SUBSTANCES, WORKLIST_SORTS } from '../constants';
import { pageBodySchema, pageSchema } from './page';
import { referralFiltersSchema, referralSchema } from './referral';
import { idSchema, optionalLineSchema } from './text';

/** Characters of a place: those of a long name, encoded. */
const PLACE_MAX = 4_000;

const instant = z.iso.datetime({ offset: true });

/**
 * The query of the worklist: the filter bar and more. In contrast to `/referral/filtered`, a filter or a value that is not allowed
 * is refused: a mistaken filter must not look like an empty list, nor like no filter at all.
 */
export const worklistQuerySchema = z.strictObject(
  {
    ...pageBodySchema.shape,
    ...referralFiltersSchema.shape,
    gender: z.enum(SEXES).optional(),
    referral_status: z.enum(REFERRAL_STATUSES).optional(),
    /** One search: a part of a name, of a phone number or of a tracking ID. */
    q: optionalLineSchema(LENGTHS.filter).optional(),
    site: idSchema.optional(),
    substance: z.enum(SUBSTANCES.map(({ name }) => name)).optional(),
    /** 'me', 'nobody', or the id of an account. */
    owner: idSchema.optional(),
    /** Entry date: `from` is inclusive, `to` is exclusive. */
    from: instant.optional(),
    to: instant.optional(),
    sort: z.enum(WORKLIST_SORTS).default('entry_date'),
    order: z.enum(['asc', 'desc']).default('desc'),
    /** `next` of the page before, for keyset pagination; without it, `page` is counted from the start. */
    after: z.string().min(1).max(PLACE_MAX).optional(),
  },
  // The default message repeats what was sent.
  { error: ({ code }) => (code === 'unrecognized_keys' ? 'Is no filter of this list' : undefined) },
);
export type WorklistQuery = z.output<typeof worklistQuerySchema>;

const count = z.number().int();

/** How many referrals the same query finds with another status or owner: the numbers on the tabs. */
const worklistCountsSchema = z.object({
  /** With any status. */
  all: count,
  /** By status. */
  statuses: z.record(z.enum(REFERRAL_STATUSES), count),
  mine: count,
  nobody: count,
});
export type WorklistCounts = z.output<typeof worklistCountsSchema>;

/** A page of the worklist. `counts` is null if there are too many to count. */
export const worklistSchema = pageSchema(referralSchema).extend({
  counts: worklistCountsSchema.nullable(),
  /** The place of the last row, where the next page starts even if that row moves or goes; absent if there are no rows. */
  next: z.string().optional(),
});
