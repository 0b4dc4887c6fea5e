/** Valid inputs and callers for every call; creates the records the call works on. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { AnyCallName } from '../../contract/calls';
import type { CallName, ExtraCallName } from '../../contract/calls/endpoints';
import type { Role } from '../../contract/constants';
import { account, site } from '../../server/db/schema';
import { addAccount } from '../../server/features/accounts/registrations';
import { SUPERUSER } from '../support/superuser';
import { validInputs } from '../support/validInputs';
import type { AnyInput, TestServer } from '../support/testServer';
import {
  askForConsent,
  createConsent,
  fileAsGuest,
  handOver,
  newConsent,
  renewalOf,
  signedOnPaper,
  signedOnScreen,
} from '../support/consentFixtures';
import { createGuestSubscription } from '../support/newsFixtures';
import {
  type CallerKind,
  PASSWORD,
  type Person,
  referralBody,
  signIn,
  unique,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';

const extraInputs: Partial<Record<ExtraCallName, (fixtures: Fixtures) => Promise<AnyInput>>> = {
  getReferral: async (fixtures) => ({ params: { id: await createReferral(fixtures) } }),
  listDuplicates: async (fixtures) => ({ query: { ids: await createReferral(fixtures) } }),
  getDuplicates: async (fixtures) => ({ params: { id: await createReferral(fixtures) } }),
  getAccount: async ({ people }) => ({ params: { id: people.manager.id } }),
  listHeld: async () => ({ query: { page: 1, size: 25 } }),
  listWorklist: async ({ sites }) => ({
    body: { page: 1, size: 25, q: '555 010', site: sites.own, sort: 'waiting', order: 'asc' },
  }),
  countHeldMatches: async () => ({ body: { q: 'sample' } }),
  listSimilarNames: async () => ({ body: { q: 'sampel' } }),
  listRestorableSites: async (fixtures) => ({
    query: { name: (await deletedSite(fixtures)).name },
  }),
  restoreSite: async (fixtures) => ({ body: { id: (await deletedSite(fixtures))._id } }),
  releaseReferral: async (fixtures) => ({ body: { id: await createHeldReferral(fixtures) } }),
  listDeleted: async (fixtures) => {
    await createDeletedReferral(fixtures);
    return { query: { page: 1, size: 25 } };
  },
  putBackReferral: async (fixtures) => ({
    body: { id: await createDeletedReferral(fixtures), note: unique('The wrong one.') },
  }),
  getHistory: async (fixtures) => ({ params: { id: await createReferral(fixtures) } }),
  addNote: async (fixtures) => ({
    body: { id: await createReferral(fixtures), text: unique('Called back.') },
  }),
  addContactAttempt: async (fixtures) => ({ body: newAttempt(await createReferral(fixtures)) }),
  strikeContactAttempt: async (fixtures) => ({
    body: { id: await createAttempt(fixtures), reason: unique('Wrong person') },
  }),
  addParentNotContacted: async (fixtures) => ({
    body: { id: await createReferral(fixtures), because: unique('Asked us not to') },
  }),
  setFollowUp: async (fixtures) => ({
    body: { id: await createReferral(fixtures), follow_up: { on: inDays(1) }, because: 'Away.' },
  }),
  getFollowUpRules: async () => ({}),
  getConsents: async (fixtures) => ({ params: { id: await createReferral(fixtures) } }),
  askConsent: async (fixtures) => ({ body: newConsent(await createReferral(fixtures)) }),
  signConsentOnPaper: async (fixtures) => {
    const { consent } = await askForConsent(fixtures, { id: await createReferral(fixtures) });
    return { body: signedOnPaper(consent) };
  },
  handOverConsent: async (fixtures) => {
    const { consent } = await askForConsent(fixtures, { id: await createReferral(fixtures) });
    return { body: { consent } };
  },
  answerConsent: async (fixtures) => {
    const { token } = await handOver(fixtures, { id: await createReferral(fixtures) });
    return { body: signedOnScreen(token) };
  },
  endConsents: async (fixtures) => {
    const { consent } = await createConsent(fixtures, { id: await createReferral(fixtures) });
    return { body: { consents: [consent], how: 'On the phone' } };
  },
  confirmConsent: async (fixtures) => {
    const { consent } = await createConsent(fixtures, { id: await createReferral(fixtures) });
    return { body: { consent } };
  },
  tellAnswer: async (fixtures) => {
    const { consent } = await createConsent(fixtures, { id: await createReferral(fixtures) });
    return { body: { consent, sentence: 'notTalked', channel: 'phone' } };
  },
  getAccounting: async (fixtures) => ({ params: { id: await createReferral(fixtures) } }),
  confirmRestoredConsents: async () => ({}),
  getOwnReferral: async () => ({}),
  stopOwnConsent: async (fixtures) => {
    const id = await findOwnReferral(fixtures);
    return { body: { consent: (await createConsent(fixtures, { id })).consent } };
  },
  askForCopy: async () => ({}),
  getLogin: async (fixtures) => ({ params: { id: await createReferral(fixtures) } }),
  setLoginHolder: async (fixtures) => ({
    body: { id: await createReferralWithLogin(fixtures), holder: 'person' },
  }),
  answerCopyRequest: async (fixtures) => ({ body: { id: await createReferral(fixtures) } }),
  listFiled: async () => ({ body: {} }),
  getReader: async () => ({}),
  renewReceipt: async (fixtures) => {
    const { id } = await fileAsGuest(fixtures);
    await assignToLimited(fixtures, id);
    return { body: renewalOf(id) };
  },
  lookUp: async () => ({
    // A few tries for one reference are answered.
    body: { reference: unique('R-0000'), code: '0000-0000-0000-0000', birth_year: '2009' },
  }),
  setNewsMail: async () => ({ body: { is_on: true } }),
  askNews: async () => ({
    body: {
      reference: unique('R-0000'),
      code: '0000-0000-0000-0000',
      birth_year: '2009',
      email: uniqueEmail(),
    },
  }),
  confirmNews: async (fixtures) => ({
    body: { token: (await createGuestSubscription(fixtures)).token },
  }),
  stopNews: async (fixtures) => ({
    body: { token: (await createGuestSubscription(fixtures)).token },
  }),
  listToday: async () => ({ query: { page: 1, size: 25, view: 'everyone' } }),
  countToday: async () => ({ query: { view: 'mine' } }),
  listSiteMarks: async () => ({}),
  markSite: async ({ sites }) => ({
    body: { _id: sites.own, mark: 'ours' as const, response_days: 2 },
  }),
  correctReferral: async (fixtures) => {
    const { notes: _notes, ...filed } = referralBody(fixtures.sites.own);
    return { body: { ...filed, id: await createReferral(fixtures) } };
  },
  assignOwner: async (fixtures) => ({
    body: { id: await createReferral(fixtures), owner: fixtures.people.superuser.id },
  }),
  countOwned: async ({ people }) => ({ params: { id: people.manager.id } }),
  deactivateOwner: async (fixtures) => ({
    body: { id: (await newAccount(fixtures)).id, owner: (await newAccount(fixtures)).id },
  }),
  listSamePerson: async (fixtures) => ({ params: { id: await createReferral(fixtures) } }),
  markNotSamePerson: async (fixtures) => ({
    body: { id: await createReferral(fixtures), other: await createReferral(fixtures) },
  }),
  saveReferral: async (fixtures) => ({
    body: { id: await createReferral(fixtures), status: 'Processed', notes: unique('Saved.') },
  }),
  setPreferences: async () => ({ body: { owner_emails: false } }),
  updateSetup: async () => ({ body: { dismissed: true } }),
  changeReferrals: async (fixtures) => ({
    body: {
      action: 'status',
      status: 'Processed',
      items: [{ id: await createReferral(fixtures), version: 2 }],
    },
  }),
  changePassword: async () => ({
    body: { current_password: PASSWORD, new_pass: 'Calm-Orchard-41-Bridges' },
  }),
};

const isSpecified = (name: AnyCallName): name is CallName => Object.hasOwn(validInputs, name);

/** A valid input for any call, in the specification or beyond it. */
export function inputFor(name: AnyCallName, fixtures: Fixtures): Promise<AnyInput> {
  if (isSpecified(name)) return validInputs[name](fixtures);
  return extraInputs[name]?.(fixtures) ?? Promise.resolve({});
}

/** Calls on the referral that the caller's login was made for: nobody else may make them. */
export const OWN_CALLS: readonly AnyCallName[] = ['getOwnReferral', 'stopOwnConsent', 'askForCopy'];

/** A caller whose call succeeds: a super user, except for calls that only the person of a referral may make. */
export const usualCaller = (name: AnyCallName): 'referral' | 'superuser' =>
  OWN_CALLS.includes(name) ? 'referral' : 'superuser';

/** The role of each caller. */
export const ROLE_OF: Readonly<Record<keyof Fixtures['people'], Role>> = {
  referral: 'REFERRAL',
  siteUser: 'SITE_USER',
  admin: 'ADMIN',
  manager: 'MANAGER',
  limited: 'MANAGER',
  superuser: 'SUPERUSER',
};

/** The caller of that kind from the fixtures; with a session or an account of its own, if the call ends that. */
export async function personFor(
  name: AnyCallName,
  fixtures: Fixtures,
  caller: Exclude<CallerKind, 'anonymous'>,
): Promise<Person> {
  const person = fixtures.people[caller];
  if (name === 'handOverConsent') {
    const password = person.username === SUPERUSER.email ? SUPERUSER.password : PASSWORD;
    return { ...person, ...(await signIn(fixtures.server, person.username, password)) };
  }
  if (name !== 'changePassword') return person;
  const { id, username } = await newAccount(fixtures, ROLE_OF[caller]);
  return { id, username, ...(await signIn(fixtures.server, username)) };
}

/** Adds an active account. */
async function newAccount({ server }: Fixtures, role: Role = 'SUPERUSER') {
  const username = uniqueEmail();
  const id = randomUUID();
  await addAccount(server.db, {
    id,
    fullname: unique('New'),
    username,
    passwordHash: await server.app.passwords.hashNow(PASSWORD),
    role,
    state: 'active',
    siteIds: [],
  });
  return { id, username };
}

/** The access token of that caller; undefined for a visitor. */
export async function bearerFor(name: AnyCallName, fixtures: Fixtures, caller: CallerKind) {
  return caller === 'anonymous' ? undefined : (await personFor(name, fixtures, caller)).access;
}

/** Creates a referral at the site of the manager, assigned to the limited manager: all staff see it. Returns its id. */
async function createReferral(fixtures: Fixtures): Promise<string> {
  const { server, sites, bearer } = fixtures;
  const input = { body: referralBody(sites.own) };
  const { _id } = await server.callOk('addReferral', input, bearer('superuser'));
  await assignToLimited(fixtures, _id);
  return _id;
}

async function assignToLimited({ server, people, bearer }: Fixtures, referral_id: string) {
  const body = { user_id: people.limited.id, referral_id };
  await server.callOk('assignReferral', { body }, bearer('superuser'));
}

/** Finds the id of the referral that the login of the referred person was made for. */
async function findOwnReferral({ server, people }: Fixtures): Promise<string> {
  const [row] = await server.db.select().from(account).where(eq(account.id, people.referral.id));
  return row?.referral_id ?? '';
}

/** Creates a referral with a login, and returns its id. */
export async function createReferralWithLogin(fixtures: Fixtures): Promise<string> {
  const referral = await createReferral(fixtures);
  const person = { fullname: unique('Referred'), username: uniqueEmail(), password: PASSWORD };
  const body = { ...person, schools: [], referral };
  await fixtures.server.callOk('registerReferral', { body }, fixtures.bearer('superuser'));
  return referral;
}

const DAY = 24 * 60 * 60_000;
/** The day that is so many days from now, by UTC. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** A contact attempt that was saved by nobody. */
export const newAttempt = (id: string) => ({
  id,
  channel: 'call' as const,
  whom: 'person' as const,
  outcome: 'noAnswer' as const,
  note: unique('Rang'),
});

/** Creates a referral with a contact attempt of a super user. Returns the id of the attempt. */
export async function createAttempt(fixtures: Fixtures): Promise<string> {
  const body = newAttempt(await createReferral(fixtures));
  const saved = await fixtures.server.callOk(
    'addContactAttempt',
    { body },
    fixtures.bearer('superuser'),
  );
  return saved.attempt.id;
}

/** Marks the sites of the managers as the provider's own, so that they may work on the referrals there. */
export async function markAsOurs({ db }: TestServer, { sites }: Fixtures): Promise<void> {
  await db.update(site).set({ mark: 'ours' }).where(eq(site.id, sites.own));
}

/** Creates a referral that is held as possible spam, and returns its id. */
export async function createHeldReferral(fixtures: Fixtures): Promise<string> {
  const id = await createReferral(fixtures);
  await holdReferral(fixtures.server, id);
  return id;
}

/** Creates a referral that was deleted, with a reason, and returns its id. */
async function createDeletedReferral(fixtures: Fixtures): Promise<string> {
  const id = await createReferral(fixtures);
  const body = { id, delete_reason: 'other' as const, delete_note: 'A reason.' };
  await fixtures.server.callOk('deleteReferral', { body }, fixtures.bearer('superuser'));
  return id;
}

async function holdReferral(server: TestServer, id: string): Promise<void> {
  await server.db.execute(sql`update referral set hold_reason = 'trap' where id = ${id}`);
}

async function deletedSite({ server, bearer }: Fixtures) {
  const body = { name: unique('Deleted Site') };
  const added = await server.callOk('addSite', { body }, bearer('superuser'));
  await server.callOk('deleteSite', { body: { id: added._id } }, bearer('superuser'));
  return added;
}
