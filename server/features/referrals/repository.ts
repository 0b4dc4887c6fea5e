import { randomUUID } from 'node:crypto';
import { and, desc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ReferralStatus, Suspicion } from '../../../contract/constants';
import type {
  Referral,
  ReferralFilters,
  SuspectedReferral,
} from '../../../contract/entities/referral';
import type { Database } from '../../db/openDatabase';
import { account, account_site, county, referral, SHUT_OUT_NOW, site } from '../../db/schema';
import type { Caller } from '../auth/repository';
import { newTrackingId, type NewReferral } from './rules';
import { matching } from './filters';
import { isSuspected } from './suspectedRepository';

const creator = alias(account, 'creator');
const referrer = alias(account, 'referrer');

/** Who is shown as 'Referred By': whom a super user chose, else who filed it; null for a guest. */
const referredBy = sql<string | null>`coalesce(${referrer.fullname}, ${creator.fullname})`;

/**
 * The referrals a caller may see: one rule for list, filter and count. A super user all; a manager those of their sites,
 * those they filed and those assigned to them; with `created_referrals_only` not those of their sites. What is set apart as
 * suspected spam is in none of them.
 */
function visibleTo(db: Database, caller: Caller): SQL | undefined {
  const live = and(isNull(referral.deleted_at), isNull(referral.suspected));
  if (caller.role === 'SUPERUSER') return live;
  const own = or(
    eq(referral.created_by, caller.accountId),
    eq(referral.assigned_to, caller.accountId),
  );
  if (caller.createdReferralsOnly) return and(live, own);
  const sites = db
    .select({ id: account_site.site_id })
    .from(account_site)
    .where(eq(account_site.account_id, caller.accountId));
  return and(live, or(own, inArray(referral.site_id, sites)));
}

export interface PageOf<Item> {
  items: Item[];
  total: number;
}

/**
 * One page of the referrals a caller may see, newest first.
 * @param page from 1; @param size rows a page
 */
export async function listReferrals(
  db: Database,
  caller: Caller,
  { page, size, ...filters }: { page: number; size: number } & ReferralFilters,
): Promise<PageOf<Referral>> {
  const where = and(visibleTo(db, caller), matching(filters, { creator, referrer }));
  const { rows, total } = await selectPage(db, where, { page, size });
  return { items: rows.map(toWire), total };
}

/** Newest first. */
async function selectPage(
  db: Database,
  where: SQL | undefined,
  { page, size }: { page: number; size: number },
): Promise<{ rows: Row[]; total: number }> {
  const rows = await db
    .select({
      referral,
      site: { value: site.id, label: site.name },
      referredBy,
      hasAccount: sql<boolean>`${exists(
        db
          .select({ one: sql`1` })
          .from(account)
          .where(eq(account.referral_id, referral.id)),
      )}`,
    })
    .from(referral)
    .innerJoin(site, eq(site.id, referral.site_id))
    .leftJoin(creator, eq(creator.id, referral.created_by))
    .leftJoin(referrer, eq(referrer.id, referral.assigned_to))
    .where(where)
    .orderBy(desc(referral.entry_date), desc(referral.id))
    .limit(size)
    .offset((page - 1) * size);
  return { rows, total: await count(db, where) };
}

/** One page of what is set apart as suspected spam, newest first. */
export async function listSuspected(
  db: Database,
  paging: { page: number; size: number },
): Promise<PageOf<SuspectedReferral>> {
  const { rows, total } = await selectPage(db, isSuspected, paging);
  const items = rows.flatMap((row) => {
    const { suspected } = row.referral;
    return suspected === null ? [] : [{ ...toWire(row), suspected }];
  });
  return { items, total };
}

export async function countReferrals(db: Database, caller: Caller): Promise<number> {
  return count(db, visibleTo(db, caller));
}

async function count(db: Database, where: SQL | undefined): Promise<number> {
  const rows = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(referral)
    .leftJoin(creator, eq(creator.id, referral.created_by))
    .leftJoin(referrer, eq(referrer.id, referral.assigned_to))
    .where(where);
  return rows[0]?.count ?? 0;
}

interface Row {
  referral: typeof referral.$inferSelect;
  site: { value: string; label: string };
  referredBy: string | null;
  hasAccount: boolean;
}

function toWire(row: Row): Referral {
  const { referral: stored } = row;
  return {
    _id: stored.id,
    first_name: stored.first_name,
    last_name: stored.last_name,
    contact_number: stored.contact_number,
    site: row.site,
    sex: stored.sex,
    dob: stored.dob,
    substance: stored.substance,
    status: stored.status,
    tracking_id: stored.tracking_id,
    ...(row.referredBy !== null && { user_info: { fullname: row.referredBy } }),
    entry_date: stored.entry_date.toISOString(),
    has_account: row.hasAccount,
    notes: stored.notes,
    mediCal: stored.mediCal,
    mediCal_county: stored.mediCal_county,
    probation_name: stored.probation_name,
    probation_phone: stored.probation_phone,
    probation_email: stored.probation_email,
    version: stored.version,
  };
}

/** A live site a referral can be filed for, with the rule that hangs on it, or null. */
export async function findSiteForReferral(db: Database, id: string) {
  const rows = await db
    .select({ id: site.id, kind: site.kind })
    .from(site)
    .where(and(eq(site.id, id), isNull(site.deleted_at)));
  return rows[0] ?? null;
}

export async function countyExists(db: Database, id: string): Promise<boolean> {
  return (await db.$count(county, eq(county.id, id))) > 0;
}

const TRACKING_ID_TRIES = 5;

/**
 * Stores a referral.
 * @param createdBy the account that files it; null for a guest
 * @param suspected why it is set apart; null when it is not
 */
export async function addReferral(
  db: Database,
  filed: NewReferral,
  createdBy: string | null,
  suspected: Suspicion | null = null,
): Promise<{ _id: string; tracking_id: string }> {
  for (let attempt = 0; attempt < TRACKING_ID_TRIES; attempt += 1) {
    const rows = await db
      .insert(referral)
      .values({
        id: randomUUID(),
        tracking_id: newTrackingId(),
        created_by: createdBy,
        suspected,
        ...filed,
      })
      .onConflictDoNothing({ target: referral.tracking_id })
      .returning({ _id: referral.id, tracking_id: referral.tracking_id });
    if (rows[0]) return rows[0];
  }
  throw new Error('No free tracking id was found');
}

const isLive = (id: string) => and(eq(referral.id, id), isNull(referral.deleted_at));

/**
 * Changes what is given, nothing else. Answers whether there was such a referral; what is set apart must be released or
 * deleted first.
 */
export async function updateReferral(
  db: Database,
  id: string,
  change: { status?: ReferralStatus; notes?: string; assigned_to?: string },
): Promise<boolean> {
  const rows = await db
    .update(referral)
    .set({ ...change, version: sql`${referral.version} + 1`, updated_at: sql`now()` })
    .where(and(isLive(id), isNull(referral.suspected)))
    .returning({ id: referral.id });
  return rows.length === 1;
}

/** Whether referrals can be assigned to an account: an active manager or super user. */
export async function canBeReferrer(db: Database, accountId: string): Promise<boolean> {
  const found = await db.$count(
    account,
    and(
      eq(account.id, accountId),
      eq(account.state, 'active'),
      inArray(account.role, ['MANAGER', 'SUPERUSER']),
    ),
  );
  return found > 0;
}

/**
 * Takes a referral out of every list, and shuts out the login made for its person: nobody keeps an account for a record
 * that is gone.
 * @returns the ids of what changed: the referral, and the login if it has one; nothing when there was no such referral
 */
export async function deleteReferral(db: Database, id: string): Promise<string[]> {
  const rows = await db
    .update(referral)
    .set({ deleted_at: sql`now()` })
    .where(isLive(id))
    .returning({ id: referral.id });
  if (rows.length === 0) return [];
  const logins = await db
    .update(account)
    .set({ state: 'deactivated', sessions_valid_from: SHUT_OUT_NOW, updated_at: sql`now()` })
    .where(eq(account.referral_id, id))
    .returning({ id: account.id });
  return [...rows, ...logins].map((changed) => changed.id);
}
