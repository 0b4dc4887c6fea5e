import { and, sql } from 'drizzle-orm';
import { rolesWith } from '../../../../contract/permissions';
import { memoizeByShape } from '../../../db/statements/memoizeByShape';
import type { ReadStatement, RunRead } from '../../../db/statements/readStatement';
import { referral } from '../../../db/schema';
import type { JsonPage } from '../../../http/page';
import type { CallerStatement } from '../../access';
import { HAS_CALLER, isHeld } from '../visibility';
import { countOfHeld } from './counters';
import { HELD_COLUMNS } from './json';
import { pageStatement, readPage, windowValues } from './page';
import { type QuickParts, searchEverything, textSearchesOf } from './search';

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

/** The statements that count the referrals held that the text of the search box finds. */
export const heldMatchesStatements = ({ q }: { q: string }): readonly CallerStatement[] => [
  {
    roles: rolesWith('referral.release'),
    statement: matchesStatementOf({ q: textSearchesOf({ q }).q }),
  },
];

const matchesStatementOf = memoizeByShape(({ q }: { q: QuickParts | undefined }): ReadStatement => {
  if (!q) return { select: sql`0 as count` };
  // All referrals held are read: they are few, and no index of words has them.
  const { with: tables, condition } = searchEverything(q, false);
  return {
    ...(tables && { with: tables }),
    select: sql`(
      select count(*)::int from ${referral} where ${and(HAS_CALLER, isHeld, condition)}) as count`,
  };
});
