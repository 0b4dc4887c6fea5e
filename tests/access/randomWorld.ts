/** Worlds that fast-check draws: a few sites, managers of some of them, and referrals by anyone at any; built through the API. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { DEFAULT_REFERRAL_STATUS, REFERRAL_STATUSES, SEXES } from '../../contract/constants';
import type { Referral } from '../../contract/entities/referral';
import type { TestServer } from '../support/testServer';
import { PASSWORD, referralBody, signIn, unique, uniqueEmail } from '../support/world';

/** Who looks at the list. */
export interface Viewer {
  readonly id: string;
  readonly fullname: string;
  readonly access: string;
  readonly seesAll: boolean;
  readonly createdReferralsOnly: boolean;
  /** Ids. */
  readonly sites: readonly string[];
}

/** A referral and what the test did to it. */
export interface Filed {
  readonly person: Person & Pick<Referral, '_id' | 'tracking_id'>;
  readonly site: string;
  /** Null for a guest. */
  readonly creator: Viewer | null;
  readonly referrer: Viewer | null;
  readonly isDeleted: boolean;
}

type Person = Pick<
  Referral,
  'first_name' | 'last_name' | 'contact_number' | 'sex' | 'status' | 'notes'
>;

const SITES = 4;
const MANAGERS = 2;

/** Names with everything that LIKE, or a change of letters, could stumble over. */
const names = fc.constantFrom(
  'Ana',
  'ana maría',
  'López',
  'ÁNGEL',
  'O’Neil-Guest',
  '100%',
  'a_b',
  'axb',
  String.raw`back\slash`,
  'Núñez',
);

const person = fc.record({
  first_name: names,
  last_name: names,
  contact_number: fc.constantFrom('(555) 010-2030', '555.010.2031', '+1 555 010 2030', '0102030'),
  sex: fc.constantFrom(...SEXES),
  status: fc.constantFrom(...REFERRAL_STATUSES),
});

const managerIndex = fc.nat(MANAGERS - 1);

const referral = fc.record({
  person,
  site: fc.nat(SITES - 1),
  creator: fc.oneof(fc.constant('guest'), fc.constant('superuser'), managerIndex),
  referrer: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('superuser') },
    { weight: 2, arbitrary: managerIndex },
  ),
  isDeleted: fc.nat(5).map((draw) => draw === 0),
});

export const worldPlans = fc.record({
  managers: fc.array(
    fc.record({
      name: names,
      sites: fc.uniqueArray(fc.nat(SITES - 1), { maxLength: SITES }),
      createdReferralsOnly: fc.boolean(),
    }),
    { minLength: MANAGERS, maxLength: MANAGERS },
  ),
  // Sometimes more than a page, for who sees most of it.
  referrals: fc.oneof(
    { weight: 4, arbitrary: fc.array(referral, { minLength: 4, maxLength: 20, size: 'max' }) },
    { weight: 1, arbitrary: fc.array(referral, { minLength: 32, maxLength: 40, size: 'max' }) },
  ),
  deletedSites: fc.uniqueArray(fc.nat(SITES - 1), { maxLength: 2 }),
});
export type WorldPlan = typeof worldPlans extends fc.Arbitrary<infer Plan> ? Plan : never;

/**
 * Builds a world in place of the one before.
 * @param head the super user, who builds it
 */
export async function buildWorld(server: TestServer, head: Viewer, plan: WorldPlan) {
  await server.db.execute(sql`delete from referral`);
  const as = head.access;
  const sites: string[] = [];
  for (let made = 0; made < SITES; made += 1) {
    sites.push((await server.done('addSite', { body: { name: unique('Random School') } }, as))._id);
  }
  const managers = await Promise.all(
    plan.managers.map((manager) => {
      const own = manager.sites.map((index) => at(sites, index));
      return addManager(server, as, { ...manager, sites: own });
    }),
  );
  const personAt = (choice: string | number | null) =>
    typeof choice === 'number' ? at(managers, choice) : choice === 'superuser' ? head : null;

  const entries = plan.referrals.map(({ person: drawn, site, creator, referrer, isDeleted }) => ({
    // The notes tell which one it is, as a guest is not told the id.
    person: { ...drawn, notes: unique('Random referral') },
    site: at(sites, site),
    creator: personAt(creator),
    referrer: personAt(referrer),
    isDeleted,
  }));
  for (const entry of entries) await file(server, entry);
  const newest = await server.done('listReferrals', { query: { size: entries.length } }, as);
  const filed = entries.map((entry): Filed => {
    const stored = newest.items.find(({ notes }) => notes === entry.person.notes);
    if (!stored) throw new Error('What was filed last is not listed first');
    const { _id, tracking_id } = stored;
    return { ...entry, person: { ...entry.person, _id, tracking_id } };
  });
  for (const entry of filed) await workOn(server, as, entry);
  for (const index of plan.deletedSites) {
    await server.done('deleteSite', { body: { id: at(sites, index) } }, as);
  }
  return { managers, filed };
}

async function addManager(
  server: TestServer,
  as: string,
  plan: { name: string; sites: string[]; createdReferralsOnly: boolean },
): Promise<Viewer> {
  const { name, sites, createdReferralsOnly } = plan;
  const username = uniqueEmail();
  const fullname = unique(name);
  const schools = sites.map((id) => ({ id, name: '' }));
  const body = { fullname, username, password: PASSWORD, role: 'MANAGER' as const, schools };
  await server.done('register', { body }, as);
  const found = await server.done('searchAccounts', { query: { query: username } }, as);
  const id = at(found, 0)._id;
  const limit = { created_referrals_only: createdReferralsOnly };
  await server.done('updateAccount', { params: { id }, body: limit }, as);
  const { access } = await signIn(server, username);
  return { id, fullname, access, seesAll: false, createdReferralsOnly, sites };
}

async function file(
  server: TestServer,
  {
    person: { status: _status, ...fields },
    site,
    creator,
  }: Pick<Filed, 'site' | 'creator'> & {
    person: Person;
  },
): Promise<void> {
  const body = referralBody(site, fields);
  if (creator) await server.done('addReferral', { body }, creator.access);
  else await server.done('addGuestReferral', { body });
}

async function workOn(server: TestServer, as: string, entry: Filed): Promise<void> {
  const { _id: id, status } = entry.person;
  if (status !== DEFAULT_REFERRAL_STATUS) {
    await server.done('updateReferral', { body: { id, status } }, as);
  }
  if (entry.referrer) {
    const body = { user_id: entry.referrer.id, referral_id: id };
    await server.done('assignReferral', { body }, as);
  }
  if (entry.isDeleted) await server.done('deleteReferral', { body: { id } }, as);
}

export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`There is nothing at ${index}`);
  return item;
}
