import { z } from 'zod';
import { LENGTHS, SEXES, SUBSTANCES } from '../constants';
import {
  END_REASONS,
  FOLLOW_UP_SETTERS,
  REFERRAL_STATUSES,
  WORKLIST_SORTS,
} from '../staffConstants';
import { pageBodySchema, pageSchema } from './page';
import { referralFiltersSchema, referralSchema } from './referral';
import { idSchema, optionalLineSchema } from './text';

/** Maximum length of a cursor, which contains a name, encoded. */
const CURSOR_MAX = 4_000;

const instant = z.iso.datetime({ offset: true });

/**
 * The query of the worklist: the filter bar and more. Unlike `/referral/filtered`, it refuses an unknown filter or an invalid
 * value, which would otherwise look like an empty list, or like no filter.
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
    /** Why it ended; only a referral of one status has a reason. */
    end_reason: z.enum(END_REASONS).optional(),
    /** Whose day to call back it has. */
    follow_up_by: z.enum(FOLLOW_UP_SETTERS).optional(),
    /** One of OWNER_FILTERS, or the id of an account. */
    owner: idSchema.optional(),
    /** Entry date: `from` is inclusive, `to` is exclusive. */
    from: instant.optional(),
    to: instant.optional(),
    sort: z.enum(WORKLIST_SORTS).default('entry_date'),
    order: z.enum(['asc', 'desc']).default('desc'),
    /** The cursor of keyset pagination: `next` of the previous page. Without it, `page` is an offset. */
    after: z.string().min(1).max(CURSOR_MAX).optional(),
  },
  // The default message repeats what was sent.
  { error: ({ code }) => (code === 'unrecognized_keys' ? 'Is no filter of this list' : undefined) },
);
export type WorklistQuery = z.output<typeof worklistQuerySchema>;

const count = z.number().int();

/** The counts of the tabs: the number of referrals that the same query finds with other statuses and owners. */
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
  /**
   * The cursor of the last row: the next page starts after it even if that row moves or is deleted. Absent if no row follows,
   * whatever `total` says: rows before the page may have left the list.
   */
  next: z.string().optional(),
});

/** The text of the search box alone. */
export const searchTextSchema = worklistQuerySchema.pick({ q: true }).required();

/** A name that resembles a typed one, and the id of a referral that has it and that the caller may see. */
export const similarNameSchema = referralSchema.pick({
  _id: true,
  first_name: true,
  last_name: true,
});
export type SimilarName = z.output<typeof similarNameSchema>;
