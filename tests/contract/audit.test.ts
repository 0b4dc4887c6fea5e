/** The audit entry of each call: one or none, and its content. A call without a row in the table fails. */
import { asc, eq, gt, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyCallName, allCalls } from '../../contract/calls';
import { account, audit_event, consent, contact_attempt, referral } from '../../server/db/schema';
import { insertResetToken } from '../../server/features/auth/mailedLinks';
import { hashOneTimeToken, createOneTimeToken } from '../../server/features/auth/oneTimeToken';
import { inputFor, createHeldReferral, personFor as callerFor } from '../access/callInputs';
import { permissionMatrix } from '../access/permissionMatrix';
import { report } from '../support/report';
import { validInputs } from '../support/validInputs';
import { type AnyInput, startTestServer, type TestServer } from '../support/testServer';
import {
  type CallerKind,
  createFixtures,
  PASSWORD,
  referralBody,
  registration,
  signIn,
  unique,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

type Row = typeof audit_event.$inferSelect;
type Ids = (input: AnyInput, answer: unknown) => Promise<string[]> | string[];

const textSchema = z.record(z.string(), z.unknown());
const inBody =
  (...fields: string[]): Ids =>
  ({ body }) =>
    fields.map((field) => String(textSchema.parse(body)[field]));
const inPath: Ids = ({ params }) => [params?.id ?? ''];
const answered: Ids = (_input, answer) => [z.object({ _id: z.string() }).parse(answer)._id];
const rows = z.array(z.object({ _id: z.string() }));
const listed: Ids = (_input, answer) => rows.parse(answer).map(({ _id }) => _id);
const paged: Ids = (_input, answer) =>
  z
    .object({ items: rows })
    .parse(answer)
    .items.map(({ _id }) => _id);
const nothing: Ids = () => [];
const newAccount: Ids = async ({ body }) => {
  const { username } = z.object({ username: z.string() }).parse(body);
  const found = await server.db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.username, username));
  return found.map(({ id }) => id);
};
const newReferral: Ids = async ({ body }) => {
  const { last_name } = z.object({ last_name: z.string() }).parse(body);
  const found = await server.db
    .select({ id: referral.id })
    .from(referral)
    .where(eq(referral.last_name, last_name));
  return found.map(({ id }) => id);
};
const struckReferral: Ids = async ({ body }) => {
  const { id } = z.object({ id: z.string() }).parse(body);
  const found = await server.db
    .select({ id: contact_attempt.referral_id })
    .from(contact_attempt)
    .where(eq(contact_attempt.id, id));
  return found.map((one) => one.id);
};
const ofConsent: Ids = async ({ body }) => {
  const { consent: id } = z.object({ consent: z.string() }).parse(body);
  const found = await server.db.select().from(consent).where(eq(consent.id, id));
  return found.map((one) => one.referral_id);
};
const ofToken: Ids = async ({ body }) => {
  const { token } = z.object({ token: z.string() }).parse(body);
  const found = await server.db
    .select()
    .from(consent)
    .where(eq(consent.token_hash, hashOneTimeToken(token)));
  return found.map((one) => one.referral_id);
};
/** The referral that was filed last. */
const ofGuest: Ids = async () => {
  const found = await server.db
    .select({ id: referral.id })
    .from(referral)
    .orderBy(sql`${referral.entry_date} desc`)
    .limit(1);
  return found.map(({ id }) => id);
};
const endedConsents: Ids = async ({ body }, answer) => {
  const [id] = z.object({ consents: z.tuple([z.string()]) }).parse(body).consents;
  return ofConsent({ body: { consent: id } }, answer);
};
const ownReferral: Ids = async () => {
  const [own] = await server.db
    .select()
    .from(account)
    .where(eq(account.id, fixtures.people.referral.id));
  return [own?.referral_id ?? ''];
};
const withLogin: Ids = async ({ body }) => {
  const { id } = z.object({ id: z.string() }).parse(body);
  const [login] = await server.db.select().from(account).where(eq(account.referral_id, id));
  return [id, login?.id ?? ''];
};
const shownToday: Ids = (_input, answer) => {
  const one = z.object({ _id: z.string() });
  const { items } = z.object({ items: z.array(one.extend({ also: z.array(one) })) }).parse(answer);
  return items.flatMap(({ _id, also }) => [_id, ...also.map((other) => other._id)]);
};
const compared: Ids = (_input, answer) => {
  const one = z.object({ _id: z.string() });
  const shown = z.object({ referral: one, duplicates: z.array(one).min(1) }).parse(answer);
  return [shown.referral, ...shown.duplicates].map(({ _id }) => _id);
};
const samePerson: Ids = async ({ params }, answer) => {
  const { referrals } = z
    .object({ referrals: z.array(z.object({ _id: z.string() })).min(1) })
    .parse(answer);
  return [z.object({ id: z.string() }).parse(params).id, ...referrals.map(({ _id }) => _id)];
};
const shownEntries: Ids = (_input, answer) => {
  const one = z.object({ id: z.string() });
  const entries = z.array(z.object({ actor: one.nullable(), records: z.array(one) })).parse(answer);
  const all = entries.flatMap(({ actor, records }) => [...(actor ? [actor] : []), ...records]);
  return [...new Set(all.map(({ id }) => id))];
};

interface Line {
  /** The action in the entry; the call by default. */
  action?: AnyCallName;
  /** The caller; a super user by default. */
  by?: CallerKind | 'refreshToken';
  /** The actor in the entry; the caller by default. */
  actor?: 'nobody' | 'owner';
  outcome?: 'refused';
  records: Ids;
}

/** Deliberately written by hand: somebody must decide for each call whether it is audited, and with which actor and records. */
const TRAIL: Record<AnyCallName, Line | 'no entry'> = {
  refresh: 'no entry',
  checkResetToken: 'no entry',
  listSites: 'no entry',
  listCounties: 'no entry',
  countReferrals: 'no entry',
  countHeld: 'no entry',
  countHeldMatches: 'no entry',
  countDeleted: 'no entry',
  listDuplicates: 'no entry',
  countOwned: 'no entry',
  listDeletedSites: 'no entry',
  listSiteCounts: 'no entry',
  listSiteMarks: 'no entry',
  getFollowUpRules: 'no entry',
  getReader: 'no entry',
  countToday: 'no entry',
  listNotices: 'no entry',
  getPreferences: 'no entry',
  getSetup: 'no entry',
  meta: 'no entry',
  health: 'no entry',
  live: 'no entry',

  login: { records: nothing },
  logout: { by: 'refreshToken', records: nothing },
  changePassword: { actor: 'owner', records: async () => [await lastChanged()] },
  register: { by: 'anonymous', records: newAccount },
  registerSuperuser: { records: newAccount },
  registerReferral: {
    records: async (input, answer) => [
      ...(await newAccount(input, answer)),
      ...(await inBody('referral')(input, answer)),
    ],
  },
  // For an unknown e-mail; that of an account is tested below.
  forgotPassword: { by: 'anonymous', outcome: 'refused', records: nothing },
  resetPassword: { by: 'anonymous', actor: 'owner', records: async () => [await lastReset()] },

  addSite: { records: answered },
  updateSite: { records: inBody('id') },
  deleteSite: { records: inBody('id') },
  listRestorableSites: { records: listed },
  restoreSite: { records: inBody('id') },

  addReferral: { by: 'manager', records: answered },
  addGuestReferral: { by: 'manager', actor: 'nobody', records: newReferral },
  // Without a match; those that match are in receipts.test.ts.
  lookUp: { by: 'anonymous', records: nothing },
  renewReceipt: { records: inBody('id') },
  setNewsMail: { by: 'manager', records: async () => [fixtures.people.manager.id] },
  // Without a match, as of a look-up; those that match are in news.test.ts.
  askNews: { by: 'anonymous', records: nothing },
  confirmNews: { by: 'anonymous', records: ofGuest },
  stopNews: { by: 'anonymous', records: ofGuest },
  listReferrals: { by: 'manager', records: paged },
  filterReferrals: { by: 'limited', records: paged },
  listWorklist: { by: 'manager', records: paged },
  listSimilarNames: { by: 'manager', records: listed },
  updateReferral: { records: inBody('id') },
  assignReferral: { records: inBody('referral_id', 'user_id') },
  deleteReferral: { records: inBody('id') },
  getReferral: { by: 'manager', records: inPath },
  getDuplicates: { records: compared },
  getAccount: { records: inPath },
  listHeld: { records: paged },
  releaseReferral: { records: inBody('id') },
  listDeleted: { records: paged },
  putBackReferral: { records: inBody('id') },
  getHistory: { by: 'manager', records: inPath },
  addNote: { records: inBody('id') },
  addContactAttempt: { records: inBody('id') },
  // Its referral, not the attempt.
  strikeContactAttempt: { records: struckReferral },
  addParentNotContacted: { records: inBody('id') },
  setFollowUp: { records: inBody('id') },
  listToday: { records: shownToday },
  getConsents: { by: 'manager', records: inPath },
  askConsent: { records: inBody('id') },
  // Its referral, not the consent.
  signConsentOnPaper: { records: ofConsent },
  handOverConsent: { records: ofConsent },
  answerConsent: { by: 'anonymous', records: ofToken },
  endConsents: { records: endedConsents },
  confirmConsent: { records: ofConsent },
  tellAnswer: { records: ofConsent },
  getAccounting: { records: inPath },
  confirmRestoredConsents: { records: nothing },
  getOwnReferral: { by: 'referral', records: ownReferral },
  stopOwnConsent: { by: 'referral', records: ownReferral },
  askForCopy: { by: 'referral', records: ownReferral },
  getLogin: { by: 'manager', records: inPath },
  setLoginHolder: { records: withLogin },
  answerCopyRequest: { records: inBody('id') },
  listFiled: { by: 'manager', records: paged },
  markSite: { records: inBody('_id') },
  correctReferral: { records: inBody('id') },
  listOwners: { records: listed },
  assignOwner: { records: inBody('id', 'owner') },
  // As the single calls would; the account of this one owns nothing.
  deactivateOwner: { action: 'deactivateAccount', records: inBody('id') },
  listSamePerson: { records: samePerson },
  markNotSamePerson: { records: inBody('id', 'other') },
  // What a call of its own would change; several parts are in saveReferral.test.ts.
  saveReferral: { action: 'updateReferral', records: inBody('id') },
  setPreferences: { records: async () => [fixtures.people.superuser.id] },

  updateSetup: { records: nothing },
  sendTestEmail: { records: nothing },
  // One entry for each referral, as if it had been changed alone.
  changeReferrals: {
    action: 'updateReferral',
    records: async ({ body }) => {
      const { items } = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(body);
      return items.map(({ id }) => id);
    },
  },

  listManagers: { records: listed },
  listPendingAccounts: { records: paged },
  approveAccount: { records: inBody('user_id') },
  listAccounts: { records: paged },
  searchAccounts: { records: listed },
  updateAccount: { records: inPath },
  deactivateAccount: { records: inPath },
  reactivateAccount: { records: inPath },
  listAudit: { records: shownEntries },
};

const names = Object.keys(allCalls) as AnyCallName[];
/** The test server gives each request its own IP address. */
const ADDRESS = expect.stringMatching(/^10\.\d+\.\d+\.\d+$/);

async function lastReset(): Promise<string> {
  const found = await server.db.query.password_reset.findFirst({
    orderBy: (table, { desc }) => desc(table.created_at),
  });
  return found?.account_id ?? '';
}

/** The id of the account whose password was changed last. */
async function lastChanged(): Promise<string> {
  const found = await server.db.query.account.findFirst({
    orderBy: (table, { desc }) => desc(table.sessions_valid_from),
  });
  return found?.id ?? '';
}

async function newestId(): Promise<number> {
  const [row] = await entriesAfter(0).then((all) => all.slice(-1));
  return row?.id ?? 0;
}

const entriesAfter = (id: number): Promise<Row[]> =>
  server.db.select().from(audit_event).where(gt(audit_event.id, id)).orderBy(asc(audit_event.id));

/** Makes a call; returns the response and the audit entries it added. */
async function trailOf(name: AnyCallName, input: AnyInput, bearer?: string) {
  const before = await newestId();
  const answer = await server.call(name, input, bearer);
  return { answer, entries: await entriesAfter(before) };
}

/** All strings in an input, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

describe('a successful call', () => {
  it('has a row in the table of expected entries', () => {
    expect(Object.keys(TRAIL).toSorted()).toEqual(names.toSorted());
    report('calls whose audit entry is written by hand', names.length);
  });

  it.each(names)('%s adds the entry in the table, with no value that was sent', async (name) => {
    const line = TRAIL[name];
    await createHeldReferral(fixtures);
    const input = await inputFor(name, fixtures);
    const by = line === 'no entry' ? undefined : line.by;
    const usesRefresh = by === 'refreshToken' || name === 'refresh';
    const person = await personFor(name, by);
    const bearer = usesRefresh ? person?.refresh : person?.access;
    const { answer, entries } = await trailOf(name, input, bearer);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    if (line === 'no entry') return expect(entries).toEqual([]);

    const recordIds = await line.records(input, answer.body);
    const actors = { nobody: null, owner: recordIds[0] ?? null };
    expect(entries).toHaveLength(1);
    const [entry] = entries;
    expect(entry).toMatchObject({
      action: line.action ?? name,
      outcome: line.outcome ?? 'done',
      actor_id: line.actor ? actors[line.actor] : (person?.id ?? null),
      ip: ADDRESS,
    });
    expect(entry?.record_ids.toSorted()).toEqual(recordIds.toSorted());
    const row = [entry?.actor_id, entry?.action, entry?.outcome, entry?.ip].join(' ');
    const sent = textsIn(input).filter((text) => text.length > 2 && !recordIds.includes(text));
    expect(sent.filter((text) => row.includes(text))).toEqual([]);
    expect(sent.filter((text) => entry?.record_ids.includes(text))).toEqual([]);
  });
});

async function personFor(name: AnyCallName, by: Line['by']) {
  if (by === 'anonymous') return undefined;
  // Signing out ends the session, so it needs its own.
  if (by !== 'refreshToken') return callerFor(name, fixtures, by ?? 'superuser');
  const { id, username } = fixtures.people.admin;
  return { id, username, ...(await signIn(server, username)) };
}

describe('a refused call', () => {
  const needsSignIn = names.filter(
    (name) => !['public', 'refresh-token'].includes(allCalls[name].access),
  );

  it.each(needsSignIn)('%s without a session adds one entry without an actor', async (name) => {
    const input = await inputFor(name, fixtures);
    const { answer, entries } = await trailOf(name, input, 'nonsense');
    expect(answer.status).toBe(401);
    expect(entries).toMatchObject([
      { action: name, outcome: 'refused', actor_id: null, record_ids: [], ip: ADDRESS },
    ]);
  });

  it.each(needsSignIn.filter((name) => permissionMatrix[name].referral === 403))(
    '%s without permission adds one entry with the caller as its actor',
    async (name) => {
      const input = await inputFor(name, fixtures);
      const { answer, entries } = await trailOf(name, input, fixtures.bearer('referral'));
      expect(answer.status).toBe(403);
      expect(entries).toMatchObject([
        { action: name, outcome: 'refused', actor_id: fixtures.people.referral.id, record_ids: [] },
      ]);
    },
  );

  it('whose entry cannot be written reveals nothing about the database', async () => {
    const input = await inputFor('addSite', fixtures);
    await server.db.execute(sql`alter table audit_event rename to audit_away`);
    const answer = await server.call('addSite', input, fixtures.bearer('referral'));
    await server.db.execute(sql`alter table audit_away rename to audit_event`);
    expect(answer).toMatchObject({ status: 500, body: { detail: expect.any(String) } });
    expect(answer.text).not.toMatch(/insert|audit|params/i);
  });

  it('on a missing record adds one entry, without the id that was sent', async () => {
    const id = 'Robin Harper';
    for (const [name, input] of [
      ['updateReferral', { body: { id, notes: 'x' } }],
      ['deleteReferral', { body: { id } }],
      ['releaseReferral', { body: { id } }],
      ['putBackReferral', { body: { id } }],
      ['deleteSite', { body: { id } }],
      ['approveAccount', { body: { user_id: id } }],
      ['deactivateAccount', { params: { id } }],
      ['getReferral', { params: { id } }],
      ['getHistory', { params: { id } }],
      ['addNote', { body: { id, text: 'x' } }],
      ['assignOwner', { body: { id, owner: null } }],
      ['getAccount', { params: { id } }],
    ] as const) {
      const { answer, entries } = await trailOf(name, input, fixtures.bearer('superuser'));
      expect({ name, status: answer.status }).toEqual({ name, status: 404 });
      expect(entries).toMatchObject([{ action: name, outcome: 'refused', record_ids: [] }]);
    }
  });

  it('on a conflicting record names that record', async () => {
    const superuser = fixtures.people.superuser;
    const { body } = await validInputs.registerReferral(fixtures);
    await server.callOk('registerReferral', { body }, superuser.access);
    const again = { body: { ...body, username: uniqueEmail() } };
    const site = { body: { id: fixtures.sites.probation, name: 'Else' } };
    for (const [name, input, records] of [
      ['deactivateAccount', { params: { id: superuser.id } }, [superuser.id]],
      ['deleteSite', site, [fixtures.sites.probation]],
      ['registerReferral', again, [body.referral]],
    ] as const) {
      const { answer, entries } = await trailOf(name, input, superuser.access);
      expect({ name, status: answer.status }).toEqual({ name, status: 409 });
      expect(entries).toMatchObject([
        { action: name, outcome: 'refused', actor_id: superuser.id, record_ids: records },
      ]);
    }
  });

  it('for an invalid field adds no entry', async () => {
    const body = { ...referralBody(fixtures.sites.own), dob: 'never' };
    const { answer, entries } = await trailOf('addGuestReferral', { body });
    expect(answer.status).toBe(422);
    expect(entries).toEqual([]);
  });
});

describe('signing in', () => {
  const login = (username: string, password = 'wrong password') =>
    trailOf('login', { body: { username, password } });

  it('with a wrong password names the account, and with an unknown e-mail none', async () => {
    const { id, username } = fixtures.people.manager;
    const known = await login(username);
    expect(known.entries).toMatchObject([
      { action: 'login', outcome: 'refused', actor_id: null, record_ids: [id] },
    ]);
    const unknown = await login(uniqueEmail());
    expect(unknown.entries).toMatchObject([
      { action: 'login', outcome: 'refused', actor_id: null, record_ids: [] },
    ]);
    expect([known.answer.status, unknown.answer.status]).toEqual([401, 401]);
  });

  it('before the approval names the account', async () => {
    const username = uniqueEmail();
    const schools = [{ id: fixtures.sites.own, name: '' }];
    await server.callOk('register', {
      body: { fullname: unique('Early'), username, password: PASSWORD, schools, agree: true },
    });
    const { answer, entries } = await login(username, PASSWORD);
    expect(answer.status).toBe(403);
    const records = await newAccount({ body: { username } }, null);
    expect(entries).toMatchObject([{ outcome: 'refused', record_ids: records }]);
  });

  it('a request for a reset email names its account', async () => {
    const { id, username } = fixtures.people.manager;
    const { entries } = await trailOf('forgotPassword', { body: { email: username } });
    expect(entries).toMatchObject([
      { action: 'forgotPassword', outcome: 'done', actor_id: null, record_ids: [id] },
    ]);
  });

  it('an unknown reset link adds one entry', async () => {
    const body = { token: 'never mailed', new_pass: PASSWORD };
    const { answer, entries } = await trailOf('resetPassword', { body });
    expect(answer.status).toBe(400);
    expect(entries).toMatchObject([
      { action: 'resetPassword', outcome: 'refused', record_ids: [] },
    ]);
  });

  it('a used reset link adds one entry, which names its account', async () => {
    const { id } = fixtures.people.siteUser;
    const token = createOneTimeToken();
    const link = { accountId: id, tokenHash: hashOneTimeToken(token), purpose: 'reset' } as const;
    await insertResetToken(server.db, link);
    await server.callOk('resetPassword', { body: { token, new_pass: 'Slow-Copper-58-Meadows' } });
    const body = { token, new_pass: 'Slow-Copper-58-Forests' };
    const { answer, entries } = await trailOf('resetPassword', { body });
    expect(answer.status).toBe(400);
    expect(entries).toMatchObject([
      { action: 'resetPassword', outcome: 'refused', record_ids: [id] },
    ]);
  });

  it('a reset link used three times at once adds an entry each time, which names its account', async () => {
    const { id } = fixtures.people.siteUser;
    const token = createOneTimeToken();
    await insertResetToken(server.db, {
      accountId: id,
      tokenHash: hashOneTimeToken(token),
      purpose: 'reset',
    });
    const before = await newestId();
    const answers = await Promise.all(
      ['Hills', 'Rivers', 'Gardens'].map((word) =>
        server.call('resetPassword', { body: { token, new_pass: `Slow-Copper-58-${word}` } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const entries = await entriesAfter(before);
    expect(entries.map(({ outcome }) => outcome).toSorted()).toEqual([
      'done',
      'refused',
      'refused',
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({ action: 'resetPassword', record_ids: [id] });
    }
  });

  it('a reused refresh token adds one refreshReuse entry, which names its account', async () => {
    const { id, username } = fixtures.people.limited;
    const { access, refresh } = await signIn(server, username);
    const second = await server.callOk('refresh', {}, refresh);
    await server.callOk('refresh', {}, second.refresh_token);
    const { answer, entries } = await trailOf('refresh', {}, refresh);
    expect(answer.status).toBe(401);
    expect(entries).toMatchObject([
      { action: 'refreshReuse', outcome: 'refused', actor_id: id, record_ids: [id], ip: ADDRESS },
    ]);
    expect((await server.call('listReferrals', {}, access)).status).toBe(401);
  });

  it('an unknown refresh token adds one entry', async () => {
    const { entries } = await trailOf('refresh', {}, 'nonsense');
    expect(entries).toMatchObject([{ action: 'refresh', outcome: 'refused', actor_id: null }]);
  });
});

it('the audit entry of a public call names a signed-in caller', async () => {
  const { id, access } = fixtures.people.limited;
  const emails = [fixtures.people.admin.username, uniqueEmail()];
  const free = registration(fixtures);
  for (const [name, body] of [
    ...emails.map((email) => ['forgotPassword', { email }] as const),
    ['register', free],
    ['register', { ...free, fullname: unique('Somebody Else') }],
  ] as const) {
    const { answer, entries } = await trailOf(name, { body }, access);
    expect({ name, status: answer.status }).toEqual({ name, status: 200 });
    expect(entries).toMatchObject([{ action: name, actor_id: id }]);
  }
});

it('the approval of an approved account adds an audit entry', async () => {
  const input = await validInputs.approveAccount(fixtures);
  await server.callOk('approveAccount', input, fixtures.bearer('superuser'));
  const { entries } = await trailOf('approveAccount', input, fixtures.bearer('superuser'));
  expect(entries).toMatchObject([{ outcome: 'done', record_ids: [input.body.user_id] }]);
});

it('an audit entry contains the IP address of the request', async () => {
  const before = await newestId();
  const remoteAddress = '198.51.100.7';
  await server.raw({ method: 'GET', url: '/api/referral/mine', remoteAddress });
  expect(await entriesAfter(before)).toMatchObject([{ ip: remoteAddress, outcome: 'refused' }]);
});
