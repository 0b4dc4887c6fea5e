import { and, eq, sql } from 'drizzle-orm';
import type { Referral } from '../../../../contract/entities/referral';
import type { Database } from '../../../db/database';
import { referral } from '../../../db/schema';
import type { Caller } from '../../access';
import { columnsFor, selectJson } from '../list/json';
import { isVisible } from '../visibility';

/** Finds a referral that a caller may see, in one statement. */
export async function findReferral(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Referral | null> {
  const where = and(eq(referral.id, id), isVisible(caller));
  const statement = selectJson(columnsFor([caller.role]), sql`${referral}`, where);
  const { rows } = (await db.execute(statement)) as { rows: { json: string }[] };
  return rows[0] ? (JSON.parse(rows[0].json) as Referral) : null;
}
