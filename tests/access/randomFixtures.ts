/** Random fixtures drawn by fast-check and created through the API: sites, managers of some of them, referrals at any of them. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { SEXES } from '../../contract/constants';
import { DEFAULT_REFERRAL_STATUS, REFERRAL_STATUSES } from '../../contract/staffConstants';
import type { Referral } from '../../contract/entities/referral';
import type { TestServer } from '../support/testServer';
import { PASSWORD, referralBody, signIn, unique, uniqueEmail } from '../support/fixtures';

/** An account that reads the list. */
export interface Viewer {
  readonly id: string;
  readonly fullname: string;
  readonly access: string;
  readonly seesAll: boolean;
  /** Whether a site of theirs remains, and none is marked as outside. */
  readonly isInside: boolean;
  readonly createdReferralsOnly: boolean;
  /** Site ids. */
  readonly sites: readonly string[];
}

/** A stored referral and its expected state. */
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

/** Names that wildcards, escapes, accents or case folding in a LIKE pattern could break. */
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
  'José',
  'Jose',
  'de la Cruz',
);

const person = fc.record({
  first_name: names,
  last_name: names,
  contact_number: fc.constantFrom(
    '(555) 010-2030',
    '555.010.2031',
    '+1 555 010 2030',
    '15550102031',
    '0102030',
    '+52 1 555 010 2030',
  ),
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

export const fixturePlans = fc.record({
  managers: fc.array(
    fc.record({
      name: names,
      sites: fc.uniqueArray(fc.nat(SITES - 1), { maxLength: SITES }),
      createdReferralsOnly: fc.boolean(),
    }),
    { minLength: MANAGERS, maxLength: MANAGERS },
  ),
  // Sometimes more than one page for a viewer who sees most of the referrals.
  referrals: fc.oneof(
    { weight: 4, arbitrary: fc.array(referral, { minLength: 4, maxLength: 20, size: 'max' }) },
    { weight: 1, arbitrary: fc.array(referral, { minLength: 32, maxLength: 40, size: 'max' }) },
  ),
  deletedSites: fc.uniqueArray(fc.nat(SITES - 1), { maxLength: 2 }),
  marks: fc.array(fc.constantFrom(null, null, null, null, 'ours' as const, 'outside' as const), {
    minLength: SITES,
    maxLength: SITES,
  }),
});
export type FixturePlan = typeof fixturePlans extends fc.Arbitrary<infer Plan> ? Plan : never;

/**
 * Deletes all referrals and creates the fixtures of a plan.
 * @param superuser makes the calls
 */
export async function createRandomFixtures(
  server: TestServer,
  superuser: Viewer,
  plan: FixturePlan,
) {
  await server.db.execute(
    sql`truncate referral, referral_event, contact_attempt, not_same_person, consent, disclosure, copy_request, receipt, news, news_subscription`,
  );
  const token = superuser.access;
  const sites: string[] = [];
  for (let made = 0; made < SITES; made += 1) {
    sites.push(
      (await server.callOk('addSite', { body: { name: unique('Random School') } }, token))._id,
    );
  }
  const managers = await Promise.all(
    plan.managers.map((manager) => {
      const own = manager.sites.map((index) => at(sites, index));
      const isInside =
        manager.sites.some((index) => !plan.deletedSites.includes(index)) &&
        manager.sites.every((index) => at(plan.marks, index) !== 'outside');
      return addManager(server, token, { ...manager, sites: own, isInside });
    }),
  );
  const findViewer = (choice: string | number | null) =>
    typeof choice === 'number' ? at(managers, choice) : choice === 'superuser' ? superuser : null;

  const entries = plan.referrals.map(({ person: drawn, site, creator, referrer, isDeleted }) => ({
    // The notes identify the referral: addGuestReferral returns no id.
    person: { ...drawn, notes: unique('Random referral') },
    site: at(sites, site),
    creator: findViewer(creator),
    referrer: findViewer(referrer),
    isDeleted,
  }));
  for (const entry of entries) await fileReferral(server, entry);
  const newest = await server.callOk('listReferrals', { query: { size: entries.length } }, token);
  const filed = entries.map((entry): Filed => {
    const stored = newest.items.find(({ notes }) => notes === entry.person.notes);
    if (!stored) throw new Error('The new referrals are not at the top of the list');
    const { _id, tracking_id } = stored;
    return { ...entry, person: { ...entry.person, _id, tracking_id } };
  });
  for (const entry of filed) await applyState(server, token, entry);
  for (const [index, mark] of plan.marks.entries()) {
    const body = { _id: at(sites, index), mark, response_days: null };
    await server.callOk('markSite', { body }, token);
  }
  for (const index of plan.deletedSites) {
    await server.callOk('deleteSite', { body: { id: at(sites, index) } }, token);
  }
  return { managers, filed };
}

async function addManager(
  server: TestServer,
  token: string,
  plan: { name: string; sites: string[]; createdReferralsOnly: boolean; isInside: boolean },
): Promise<Viewer> {
  const { name, sites, createdReferralsOnly, isInside } = plan;
  const username = uniqueEmail();
  const fullname = unique(name);
  const schools = sites.map((id) => ({ id, name: '' }));
  const body = { fullname, username, password: PASSWORD, role: 'MANAGER' as const, schools };
  await server.callOk('register', { body }, token);
  const found = await server.callOk('searchAccounts', { query: { query: username } }, token);
  const id = at(found, 0)._id;
  const limit = { created_referrals_only: createdReferralsOnly };
  await server.callOk('updateAccount', { params: { id }, body: limit }, token);
  const { access } = await signIn(server, username);
  return { id, fullname, access, seesAll: false, isInside, createdReferralsOnly, sites };
}

async function fileReferral(
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
  if (creator) await server.callOk('addReferral', { body }, creator.access);
  else await server.callOk('addGuestReferral', { body });
}

async function applyState(server: TestServer, token: string, entry: Filed): Promise<void> {
  const { _id: id, status } = entry.person;
  if (status !== DEFAULT_REFERRAL_STATUS) {
    await server.callOk('updateReferral', { body: { id, status } }, token);
  }
  if (entry.referrer) {
    const body = { user_id: entry.referrer.id, referral_id: id };
    await server.callOk('assignReferral', { body }, token);
  }
  if (entry.isDeleted) await server.callOk('deleteReferral', { body: { id } }, token);
}

export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`No item at index ${index}`);
  return item;
}
