/** Counts referrals by counters that database triggers maintain (migration 0008), without scanning the table. */
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database';
import { referral, referral_tally, referral_tally_change } from '../../db/schema';
import type { ReferralQuery } from './filters';
import { isFromGuest, isLive, isOwn, type Scope } from './scopeRepository';

type Kind = ReferralQuery['kind'];

/** The `site_id` of the counters for all sites together. Rows of `referral_tally_change` always name one site. */
const ALL_SITES = '';

/** Counts the referrals of a kind within a scope. */
export async function countMatching(db: Database, scope: Scope, kind: Kind = {}): Promise<number> {
  if (scope === 'all') return sumCounters(db, kind);
  const { accountId, siteIds } = scope;
  const atOwnSites = siteIds.length > 0 ? await sumCounters(db, kind, siteIds) : 0;
  if (accountId === undefined) return atOwnSites;
  return (
    atOwnSites + (await db.$count(referral, and(isElsewhere(accountId, siteIds), isKind(kind))))
  );
}

/**
 * Condition: an account's own referrals at other sites. They have no counter. An account's own referrals are few, so their rows are
 * counted.
 */
export const isElsewhere = (accountId: string, siteIds: readonly string[]): SQL | undefined =>
  and(
    isLive,
    isOwn(accountId),
    siteIds.length > 0 ? notInArray(referral.site_id, [...siteIds]) : undefined,
  );

/** Condition: of the kind that counters count. */
const isKind = ({ status, sex, isGuest }: Kind): SQL | undefined =>
  and(
    status === undefined ? undefined : sql`${referral.status} = ${status}`,
    sex === undefined ? undefined : sql`${referral.sex} = ${sex}`,
    isGuest ? isFromGuest : undefined,
  );

/** Counts the referrals held as suspected spam. */
export function countHeld(db: Database): Promise<number> {
  return sumCounters(db, {}, undefined, true);
}

async function sumCounters(
  db: Database,
  kind: Kind,
  siteIds?: readonly string[],
  isHeld = false,
): Promise<number> {
  const counts = selectCounters(db, kind, siteIds, isHeld).as('counts');
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${counts.count}), 0)::int` })
    .from(counts);
  return row?.sum ?? 0;
}

/** Selects the counters of a kind, and their changes since the last roll-up. */
export function selectCounters(
  db: Database,
  kind: Kind,
  siteIds: readonly string[] | undefined,
  isHeld: boolean,
) {
  const sites = siteIds && [...siteIds];
  const matches = (
    table: typeof referral_tally | typeof referral_tally_change,
    ids: readonly string[] | undefined,
  ): SQL | undefined =>
    and(
      eq(table.is_suspected, isHeld),
      ids ? inArray(table.site_id, [...ids]) : undefined,
      kind.status === undefined ? undefined : sql`${table.status} = ${kind.status}`,
      kind.sex === undefined ? undefined : sql`${table.sex} = ${kind.sex}`,
      kind.isGuest ? eq(table.is_guest, true) : undefined,
    );
  const columns = (table: typeof referral_tally | typeof referral_tally_change) => ({
    status: table.status,
    is_owned: table.is_owned,
    count: table.count,
  });
  return db
    .select(columns(referral_tally))
    .from(referral_tally)
    .where(matches(referral_tally, sites ?? [ALL_SITES]))
    .unionAll(
      db
        .select(columns(referral_tally_change))
        .from(referral_tally_change)
        .where(matches(referral_tally_change, sites)),
    );
}

/** Key of the advisory lock: arbitrary, but must never change. */
const ROLL_UP_LOCK = 726_303;
const lockSchema = z.object({ rows: z.tuple([z.object({ mine: z.boolean() })]) });

/** Adds the changes since the last run to the counters. One process at a time; others skip the run instead of waiting. */
export async function rollUpCounters(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = lockSchema.parse(
      await tx.execute(sql`select pg_try_advisory_xact_lock(${ROLL_UP_LOCK}) as mine`),
    );
    if (!rows[0].mine) return;
    await tx.execute(sql`
      with gone as (delete from referral_tally_change returning *)
      insert into referral_tally (site_id, is_guest, status, sex, is_suspected, is_owned, count)
      select coalesce(site_id, ${ALL_SITES}), is_guest, status, sex, is_suspected, is_owned, sum(count) from gone
      group by is_guest, status, sex, is_suspected, is_owned, rollup (site_id) having sum(count) <> 0
      on conflict (site_id, is_guest, status, sex, is_suspected, is_owned)
      do update set count = referral_tally.count + excluded.count`);
  });
}
