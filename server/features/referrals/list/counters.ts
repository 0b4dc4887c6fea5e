/** Counts referrals by counters that database triggers maintain (migration 0019), without scanning the table. */
import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Database } from '../../../db/database';
import {
  opaqueText,
  opaqueTextArray,
  isAnyOf,
  isEmpty,
  type Parameter,
  type TextList,
} from '../../../db/statements/parameters';
import {
  name_word,
  name_word_change,
  referral,
  referral_counter,
  referral_counter_change,
} from '../../../db/schema';
import { isLive, isOwn } from '../visibility';

/** The filters that the counters support. */
export interface Kind {
  readonly sex?: string;
  readonly isGuest?: true;
}

const builder = new QueryBuilder();

/** The `site_id` of the counters for all sites together. Rows of `referral_counter_change` always name one site. */
const ALL_SITES = '';

const countSchema = z.object({ rows: z.tuple([z.object({ count: z.number() })]) });

async function selectCount(db: Database, count: SQL): Promise<number> {
  return countSchema.parse(await db.execute(sql`select ${count} as count`)).rows[0].count;
}

/** Condition: an account's own referrals at other sites. They have no counter: their rows are counted, as they are few. */
export const isElsewhere = (accountId: Parameter<string>, siteIds: TextList): SQL | undefined =>
  and(
    isLive,
    isOwn(opaqueText(accountId)),
    isEmpty(siteIds) ? undefined : not(isAnyOf(referral.site_id, siteIds)),
  );

/** An expression for the number of referrals held. */
export const countOfHeld = (): SQL => sumCounters({}, undefined, true);

/** Counts the referrals held. */
export const countHeld = (db: Database): Promise<number> => selectCount(db, countOfHeld());

const sumCounters = (kind: Kind, siteIds?: TextList, isHeld = false): SQL =>
  sql`(select coalesce(sum(count), 0)::int from (${selectCounters(kind, siteIds, isHeld)}) counts)`;

/** Selects the counters of a kind, and their changes since the last roll-up. */
export function selectCounters(kind: Kind, siteIds: TextList | undefined, isHeld: boolean) {
  const matches = (
    table: typeof referral_counter | typeof referral_counter_change,
    ids: TextList | undefined,
  ): SQL | undefined =>
    and(
      eq(table.is_held, isHeld).inlineParams(),
      ids ? sql`${table.site_id} = any(${opaqueTextArray(ids)})` : undefined,
      kind.sex === undefined ? undefined : sql`${table.sex} = ${kind.sex}`,
      kind.isGuest ? eq(table.is_guest, true) : undefined,
    );
  const columns = (table: typeof referral_counter | typeof referral_counter_change) => ({
    status: table.status,
    is_owned: table.is_owned,
    count: table.count,
  });
  return builder
    .select(columns(referral_counter))
    .from(referral_counter)
    .where(matches(referral_counter, siteIds ?? [ALL_SITES]))
    .unionAll(
      builder
        .select(columns(referral_counter_change))
        .from(referral_counter_change)
        .where(matches(referral_counter_change, siteIds)),
    );
}

/** Key of the advisory lock: arbitrary, but must never change. */
const ROLL_UP_LOCK = 726_303;
const lockSchema = z.object({ rows: z.tuple([z.object({ mine: z.boolean() })]) });

/**
 * Adds the changes since the last run to the counters of referrals and of name words. If another process is doing it, skips the
 * run instead of waiting.
 */
export async function rollUpCounters(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = lockSchema.parse(
      await tx.execute(sql`select pg_try_advisory_xact_lock(${ROLL_UP_LOCK}) as mine`),
    );
    if (!rows[0].mine) return;
    await tx.execute(sql`
      with gone as (delete from referral_counter_change returning *)
      insert into referral_counter (site_id, is_guest, status, sex, is_held, is_owned, count)
      select coalesce(site_id, ${ALL_SITES}), is_guest, status, sex, is_held, is_owned, sum(count) from gone
      group by is_guest, status, sex, is_held, is_owned, rollup (site_id) having sum(count) <> 0
      on conflict (site_id, is_guest, status, sex, is_held, is_owned)
      do update set count = referral_counter.count + excluded.count`);
    await tx.execute(sql`
      with gone as (delete from ${name_word_change} returning *)
      insert into ${name_word} (word, count)
      select word, sum(count) from gone group by word having sum(count) <> 0
      on conflict (word) do update set count = name_word.count + excluded.count`);
    await tx.execute(sql`delete from ${name_word} where ${name_word.count} <= 0`);
  });
}
