/** Synthetic sites, managers and referrals for trials: from a handful of referrals to ten years of a county's. */
import { randomUUID } from 'node:crypto';
import { asc, eq, isNull, like, and, sql } from 'drizzle-orm';
import { END_REASONS, ENDED_STATUS } from '../../contract/staffConstants';
import { hashPassword } from '../features/auth';
import { newTrackingId } from '../features/referrals';
import { withoutIndexes, type ReferralInsert, insertReferrals } from '../db/statements/bulkInsert';
import type { Database } from '../db/database';
import { account, account_site, site } from '../db/schema';
import {
  pickFirstName,
  pickLastName,
  type Random,
  createRandom,
  createSyntheticReferral,
  REACH_ANSWERS,
} from './syntheticPeople';

export const EXAMPLE_SITES = [
  'Alder Creek High School', 'Birchwood Middle School', 'Canyon View High School',
  'Delta Continuation School', 'Eastside Community Day School', 'Foothill High School',
  'Granite Bay Charter', 'Harbor Middle School', 'Juniper Valley High School',
  'Lakeside Academy', 'Mesa Verde High School', 'North Fork Middle School',
]; // prettier-ignore
/** Referrals per added site and per added manager. There are at least the example sites and MIN_MANAGERS. */
const REFERRALS_PER_SITE = 5_000;
const REFERRALS_PER_MANAGER = 500;
const MIN_MANAGERS = 5;
const SITES_PER_MANAGER = 4;
/** Every third referral comes from a manager, the others come from guests. */
const MANAGER_REFERRAL_INTERVAL = 3;
const BATCH_SIZE = 5_000;
/** From this count on, indexes are dropped and recreated at the end, instead of updated row by row. */
const BULK_THRESHOLD = 20_000;
/** Milliseconds. Referrals are ten minutes apart, or closer so that all fit into ten years. */
const TEN_MINUTES = 10 * 60_000;
const TEN_YEARS = 10 * 365 * 24 * 60 * 60_000;
/** Domain of the managers' e-mail addresses. No other account uses it. */
export const MANAGER_EMAIL_DOMAIN = 'managers.example.org';

export interface SeedResult {
  readonly sites: number;
  readonly managers: number;
  readonly referrals: number;
}

/**
 * Adds the missing example sites and managers, and referrals spread over them, dated back from now. The managers' passwords
 * are random and not stored. Runs in one transaction.
 * @param count number of referrals
 * @param onProgress receives the number of referrals added so far
 */
export async function seed(
  db: Database,
  count: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<SeedResult> {
  const random = createRandom(count);
  return db.transaction(async (tx) => {
    const sites = await addSites(tx, Math.ceil(count / REFERRALS_PER_SITE));
    const siteIds = await listSiteIds(tx);
    const managers = await addManagers(
      tx,
      Math.ceil(count / REFERRALS_PER_MANAGER),
      siteIds,
      random,
    );
    const add = () =>
      addReferrals(tx, count, { siteIds, managerIds: managers.ids, random, onProgress });
    if (count >= BULK_THRESHOLD) await withoutIndexes(tx, ['referral'], add);
    else await add();
    return { sites, managers: managers.added, referrals: count };
  });
}

async function addSites(db: Database, minimum: number): Promise<number> {
  const names = Array.from({ length: Math.max(minimum, EXAMPLE_SITES.length) }, (_, index) => {
    const round = Math.floor(index / EXAMPLE_SITES.length);
    const name = EXAMPLE_SITES[index % EXAMPLE_SITES.length] ?? '';
    return round === 0 ? name : `${name} ${round + 1}`;
  });
  const added = await db
    .insert(site)
    .values(names.map((name) => ({ id: randomUUID(), name })))
    .onConflictDoNothing()
    .returning({ id: site.id });
  return added.length;
}

async function listSiteIds(db: Database): Promise<string[]> {
  const sites = await db
    .select({ id: site.id })
    .from(site)
    .where(and(isNull(site.deleted_at), eq(site.kind, 'ordinary')))
    .orderBy(site.name);
  return sites.map(({ id }) => id);
}

/** Adds managers, each of a few sites. */
async function addManagers(
  db: Database,
  minimum: number,
  siteIds: readonly string[],
  random: Random,
) {
  const password_hash = await hashPassword(randomUUID());
  const people = Array.from({ length: Math.max(minimum, MIN_MANAGERS) }, (_, index) => ({
    id: randomUUID(),
    fullname: `${pickFirstName(random)} ${pickLastName(random)}`,
    username: `manager${index + 1}@${MANAGER_EMAIL_DOMAIN}`,
    password_hash,
    role: 'MANAGER' as const,
    state: 'active' as const,
  }));
  const added = await db
    .insert(account)
    .values(people)
    .onConflictDoNothing()
    .returning({ id: account.id });
  const assignments = added.flatMap(({ id }, index) =>
    Array.from({ length: SITES_PER_MANAGER }, (_, offset) => ({
      account_id: id,
      site_id: siteIds[(index + offset) % siteIds.length] ?? '',
    })),
  );
  if (assignments.length > 0) await db.insert(account_site).values(assignments);
  const all = await db
    .select({ id: account.id })
    .from(account)
    .where(like(account.username, sql`${`%@${MANAGER_EMAIL_DOMAIN}`}`))
    .orderBy(asc(account.username));
  return { added: added.length, ids: all.map(({ id }) => id) };
}

interface Plan {
  readonly siteIds: readonly string[];
  readonly managerIds: readonly string[];
  readonly random: Random;
  readonly onProgress: (done: number) => void;
}

async function addReferrals(db: Database, count: number, plan: Plan): Promise<void> {
  const step = Math.min(TEN_MINUTES, TEN_YEARS / Math.max(count, 1));
  const now = Date.now();
  const createReferral = (position: number): ReferralInsert => {
    const managerIndex = Math.floor(plan.random() * plan.managerIds.length);
    const person = createSyntheticReferral(plan.random, plan.siteIds);
    const isEnded = person.status === ENDED_STATUS;
    return {
      ...person,
      ...REACH_ANSWERS[position % REACH_ANSWERS.length],
      end_reason: isEnded ? (END_REASONS[position % END_REASONS.length] ?? null) : null,
      id: randomUUID(),
      tracking_id: newTrackingId(),
      entry_date: new Date(now - position * step),
      created_by:
        position % MANAGER_REFERRAL_INTERVAL === 0 ? (plan.managerIds[managerIndex] ?? null) : null,
    };
  };
  let done = 0;
  while (done < count) {
    const size = Math.min(BATCH_SIZE, count - done);
    const rows = Array.from({ length: size }, (_, index) => createReferral(done + index));
    // Random tracking ids may collide. `insertReferrals` skips those rows, and the loop adds others.
    done += await insertReferrals(db, rows);
    plan.onProgress(done);
  }
}
