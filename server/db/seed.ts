/** Synthetic places, managers and referrals for trying things out: from a handful to a county's ten years. */
import { randomUUID } from 'node:crypto';
import { asc, eq, isNull, like, and, sql } from 'drizzle-orm';
import { hashPassword } from '../features/auth/passwords';
import { newTrackingId } from '../features/referrals/rules';
import { withoutIndexes, type StoredReferral, storeReferrals } from './bulk';
import type { Database } from './openDatabase';
import { account, account_site, site } from './schema';
import { firstName, lastName, type Random, randomNumbers, referralOf } from './syntheticPeople';

export const EXAMPLE_SITES = [
  'Alder Creek High School', 'Birchwood Middle School', 'Canyon View High School',
  'Delta Continuation School', 'Eastside Community Day School', 'Foothill High School',
  'Granite Bay Charter', 'Harbor Middle School', 'Juniper Valley High School',
  'Lakeside Academy', 'Mesa Verde High School', 'North Fork Middle School',
]; // prettier-ignore
/** A site for so many referrals, and a manager; at least as many as are named here. */
const REFERRALS_A_SITE = 5_000;
const REFERRALS_A_MANAGER = 500;
const MANAGERS_AT_LEAST = 5;
const SITES_EACH = 4;
/** Every so many referrals come from a manager, the others from guests. */
const FROM_MANAGER = 3;
const BATCH = 5_000;
/** From so many on, indexes are made anew at the end rather than kept up to date row by row. */
const BULK = 20_000;
/** Milliseconds: referrals came in as often as this, but all within ten years. */
const TEN_MINUTES = 10 * 60_000;
const TEN_YEARS = 10 * 365 * 24 * 60 * 60_000;
/** The managers' addresses: nobody else's end like this. */
export const MAIL_DOMAIN = 'managers.example.org';

export interface Seeded {
  readonly sites: number;
  readonly managers: number;
  readonly referrals: number;
}

/**
 * Adds the example sites and managers that are not there yet, and referrals spread over them, back from now. Nobody knows the
 * managers' passwords. In one transaction.
 * @param count how many referrals
 * @param onProgress told how many are there so far
 */
export async function seed(
  db: Database,
  count: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<Seeded> {
  const random = randomNumbers(count);
  return db.transaction(async (tx) => {
    const sites = await addSites(tx, Math.ceil(count / REFERRALS_A_SITE));
    const siteIds = await listSiteIds(tx);
    const managers = await addManagers(tx, Math.ceil(count / REFERRALS_A_MANAGER), siteIds, random);
    const add = () =>
      addReferrals(tx, count, { siteIds, managerIds: managers.ids, random, onProgress });
    if (count >= BULK) await withoutIndexes(tx, add);
    else await add();
    return { sites, managers: managers.added, referrals: count };
  });
}

async function addSites(db: Database, wanted: number): Promise<number> {
  const names = Array.from({ length: Math.max(wanted, EXAMPLE_SITES.length) }, (_, index) => {
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

/** Managers of a few of the sites each. */
async function addManagers(
  db: Database,
  wanted: number,
  siteIds: readonly string[],
  random: Random,
) {
  const password_hash = await hashPassword(randomUUID());
  const people = Array.from({ length: Math.max(wanted, MANAGERS_AT_LEAST) }, (_, index) => ({
    id: randomUUID(),
    fullname: `${firstName(random)} ${lastName(random)}`,
    username: `manager${index + 1}@${MAIL_DOMAIN}`,
    password_hash,
    role: 'MANAGER' as const,
    state: 'active' as const,
  }));
  const added = await db
    .insert(account)
    .values(people)
    .onConflictDoNothing()
    .returning({ id: account.id });
  const places = added.flatMap(({ id }, index) =>
    Array.from({ length: SITES_EACH }, (_, place) => ({
      account_id: id,
      site_id: siteIds[(index + place) % siteIds.length] ?? '',
    })),
  );
  if (places.length > 0) await db.insert(account_site).values(places);
  const all = await db
    .select({ id: account.id })
    .from(account)
    .where(like(account.username, sql`${`%@${MAIL_DOMAIN}`}`))
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
  const personAt = (place: number): StoredReferral => {
    const from = Math.floor(plan.random() * plan.managerIds.length);
    return {
      ...referralOf(plan.random, plan.siteIds),
      id: randomUUID(),
      tracking_id: newTrackingId(),
      entry_date: new Date(now - place * step),
      created_by: place % FROM_MANAGER === 0 ? (plan.managerIds[from] ?? null) : null,
    };
  };
  let done = 0;
  while (done < count) {
    const size = Math.min(BATCH, count - done);
    const rows = Array.from({ length: size }, (_, index) => personAt(done + index));
    // Of so many tracking ids two may be the same; those are made once more.
    done += await storeReferrals(db, rows);
    plan.onProgress(done);
  }
}
