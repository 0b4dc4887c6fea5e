/** How many referrals there are, without going through them: counted as they come and go (migration 0008). */
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/openDatabase';
import { referral, referral_tally, referral_tally_change } from '../../db/schema';
import { NOBODY, type ReferralQuery } from './filters';
import { isLive, isOwn, type Scope } from './scopeRepository';

type Kind = ReferralQuery['kind'];

/** Stands in the tally for all sites together; a change is of one. */
const EVERY_SITE = '';

/** How many of a kind are in a scope. */
export async function countMatching(db: Database, scope: Scope, kind: Kind = {}): Promise<number> {
  if (scope === 'all') return sumCounters(db, kind);
  const { accountId, siteIds } = scope;
  const ofSites = siteIds.length > 0 ? await sumCounters(db, kind, siteIds) : 0;
  // What they filed for other sites, or was assigned to them there: by their own referrals, few beside all.
  const others = and(
    isLive,
    isOwn(accountId),
    siteIds.length > 0 ? notInArray(referral.site_id, [...siteIds]) : undefined,
    kind.status === undefined ? undefined : sql`${referral.status} = ${kind.status}`,
    kind.sex === undefined ? undefined : sql`${referral.sex} = ${kind.sex}`,
    kind.isGuest ? eq(referral.referrer_id, NOBODY) : undefined,
  );
  return ofSites + (await db.$count(referral, others));
}

/** How many are set apart as suspected spam. */
export function countHeld(db: Database): Promise<number> {
  return sumCounters(db, {}, undefined, true);
}

async function sumCounters(
  db: Database,
  kind: Kind,
  siteIds?: readonly string[],
  isSuspected = false,
): Promise<number> {
  const ofSites = siteIds && [...siteIds];
  const of = (
    table: typeof referral_tally | typeof referral_tally_change,
    sites: readonly string[] | undefined,
  ): SQL | undefined =>
    and(
      eq(table.is_suspected, isSuspected),
      sites ? inArray(table.site_id, [...sites]) : undefined,
      kind.status === undefined ? undefined : sql`${table.status} = ${kind.status}`,
      kind.sex === undefined ? undefined : sql`${table.sex} = ${kind.sex}`,
      kind.isGuest ? eq(table.is_guest, true) : undefined,
    );
  const counts = db
    .select({ count: referral_tally.count })
    .from(referral_tally)
    .where(of(referral_tally, ofSites ?? [EVERY_SITE]))
    .unionAll(
      db
        .select({ count: referral_tally_change.count })
        .from(referral_tally_change)
        .where(of(referral_tally_change, ofSites)),
    )
    .as('counts');
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${counts.count}), 0)::int` })
    .from(counts);
  return row?.sum ?? 0;
}

/** Any number, as long as it is always this one. */
const ROLL_UP_LOCK = 726_303;
const turnSchema = z.object({ rows: z.tuple([z.object({ mine: z.boolean() })]) });

/** Adds up what has changed since the last time. One process does it at a time; the others need not wait for it. */
export async function rollUpCounters(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = turnSchema.parse(
      await tx.execute(sql`select pg_try_advisory_xact_lock(${ROLL_UP_LOCK}) as mine`),
    );
    if (!rows[0].mine) return;
    await tx.execute(sql`
      with gone as (delete from referral_tally_change returning *)
      insert into referral_tally (site_id, is_guest, status, sex, is_suspected, count)
      select coalesce(site_id, ${EVERY_SITE}), is_guest, status, sex, is_suspected, sum(count) from gone
      group by is_guest, status, sex, is_suspected, rollup (site_id) having sum(count) <> 0
      on conflict (site_id, is_guest, status, sex, is_suspected)
      do update set count = referral_tally.count + excluded.count`);
  });
}
