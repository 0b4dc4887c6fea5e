/**
 * Finds referrals that may be of the same person: two of name, birth date and phone number are the same. One alone is not
 * enough, as many people share it.
 */
import { and, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DUPLICATE_FIELDS, DUPLICATE_LIMITS } from '../../../../contract/staffConstants';
import type { Duplicates, PossibleDuplicates } from '../../../../contract/entities/duplicate';
import type { Database } from '../../../db/database';
import { referral } from '../../../db/schema';
import type { Caller } from '../../access';
import { findReferral } from '../record/findReferral';
import { isVisible } from '../visibility';
import { AGREED_FIELDS, mayBeSamePerson } from './agreement';

const foundSchema = z.object({
  rows: z.array(
    z.object({ of: z.string(), id: z.string(), same: z.array(z.enum(DUPLICATE_FIELDS)) }),
  ),
});

/**
 * Finds the possible duplicates of referrals among those that a caller may see: if there are too many, any of them, newest
 * first.
 * @param ids the referrals; those that the caller may not see have no result
 * @returns one entry for each referral that has any, in the order of `ids`
 */
export async function listDuplicates(
  db: Database,
  caller: Caller,
  ids: readonly string[],
): Promise<PossibleDuplicates[]> {
  const { id, entry_date } = referral;
  // Materialized: the planner overestimates the matches, and would otherwise scan the table until the limit is reached.
  const { rows } = foundSchema.parse(
    await db.execute(sql`
      select mine.id as of, other.id, other.same
      from (
        select * from ${referral} where ${and(inArray(id, [...ids]), isVisible(caller))}
      ) mine
      cross join lateral (
        with matching as materialized (
          select ${id}, ${entry_date}, ${AGREED_FIELDS} as same
          from ${referral}
          where ${and(isVisible(caller), mayBeSamePerson)}
        )
        select * from matching limit ${DUPLICATE_LIMITS.shown + 1}
      ) other
      order by other.entry_date desc, other.id desc`),
  );
  return [...new Set(ids)].flatMap((_id) => {
    const found = rows.filter(({ of }) => of === _id);
    if (found.length === 0) return [];
    const shown = found.slice(0, DUPLICATE_LIMITS.shown);
    const duplicates = shown.map(({ id: other, same }) => ({ _id: other, same }));
    return [{ _id, duplicates, more: found.length > shown.length }];
  });
}

/** Finds a referral with its possible duplicates; null if the caller may not see it. */
export async function findDuplicates(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Duplicates | null> {
  const found = await findReferral(db, caller, id);
  if (!found) return null;
  const [possible] = await listDuplicates(db, caller, [id]);
  const duplicates: Duplicates['duplicates'] = [];
  for (const { _id, same } of possible?.duplicates ?? []) {
    const other = await findReferral(db, caller, _id);
    if (other) duplicates.push({ ...other, same });
  }
  return { referral: found, duplicates, more: possible?.more ?? false };
}
