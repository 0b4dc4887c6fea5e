/** What each call leaves in the audit trail: one entry or none, and what stands in it. A call without a line here fails. */
import { asc, eq, gt, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyCallName, allCalls } from '../../contract/calls';
import { account, audit_event, referral } from '../../server/db/schema';
import { addReset } from '../../server/features/auth/resetRepository';
import { hashResetToken, newResetToken } from '../../server/features/auth/tokens';
import { inputFor, newSuspected, personFor as callerFor } from '../access/extraInputs';
import { matrix } from '../access/matrix';
import { report } from '../support/report';
import { rightInputs } from '../support/rightInputs';
import { type AnyInput, startTestServer, type TestServer } from '../support/testServer';
import {
  type CallerKind,
  createWorld,
  PASSWORD,
  referralBody,
  registration,
  signIn,
  unique,
  uniqueEmail,
  type World,
} from '../support/world';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
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
const shownEntries: Ids = (_input, answer) => {
  const one = z.object({ id: z.string() });
  const entries = z.array(z.object({ actor: one.nullable(), records: z.array(one) })).parse(answer);
  const all = entries.flatMap(({ actor, records }) => [...(actor ? [actor] : []), ...records]);
  return [...new Set(all.map(({ id }) => id))];
};

interface Line {
  /** Who makes the call; a super user unless given. */
  by?: CallerKind | 'refreshToken';
  /** Who acted, by the trail; whoever makes the call unless given. */
  actor?: 'nobody' | 'owner';
  outcome?: 'refused';
  records: Ids;
}

/** By hand, on purpose: whether a call is entered, who a new one shows and what it works on, somebody must have decided. */
const TRAIL: Record<AnyCallName, Line | 'no entry'> = {
  refresh: 'no entry',
  checkResetToken: 'no entry',
  listSites: 'no entry',
  listCounties: 'no entry',
  countReferrals: 'no entry',
  countSuspected: 'no entry',
  listNotices: 'no entry',
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
  // Of an address nobody has; that of an account is below.
  forgotPassword: { by: 'anonymous', outcome: 'refused', records: nothing },
  resetPassword: { by: 'anonymous', actor: 'owner', records: async () => [await lastReset()] },

  addSite: { records: answered },
  updateSite: { records: inBody('id') },
  deleteSite: { records: inBody('id') },

  addReferral: { by: 'manager', records: answered },
  addGuestReferral: { by: 'manager', actor: 'nobody', records: newReferral },
  listReferrals: { by: 'manager', records: paged },
  filterReferrals: { by: 'limited', records: paged },
  updateReferral: { records: inBody('id') },
  assignReferral: { records: inBody('referral_id', 'user_id') },
  deleteReferral: { records: inBody('id') },
  listSuspected: { records: paged },
  releaseReferral: { records: inBody('id') },

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
/** Where the test server's requests come from, each from elsewhere. */
const ADDRESS = expect.stringMatching(/^10\.\d+\.\d+\.\d+$/);

async function lastReset(): Promise<string> {
  const found = await server.db.query.password_reset.findFirst({
    orderBy: (table, { desc }) => desc(table.created_at),
  });
  return found?.account_id ?? '';
}

/** Whose password was changed last. */
async function lastChanged(): Promise<string> {
  const found = await server.db.query.account.findFirst({
    orderBy: (table, { desc }) => desc(table.sessions_valid_from),
  });
  return found?.id ?? '';
}

async function newest(): Promise<number> {
  const [row] = await entriesAfter(0).then((all) => all.slice(-1));
  return row?.id ?? 0;
}

const entriesAfter = (id: number): Promise<Row[]> =>
  server.db.select().from(audit_event).where(gt(audit_event.id, id)).orderBy(asc(audit_event.id));

/** What a call leaves. */
async function trailOf(name: AnyCallName, input: AnyInput, bearer?: string) {
  const before = await newest();
  const answer = await server.call(name, input, bearer);
  return { answer, entries: await entriesAfter(before) };
}

/** All texts in an input, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

describe('a call that is carried out', () => {
  it('has a line in the table, whichever it is', () => {
    expect(Object.keys(TRAIL).toSorted()).toEqual(names.toSorted());
    report('calls whose audit entry is decided', names.length);
  });

  it.each(names)('%s leaves what the table says, and no value that was sent', async (name) => {
    const line = TRAIL[name];
    await newSuspected(world);
    const input = await inputFor(name, world);
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
      action: name,
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
  // Signing out ends the session: one of its own.
  if (by !== 'refreshToken') return callerFor(name, world, by ?? 'superuser');
  const { id, username } = world.people.admin;
  return { id, username, ...(await signIn(server, username)) };
}

describe('a call that is refused', () => {
  const needsSignIn = names.filter(
    (name) => !['public', 'refresh-token'].includes(allCalls[name].access),
  );

  it.each(needsSignIn)('%s without a session leaves one entry of nobody', async (name) => {
    const input = await inputFor(name, world);
    const { answer, entries } = await trailOf(name, input, 'nonsense');
    expect(answer.status).toBe(401);
    expect(entries).toMatchObject([
      { action: name, outcome: 'refused', actor_id: null, record_ids: [], ip: ADDRESS },
    ]);
  });

  it.each(needsSignIn.filter((name) => matrix[name].referral === 403))(
    '%s by who may not leaves one entry of them',
    async (name) => {
      const input = await inputFor(name, world);
      const { answer, entries } = await trailOf(name, input, world.bearer('referral'));
      expect(answer.status).toBe(403);
      expect(entries).toMatchObject([
        { action: name, outcome: 'refused', actor_id: world.people.referral.id, record_ids: [] },
      ]);
    },
  );

  it('of which no entry can be left is answered without a word of the database', async () => {
    const input = await inputFor('addSite', world);
    await server.db.execute(sql`alter table audit_event rename to audit_away`);
    const answer = await server.call('addSite', input, world.bearer('referral'));
    await server.db.execute(sql`alter table audit_away rename to audit_event`);
    expect(answer).toMatchObject({ status: 500, body: { detail: expect.any(String) } });
    expect(answer.text).not.toMatch(/insert|audit|params/i);
  });

  it('on a record that is not there leaves one entry, without what was sent', async () => {
    const id = 'Robin Harper';
    for (const [name, input] of [
      ['updateReferral', { body: { id, notes: 'x' } }],
      ['deleteReferral', { body: { id } }],
      ['releaseReferral', { body: { id } }],
      ['deleteSite', { body: { id } }],
      ['approveAccount', { body: { user_id: id } }],
      ['deactivateAccount', { params: { id } }],
    ] as const) {
      const { answer, entries } = await trailOf(name, input, world.bearer('superuser'));
      expect({ name, status: answer.status }).toEqual({ name, status: 404 });
      expect(entries).toMatchObject([{ action: name, outcome: 'refused', record_ids: [] }]);
    }
  });

  it('on a record that stands against it names that record', async () => {
    const head = world.people.superuser;
    const { body } = await rightInputs.registerReferral(world);
    await server.done('registerReferral', { body }, head.access);
    const again = { body: { ...body, username: uniqueEmail() } };
    const site = { body: { id: world.sites.probation, name: 'Else' } };
    for (const [name, input, records] of [
      ['deactivateAccount', { params: { id: head.id } }, [head.id]],
      ['deleteSite', site, [world.sites.probation]],
      ['registerReferral', again, [body.referral]],
    ] as const) {
      const { answer, entries } = await trailOf(name, input, head.access);
      expect({ name, status: answer.status }).toEqual({ name, status: 409 });
      expect(entries).toMatchObject([
        { action: name, outcome: 'refused', actor_id: head.id, record_ids: records },
      ]);
    }
  });

  it('for a field leaves none', async () => {
    const body = { ...referralBody(world.sites.own), dob: 'never' };
    const { answer, entries } = await trailOf('addGuestReferral', { body });
    expect(answer.status).toBe(422);
    expect(entries).toEqual([]);
  });
});

describe('signing in', () => {
  const login = (username: string, password = 'wrong password') =>
    trailOf('login', { body: { username, password } });

  it('with a wrong password names the account, and with an unknown e-mail nobody', async () => {
    const { id, username } = world.people.manager;
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

  it('before being approved names the account', async () => {
    const username = uniqueEmail();
    const schools = [{ id: world.sites.own, name: '' }];
    await server.done('register', {
      body: { fullname: unique('Early'), username, password: PASSWORD, schools, agree: true },
    });
    const { answer, entries } = await login(username, PASSWORD);
    expect(answer.status).toBe(403);
    const records = await newAccount({ body: { username } }, null);
    expect(entries).toMatchObject([{ outcome: 'refused', record_ids: records }]);
  });

  it('a letter that was asked for names whose it is', async () => {
    const { id, username } = world.people.manager;
    const { entries } = await trailOf('forgotPassword', { body: { email: username } });
    expect(entries).toMatchObject([
      { action: 'forgotPassword', outcome: 'done', actor_id: null, record_ids: [id] },
    ]);
  });

  it('a reset link that never was leaves one entry', async () => {
    const body = { token: 'never mailed', new_pass: PASSWORD };
    const { answer, entries } = await trailOf('resetPassword', { body });
    expect(answer.status).toBe(400);
    expect(entries).toMatchObject([
      { action: 'resetPassword', outcome: 'refused', record_ids: [] },
    ]);
  });

  it('a reset link that is used up leaves one entry, with whose it was', async () => {
    const { id } = world.people.siteUser;
    const token = newResetToken();
    const link = { accountId: id, tokenHash: hashResetToken(token), purpose: 'reset' } as const;
    await addReset(server.db, link);
    await server.done('resetPassword', { body: { token, new_pass: 'Slow-Copper-58-Meadows' } });
    const body = { token, new_pass: 'Slow-Copper-58-Forests' };
    const { answer, entries } = await trailOf('resetPassword', { body });
    expect(answer.status).toBe(400);
    expect(entries).toMatchObject([
      { action: 'resetPassword', outcome: 'refused', record_ids: [id] },
    ]);
  });

  it('a reset link used three times at once leaves an entry of each, with whose it is', async () => {
    const { id } = world.people.siteUser;
    const token = newResetToken();
    await addReset(server.db, {
      accountId: id,
      tokenHash: hashResetToken(token),
      purpose: 'reset',
    });
    const before = await newest();
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

  it('a refresh token that comes back is entered as that, once, with whose it was', async () => {
    const { id, username } = world.people.limited;
    const { access, refresh } = await signIn(server, username);
    const second = await server.done('refresh', {}, refresh);
    await server.done('refresh', {}, second.refresh_token);
    const { answer, entries } = await trailOf('refresh', {}, refresh);
    expect(answer.status).toBe(401);
    expect(entries).toMatchObject([
      { action: 'refreshReuse', outcome: 'refused', actor_id: id, record_ids: [id], ip: ADDRESS },
    ]);
    expect((await server.call('listReferrals', {}, access)).status).toBe(401);
  });

  it('a refresh token that never was leaves one entry', async () => {
    const { entries } = await trailOf('refresh', {}, 'nonsense');
    expect(entries).toMatchObject([{ action: 'refresh', outcome: 'refused', actor_id: null }]);
  });
});

it('who does what anyone may while signed in is named', async () => {
  const { id, access } = world.people.limited;
  const emails = [world.people.admin.username, uniqueEmail()];
  const free = registration(world);
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

it('an approval that changes nothing is entered like any other', async () => {
  const input = await rightInputs.approveAccount(world);
  await server.done('approveAccount', input, world.bearer('superuser'));
  const { entries } = await trailOf('approveAccount', input, world.bearer('superuser'));
  expect(entries).toMatchObject([{ outcome: 'done', record_ids: [input.body.user_id] }]);
});

it('the entry says where the request came from', async () => {
  const before = await newest();
  const remoteAddress = '198.51.100.7';
  await server.raw({ method: 'GET', url: '/api/referral/mine', remoteAddress });
  expect(await entriesAfter(before)).toMatchObject([{ ip: remoteAddress, outcome: 'refused' }]);
});
