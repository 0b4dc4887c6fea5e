/** The referrals that were deleted and can still be put back (docs/decisions/0075-deleted-and-back.md). */
import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/database';
import { referral } from '../../../db/schema';
import type { RunRead } from '../../../db/statements/readStatement';
import type { JsonPage } from '../../../http/page';
import { DELETED_COLUMNS } from '../list/json';
import { pageStatement, readPage, windowValues } from '../list/page';
import { wasDeletedWithin } from './wasDeletedWithin';

const isListed = wasDeletedWithin(sql`(select ${sql.placeholder('days')}::int)`);

const DELETED = pageStatement(
  sql`array(
    select ${referral.id} from ${referral} where ${isListed}
    order by ${referral.deleted_at} desc, ${referral.id} desc
    limit ${sql.placeholder('size')} offset ${sql.placeholder('offset')})`,
  sql`(select count(*) from ${referral} where ${isListed})`,
  DELETED_COLUMNS,
);

/**
 * Lists one page, those deleted last first.
 * @param read runs the statement that reads the referrals
 * @param days within which they were deleted
 */
export const listDeleted = async (
  read: RunRead,
  days: number,
  paging: { page: number; size: number },
): Promise<JsonPage> => readPage(await read(DELETED, { ...windowValues(paging), days }));

export const countDeleted = (db: Database, days: number): Promise<number> =>
  db.$count(referral, wasDeletedWithin(sql`${days}::int`));
