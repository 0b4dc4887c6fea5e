import { and, desc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Referral, ReferralFilters, HeldReferral } from '../../../contract/entities/referral';
import type { WorklistQuery } from '../../../contract/entities/worklist';
import type { Database } from '../../db/database';
import type { PageOf } from '../../page';
import { account, referral, site } from '../../db/schema';
import type { Caller } from '../auth/repository';
import { readFilters } from './filters';
import { findScope, isHeld, isVisible } from './scopeRepository';
import { findPage } from './searchRepository';
import { findWorklistPage } from './worklistRepository';
import { countMatching, countHeld } from './counterRepository';

/** The account shown as 'Referred By': the one a super user assigned, else the one that filed it; none for a guest. */
const referrer = alias(account, 'referrer');
const owner = alias(account, 'owner');

interface Paging {
  /** From 1. */
  readonly page: number;
  /** Rows a page. */
  readonly size: number;
}

/** Lists one page of the referrals that a caller may see, newest first. */
export async function listReferrals(
  db: Database,
  caller: Caller,
  { page, size, ...filters }: Paging & ReferralFilters,
): Promise<PageOf<Referral>> {
  const query = await readFilters(db, filters);
  if (!query) return { items: [], total: 0 };
  const scope = await findScope(db, caller);
  const found = await findPage(db, scope, query, { offset: (page - 1) * size, size });
  const rows =
    found.ids.length > 0 ? await selectReferrals(db, inArray(referral.id, [...found.ids])) : [];
  return { items: rows.map(toWire), total: found.total, ...(found.more && { more: true }) };
}

/** Lists one page of the worklist, with the numbers on its tabs. */
export async function listWorklist(db: Database, caller: Caller, query: WorklistQuery) {
  const { ids, total, more, counts } = await findWorklistPage(db, caller, query);
  const rows = ids.length > 0 ? await selectReferrals(db, inArray(referral.id, [...ids])) : [];
  const byId = new Map(rows.map((row) => [row.referral.id, toWire(row)]));
  return { items: ids.flatMap((id) => byId.get(id) ?? []), total, counts, ...(more && { more }) };
}

/** Finds a referral that a caller may see, in one statement. */
export async function findReferral(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Referral | null> {
  const [row] = await selectReferrals(db, and(eq(referral.id, id), isVisible(db, caller)));
  return row ? toWire(row) : null;
}

/** Counts the referrals that a caller may see. */
export async function countReferrals(db: Database, caller: Caller): Promise<number> {
  return countMatching(db, await findScope(db, caller));
}

/** Lists one page of the referrals held as suspected spam, newest first. */
export async function listHeld(
  db: Database,
  { page, size }: Paging,
): Promise<PageOf<HeldReferral>> {
  const rows = await selectReferrals(db, isHeld)
    .limit(size)
    .offset((page - 1) * size);
  const items = rows.flatMap((row) => {
    const { suspected } = row.referral;
    return suspected === null ? [] : [{ ...toWire(row), suspected }];
  });
  return { items, total: await countHeld(db) };
}

/** Selects referrals with site and referrer, newest first. */
const selectReferrals = (db: Database, where: SQL | undefined) =>
  db
    .select({
      referral,
      site: { value: site.id, label: site.name },
      referredBy: referrer.fullname,
      owner: { id: owner.id, fullname: owner.fullname },
      hasAccount: sql<boolean>`${exists(
        db
          .select({ one: sql`1` })
          .from(account)
          .where(eq(account.referral_id, referral.id)),
      )}`,
    })
    .from(referral)
    .innerJoin(site, eq(site.id, referral.site_id))
    .leftJoin(referrer, eq(referrer.id, referral.referrer_id))
    .leftJoin(owner, eq(owner.id, referral.owner_id))
    .where(and(where))
    .orderBy(desc(referral.entry_date), desc(referral.id))
    .$dynamic();

interface Row {
  referral: typeof referral.$inferSelect;
  site: { value: string; label: string };
  referredBy: string | null;
  owner: { id: string; fullname: string } | null;
  hasAccount: boolean;
}

/** Of the stored columns, the response contains those that the contract names: the server drops the others. */
function toWire({ referral: { id, entry_date, ...stored }, ...row }: Row): Referral {
  return {
    ...stored,
    _id: id,
    site: row.site,
    ...(row.owner && { owner: row.owner }),
    ...(row.referredBy !== null && { user_info: { fullname: row.referredBy } }),
    entry_date: entry_date.toISOString(),
    has_account: row.hasAccount,
  };
}
