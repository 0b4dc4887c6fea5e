import { sql } from 'drizzle-orm';
import type { RunRead } from '../../../db/statements/readStatement';
import { referral } from '../../../db/schema';
import type { JsonPage } from '../../../http/page';
import { isHeld } from '../visibility';
import { countOfHeld } from './counters';
import { HELD_COLUMNS } from './json';
import { pageStatement, readPage, windowValues } from './page';

const HELD = pageStatement(
  sql`array(
    select ${referral.id} from ${referral} where ${isHeld}
    order by ${referral.entry_date} desc, ${referral.id} desc
    limit ${sql.placeholder('size')} offset ${sql.placeholder('offset')})`,
  countOfHeld(),
  HELD_COLUMNS,
);

/**
 * Lists one page of the referrals held, newest first.
 * @param read runs the statement that reads the referrals
 */
export const listHeld = async (
  read: RunRead,
  paging: { page: number; size: number },
): Promise<JsonPage> => readPage(await read(HELD, windowValues(paging)));
