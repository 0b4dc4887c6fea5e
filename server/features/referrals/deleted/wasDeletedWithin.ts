import { and, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import { referral } from '../../../db/schema';

/** Condition: was deleted within the last days, so that it can be put back. */
export const wasDeletedWithin = (days: SQL): SQL | undefined =>
  and(
    isNotNull(referral.deleted_at),
    gt(referral.deleted_at, sql`now() - make_interval(days => ${days})`),
  );
