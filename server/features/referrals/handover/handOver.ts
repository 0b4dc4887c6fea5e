/** Hands all open referrals of an account over (docs/decisions/0073-owner-left-and-other-referrals.md). */
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../db/database';
import { account, type EventChange, referral, referral_event } from '../../../db/schema';
import type { Caller } from '../../access';
import { countOpenOfAccount, isOpen } from '../ownership';
import { isVisible } from '../visibility';

/** Counts the open referrals that an account owns; null if there is no such account. */
export async function countOwned(db: Database, id: string): Promise<number | null> {
  const [found] = await db
    .select({ open: countOpenOfAccount })
    .from(account)
    .where(eq(account.id, id));
  return found?.open ?? null;
}

/** Referrals that one statement changes: each is in many indexes, and a statement has a time limit. */
const PER_STATEMENT = 1_000;

const changedSchema = z.object({ rows: z.tuple([z.object({ ids: z.array(z.string()) })]) });

/**
 * Makes another account the owner of all open referrals of an account, or nobody. It changes the owner only, and takes them out of
 * the group from before the upgrade. Call it in a
 * transaction in which nobody can make the account an owner.
 * @returns the ids of the changed referrals
 */
export async function handOver(
  db: Database,
  caller: Caller,
  from: string,
  to: string | null,
): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const changed = await handOverSome(db, caller, from, to);
    // Fewer than the limit are not the last ones: one that was closed while the statement waited for it is left out.
    if (changed.length === 0) return ids;
    ids.push(...changed);
  }
}

/** The rows are locked in the order of their ids, as by other changes of many. */
async function handOverSome(
  db: Database,
  { accountId, ...caller }: Caller,
  from: string,
  to: string | null,
): Promise<string[]> {
  const isOwned = and(eq(referral.owner_id, from), isOpen, isVisible({ accountId, ...caller }));
  const changes: EventChange[] = [{ field: 'owner', from, to }];
  const result = await db.execute(sql`
    with owned as materialized (
      select ${referral.id} from ${referral} where ${isOwned}
      order by ${referral.id} limit ${PER_STATEMENT} for no key update),
    changed as (
      update ${referral} set owner_id = ${to}, is_from_before = false, version = ${referral.version} + 1,
        updated_at = now()
      from owned where ${referral.id} = owned.id returning ${referral.id}),
    added as (
      insert into ${referral_event} (referral_id, actor_id, kind, changes)
      select id, ${accountId}, 'owner', ${JSON.stringify(changes)}::jsonb from changed)
    select coalesce(json_agg(id), '[]') as ids from changed`);
  return changedSchema.parse(result).rows[0].ids;
}
