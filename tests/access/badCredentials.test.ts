/** Every kind of invalid credential × every protected call: 401, no change, one audit entry. */
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyCallName, allCalls } from '../../contract/calls';
import type { Call } from '../../contract/calls/call';
import { NOT_APPROVED_DETAIL } from '../../contract/constants';
import { audit_event } from '../../server/db/schema';
import { hashTables, countAudit } from '../support/databaseState';
import { prepareAccounts, type SessionTokens } from '../support/preparedAccounts';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, signIn, type Fixtures } from '../support/fixtures';
import {
  createInvalidAccessTokens,
  type InvalidTokens,
  createInvalidRefreshTokens,
  resign,
  SECRET,
} from './invalidTokens';
import { inputFor } from './callInputs';

let server: TestServer;
let fixtures: Fixtures;
let access: InvalidTokens;
let refresh: InvalidTokens;
/** Valid tokens of a super user. */
let valid: SessionTokens;
let cells = 0;

beforeAll(async () => {
  server = await startTestServer({ JWT_SECRET: SECRET });
  fixtures = await createFixtures(server);
  const accounts = await prepareAccounts(server);
  access = await createInvalidAccessTokens(server, accounts);
  refresh = await createInvalidRefreshTokens(server, accounts);
  valid = await accounts.beginSession(await accounts.add({ role: 'SUPERUSER' }));
});
afterAll(async () => {
  await server.close();
  report('invalid credential × protected call', cells);
});

const table: Record<AnyCallName, Call> = allCalls;
const names = Object.keys(table) as AnyCallName[];
const refreshTokenCalls = names.filter((name) => table[name].access === 'refresh-token');
const isProtected = (name: AnyCallName) =>
  table[name].access !== 'public' && table[name].access !== 'refresh-token';
const protectedCalls = names.filter(isProtected);

/** @param details the detail of a kind of token, where it is not the general one */
async function expectUnauthorized(
  name: AnyCallName,
  bearers: InvalidTokens,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  const input = await inputFor(name, fixtures);
  const before = await hashTables(server.db);
  for (const [kind, bearer] of Object.entries(bearers)) {
    const entries = await countAudit(server.db, 'refused');
    const { status, body } = await server.call(name, input, bearer);
    const noted = (await countAudit(server.db, 'refused')) - entries;
    expect({ kind, status, body, noted }).toEqual({
      kind,
      status: 401,
      body: { detail: details[kind] ?? 'Not authenticated' },
      noted: 1,
    });
    cells += 1;
  }
  expect(await hashTables(server.db)).toEqual(before);
}

describe('an invalid access token', () => {
  it.each(protectedCalls)('is refused by %s', (name) => expectUnauthorized(name, access));

  it('control: the token it derives from is valid, and so is a re-signed copy', async () => {
    for (const token of [valid.access, await resign(valid.access)]) {
      expect((await server.call('listAccounts', {}, token)).status).toBe(200);
    }
  });
});

describe('a body that cannot be read', () => {
  const withBody = protectedCalls.filter((name) => table[name].method !== 'GET');

  it.each(withBody)('is not read by %s without a valid token', async (name) => {
    for (const bearer of [undefined, access.expired]) {
      const entries = await countAudit(server.db, 'refused');
      const { status } = await server.raw({
        method: table[name].method,
        url: `/api${table[name].path.replace('{id}', 'any')}`,
        headers: {
          'content-type': 'application/json',
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        },
        payload: '{"a":',
      });
      const noted = (await countAudit(server.db, 'refused')) - entries;
      expect({ bearer, status, noted }).toEqual({ bearer, status: 401, noted: 1 });
    }
  });
});

it('an expired token is audited under its account as long as the session is active', async () => {
  const { id, username } = fixtures.people.manager;
  const session = await signIn(server, username);
  const expired = await resign(session.access, { payload: { iat: 1_000, exp: 2_000 } });
  const actorOfRefusal = async () => {
    expect((await server.call('listReferrals', {}, expired)).status).toBe(401);
    const [entry] = await server.db
      .select()
      .from(audit_event)
      .orderBy(desc(audit_event.id))
      .limit(1);
    return { outcome: entry?.outcome, actor: entry?.actor_id };
  };
  expect(await actorOfRefusal()).toEqual({ outcome: 'refused', actor: id });
  await server.callOk('logout', {}, session.refresh);
  expect(await actorOfRefusal()).toEqual({ outcome: 'refused', actor: null });
});

describe('an invalid refresh token', () => {
  // Only the holder of the session's latest token learns why it has ended (docs/decisions/0015).
  const details = { 'account deactivated': NOT_APPROVED_DETAIL };

  it.each(refreshTokenCalls)('is refused by %s', (name) =>
    expectUnauthorized(name, refresh, name === 'refresh' ? details : {}),
  );
});

describe('a token header that locates a key', () => {
  const HEADERS = {
    kid: '../../../../dev/null',
    jku: 'https://attacker.example/keys.json',
    jwk: { kty: 'oct', k: Buffer.from('attacker').toString('base64url'), alg: 'HS256' },
    x5u: 'https://attacker.example/chain.pem',
    x5c: ['MIIB'],
  };
  const headers = Object.entries(HEADERS);

  it.each(headers)('%s does not affect a valid token', async (key, value) => {
    const token = await resign(valid.access, { header: { [key]: value } });
    expect((await server.call('countReferrals', {}, token)).status).toBe(200);
    cells += 1;
  });

  it.each(headers)('%s does not make another key valid', async (key, value) => {
    for (const secret of ['attacker', '\0', 'another secret of more than 32 characters']) {
      const token = await resign(valid.access, { header: { [key]: value }, secret });
      expect((await server.call('countReferrals', {}, token)).status).toBe(401);
      cells += 1;
    }
  });
});

describe('a valid token', () => {
  it.each(protectedCalls)('is accepted only in the Bearer scheme: %s', async (name) => {
    const { method, path } = table[name];
    const url = `/api${path.replace('{id}', 'some-id')}`;
    const requests = [
      { headers: { authorization: valid.access } },
      { headers: { authorization: `Basic ${valid.access}` } },
      { headers: { authorization: `Bearer ${valid.access}, Bearer ${valid.access}` } },
      { headers: { 'x-access-token': valid.access, token: valid.access } },
      { headers: { cookie: `token=${valid.access}; access_token=${valid.access}` } },
      { query: { token: valid.access, access_token: valid.access } },
    ];
    for (const place of requests) {
      const answer = await server.raw({ method, url, ...place });
      expect({ place, status: answer.status }).toEqual({ place, status: 401 });
      cells += 1;
    }
  });

  it('grants the permissions of its session’s account, not those its payload claims', async () => {
    const subject = { username: 'head@clinic.example', role: 'SUPERUSER', approved: true };
    const token = await resign(fixtures.people.manager.access, { payload: { subject } });
    expect((await server.call('listAccounts', {}, token)).status).toBe(403);
    const count = await server.callOk('countReferrals', {}, token);
    expect(count).toEqual(await server.callOk('countReferrals', {}, fixtures.bearer('manager')));
  });
});
