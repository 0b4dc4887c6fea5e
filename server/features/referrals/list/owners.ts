/** The filters by owner. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  OPEN_STATUSES,
  OWNER_FILTERS,
  REFERRAL_STATUSES,
  type ReferralStatus,
} from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import { account, referral } from '../../../db/schema';
import { opaqueTextArray } from '../../../db/statements/parameters';
import { canOwn, isOpen } from '../ownership';
import { CALLER_ID, isLive } from '../visibility';
import { ALL_ROWS, type IndexRanges } from './ranges';

/** The owner to filter by. */
export interface Owner {
  /** An expression for an account's id; null for referrals without an owner; `any(…)` for several accounts. */
  readonly id: SQL | null;
  /** Of several accounts, whose open referrals alone are listed. */
  readonly several?: {
    /** The common table expression with their ids. */
    readonly with: SQL;
    /** A `from` item for one row for each account, `range_owner`. */
    readonly each: SQL;
    /**
     * Their open referrals, as a `from` item with the name of the table. It is read by the index of owners, however many rows
     * the planner expects.
     */
    readonly rows: SQL;
  };
}

/** The ids in the common table expression `owners_left`. */
const LEFT_IDS = sql`(select ids from owners_left)::text[]`;

/**
 * The accounts that own referrals and can own none. It steps through the index of owners from one account to the next: the owners
 * are few, while the accounts are many where people have logins.
 */
const OWNERS_LEFT = sql`owners_left as materialized (
  with recursive owning as (
    (select ${referral.owner_id} as id from ${referral}
      where ${isLive} and ${referral.owner_id} is not null order by ${referral.owner_id} limit 1)
    union all
    select (select ${referral.owner_id} from ${referral}
      where ${isLive} and ${referral.owner_id} > owning.id order by ${referral.owner_id} limit 1)
    from owning where owning.id is not null)
  select array(
    select owning.id from owning join ${account} on ${account.id} = owning.id where not ${canOwn(account)}) as ids)`;

const eachStatus = (statuses: readonly ReferralStatus[]) =>
  sql`unnest(${opaqueTextArray(statuses)}) range_status`;
const hasRangeStatus = sql`${referral.status} = range_status`;
const hasRangeOwner = sql`${referral.owner_id} = range_owner`;
const EACH_LEFT = sql`unnest(${LEFT_IDS}) range_owner`;

const ROWS_LEFT = sql`(
  select owned.* from ${EACH_LEFT} cross join ${eachStatus(OPEN_STATUSES)} cross join lateral (
    select * from ${referral} where ${and(isLive, hasRangeOwner, hasRangeStatus)}
    order by ${referral.entry_date}, ${referral.id} limit ${ALL_ROWS}) owned) referral`;

const LEFT: Owner = {
  id: sql`any(${LEFT_IDS})`,
  several: { with: OWNERS_LEFT, each: EACH_LEFT, rows: ROWS_LEFT },
};

/** Counts the open referrals of owners who left. */
export async function countLeft(db: Database): Promise<number> {
  const { rows } = (await db.execute(
    sql`with ${OWNERS_LEFT} select count(*)::int as count from ${ROWS_LEFT}`,
  )) as { rows: unknown[] };
  return z.array(z.object({ count: z.number() })).parse(rows)[0]?.count ?? 0;
}

/** The filters by their name in the shape of a query. */
export const OWNERS = {
  mine: { id: CALLER_ID },
  nobody: { id: null },
  left: LEFT,
  account: { id: sql`(select ${sql.placeholder('owner')}::text)` },
} as const satisfies Record<string, Owner>;

/** @param owner the value of the filter */
export function shapeOfOwner(owner: string): keyof typeof OWNERS {
  if (owner === OWNER_FILTERS.mine) return 'mine';
  if (owner === OWNER_FILTERS.left) return 'left';
  return owner === OWNER_FILTERS.nobody ? 'nobody' : 'account';
}

/** Condition: owned by the account, or without an owner if the id is null. */
export function isOwnedBy({ id, several }: Owner): SQL | undefined {
  if (id === null) return isNull(referral.owner_id);
  return and(eq(referral.owner_id, id), several && isOpen);
}

/** The index ranges of an owner's referrals with these statuses, or any. */
export function ownerRanges(
  owner: Owner,
  statuses: readonly ReferralStatus[] = REFERRAL_STATUSES,
): IndexRanges {
  const { several } = owner;
  if (!several) {
    return { condition: and(isOwnedBy(owner), hasRangeStatus), from: eachStatus(statuses) };
  }
  const open = statuses.filter((status) => OPEN_STATUSES.includes(status));
  return {
    condition: and(hasRangeOwner, hasRangeStatus),
    from: sql`${several.each} cross join ${eachStatus(open)}`,
  };
}
