/** Mass assignment: keys that a call does not define are not stored and have no effect. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyCallName, allCalls } from '../../contract/calls';
import type { Call } from '../../contract/calls/call';
import { isSafe } from '../../contract/calls/endpoints';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, type Fixtures } from '../support/fixtures';
import { bearerFor as bearerOf, inputFor } from './callInputs';
import { permissionMatrix } from './permissionMatrix';

let server: TestServer;
let fixtures: Fixtures;
let cells = 0;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(async () => {
  await server.close();
  report('forbidden keys sent', cells);
});

const MARK = 'planted-where-it-does-not-belong';
const LONG_AGO = '1999-01-01T00:00:00.000Z';

/** Every column that a client must not set, under its own name and under likely variants. */
const FORBIDDEN: Record<string, unknown> = {
  _id: MARK,
  account_id: MARK,
  actor_id: MARK,
  approved: true,
  approved_by: MARK,
  assigned_to: MARK,
  contact_digits: MARK,
  created_at: LONG_AGO,
  created_by: MARK,
  deleted_at: LONG_AGO,
  deleted_by: MARK,
  entry_date: LONG_AGO,
  hash: MARK,
  ip: MARK,
  is_admin: true,
  isAdmin: true,
  kind: 'probation',
  language: 'es',
  password_hash: MARK,
  passwordHash: MARK,
  permissions: ['*'],
  record_ids: [MARK],
  referral_id: MARK,
  revoked_at: LONG_AGO,
  scope: MARK,
  sessions_valid_from: LONG_AGO,
  site_id: MARK,
  state: 'active',
  hold_reason: 'trap',
  token_hash: MARK,
  tracking_id: MARK,
  updated_at: LONG_AGO,
  user_info: { fullname: MARK },
  version: 999,
};

const table: Record<AnyCallName, Call> = allCalls;
const writes = (Object.keys(table) as AnyCallName[]).filter((name) => !isSafe(table[name]));
const bodySchema = z.record(z.string(), z.unknown());

/** A token with which the call succeeds. */
async function bearerFor(name: AnyCallName): Promise<string | undefined> {
  if (table[name].access === 'public') return undefined;
  if (permissionMatrix[name].superuser === 'done') return bearerOf(name, fixtures, 'superuser');
  if (permissionMatrix[name].referral === 'done') return bearerOf(name, fixtures, 'referral');
  const { refresh_token } = await server.callOk('login', {
    body: { username: 'head@clinic.example', password: 'Bright-Meadow-93-Kites' },
  });
  return refresh_token;
}

const rowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });
const rows = async (query: ReturnType<typeof sql>) =>
  rowsSchema.parse(await server.db.execute(query)).rows;

/** The names of the tables that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rows(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await rows(
      sql`select count(*)::int as count from ${sql.identifier(String(name))} t where t::text like ${`%${text}%`}`,
    );
    if (row?.count !== 0) found.push(String(name));
  }
  return found;
}

const newest = async (name: 'account' | 'referral' | 'site', order: string) => {
  const [row] = await rows(
    sql`select * from ${sql.identifier(name)} order by ${sql.identifier(order)} desc limit 1`,
  );
  if (!row) throw new Error(`No ${name} is stored`);
  return row;
};

describe.each(writes)('%s', (name) => {
  it('stores no key it does not define', async () => {
    const input = await inputFor(name, fixtures);
    const own = bodySchema.parse(input.body ?? {});
    const body = { ...FORBIDDEN, ...own };
    const answer = await server.call(name, { ...input, body }, await bearerFor(name));
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    expect(answer.text).not.toContain(MARK);
    expect(await tablesWith(MARK)).toEqual([]);
    expect(await tablesWith('1999-01-01')).toEqual([]);
    cells += Object.keys(FORBIDDEN).length;
  });
});

describe('a new record has the server’s own values', () => {
  it.each(['addReferral', 'addGuestReferral'] as const)('added by %s', async (name) => {
    const input = await inputFor(name, fixtures);
    const forbidden = { ...FORBIDDEN, status: 'Processed', has_account: true, id: MARK };
    const body = { ...forbidden, ...bodySchema.parse(input.body) };
    const asManager = name === 'addReferral' ? fixtures.bearer('manager') : undefined;
    await server.call(name, { body }, asManager);
    expect(await newest('referral', 'entry_date')).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tracking_id: expect.stringMatching(/^R-/),
      created_by: name === 'addReferral' ? fixtures.people.manager.id : null,
      assigned_to: null,
      status: 'Pending',
      hold_reason: null,
      deleted_at: null,
      version: 1,
    });
  });

  it('added by a visitor who registers', async () => {
    const input = await inputFor('register', fixtures);
    const forbidden = { ...FORBIDDEN, created_referrals_only: true, referral: MARK };
    await server.call('register', { body: { ...forbidden, ...bodySchema.parse(input.body) } });
    expect(await newest('account', 'created_at')).toMatchObject({
      role: 'MANAGER',
      state: 'pending',
      created_referrals_only: false,
      referral_id: null,
    });
  });

  it('added by a super user as a login for a referral, whatever role is sent', async () => {
    for (const role of ['SUPERUSER', 'MANAGER', { $ne: 1 }]) {
      const input = await inputFor('registerReferral', fixtures);
      const own = bodySchema.parse(input.body);
      const body = { ...own, ...FORBIDDEN, role };
      const answer = await server.call('registerReferral', { body }, fixtures.bearer('superuser'));
      expect(answer.status).toBe(200);
      expect(await newest('account', 'created_at')).toMatchObject({
        role: 'REFERRAL',
        state: 'active',
        referral_id: own.referral,
      });
    }
  });

  it('added by a super user as a site', async () => {
    const input = await inputFor('addSite', fixtures);
    const body = { ...bodySchema.parse(input.body), ...FORBIDDEN };
    await server.call('addSite', { body }, fixtures.bearer('superuser'));
    expect(await newest('site', 'created_at')).toMatchObject({
      kind: 'ordinary',
      deleted_at: null,
    });
  });
});

describe('an update changes no other field', () => {
  const stored = async (name: 'account' | 'referral' | 'site', id: string) => {
    const [row] = await rows(sql`select * from ${sql.identifier(name)} where id = ${id}`);
    return row ?? {};
  };
  const CHANGES = ['updated_at', 'version', 'search'];
  const without = (row: Record<string, unknown>, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)));

  it('of an account: role, state, e-mail and password cannot be set', async () => {
    const input = await inputFor('updateAccount', fixtures);
    const id = input.params?.id ?? '';
    const before = await stored('account', id);
    const { username, ...others } = { ...FORBIDDEN, username: before.username };
    const body = { ...others, username, role: 'SUPERUSER', password: MARK, fullname: 'Kept Else' };
    const answer = await server.call(
      'updateAccount',
      { ...input, body },
      fixtures.bearer('superuser'),
    );
    expect(answer.status).toBe(200);
    const keys = [...CHANGES, 'fullname'];
    expect(without(await stored('account', id), keys)).toEqual(without(before, keys));
    const otherEmail = { ...input, body: { username: 'thief@example.org' } };
    expect(
      (await server.call('updateAccount', otherEmail, fixtures.bearer('superuser'))).status,
    ).toBe(422);
    expect((await stored('account', id)).username).toBe(before.username);
  });

  it('of a referral: name, birth date, site and entry date cannot be set', async () => {
    const input = await inputFor('updateReferral', fixtures);
    const own = bodySchema.parse(input.body);
    const before = await stored('referral', String(own.id));
    const body = {
      ...FORBIDDEN,
      first_name: MARK,
      last_name: MARK,
      dob: '1999-01-01',
      site: { value: fixtures.sites.other, label: MARK },
      has_account: true,
      referred_by: MARK,
      ...own,
    };
    const answer = await server.call('updateReferral', { body }, fixtures.bearer('superuser'));
    expect(answer.status).toBe(200);
    const keys = [...CHANGES, 'status', 'notes'];
    const after = await stored('referral', String(own.id));
    expect(without(after, keys)).toEqual(without(before, keys));
    expect(after.version).toBe(2);
  });

  it('of a referral: an account that cannot be a referrer is ignored', async () => {
    const input = await inputFor('updateReferral', fixtures);
    const { id } = bodySchema.parse(input.body);
    const { people } = fixtures;
    const unfit = [people.referral.id, people.admin.id, people.siteUser.id, 'nobody', 7, null, {}];
    for (const referred_by of unfit) {
      const body = { id, referred_by };
      const answer = await server.call('updateReferral', { body }, fixtures.bearer('superuser'));
      expect(answer.status).toBe(200);
      expect((await stored('referral', String(id))).assigned_to).toBeNull();
    }
  });

  it('of a site: its kind cannot be set', async () => {
    const input = await inputFor('updateSite', fixtures);
    const own = bodySchema.parse(input.body);
    await server.call(
      'updateSite',
      { body: { ...FORBIDDEN, ...own } },
      fixtures.bearer('superuser'),
    );
    expect(await stored('site', String(own.id))).toMatchObject({
      kind: 'ordinary',
      deleted_at: null,
    });
  });
});
