/** Every kind of bad credential × every protected call: 401, nothing changes, one audit entry. */
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyCallName, allCalls } from '../../contract/calls';
import type { Call } from '../../contract/calls/call';
import { audit_event } from '../../server/db/schema';
import { contentOf, countAudit } from '../support/databaseState';
import { prepareAccounts, type SessionTokens } from '../support/preparedAccounts';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { createWorld, signIn, type World } from '../support/world';
import { badAccessTokens, type BadBearers, badRefreshTokens, resign, SECRET } from './badBearers';
import { inputFor } from './extraInputs';

let server: TestServer;
let world: World;
let access: BadBearers;
let refresh: BadBearers;
/** A super user's, with nothing wrong. */
let good: SessionTokens;
let cells = 0;

beforeAll(async () => {
  server = await startTestServer({ JWT_SECRET: SECRET });
  world = await createWorld(server);
  const accounts = await prepareAccounts(server);
  access = await badAccessTokens(server, accounts);
  refresh = await badRefreshTokens(server, accounts);
  good = await accounts.beginSession(await accounts.add({ role: 'SUPERUSER' }));
});
afterAll(async () => {
  await server.close();
  report('cells of bad credentials', cells);
});

const table: Record<AnyCallName, Call> = allCalls;
const names = Object.keys(table) as AnyCallName[];
const byRefreshToken = names.filter((name) => table[name].access === 'refresh-token');
const isProtected = (name: AnyCallName) =>
  table[name].access !== 'public' && table[name].access !== 'refresh-token';
const protectedCalls = names.filter(isProtected);

async function expectClosed(name: AnyCallName, bearers: BadBearers): Promise<void> {
  const input = await inputFor(name, world);
  const before = await contentOf(server.db);
  for (const [kind, bearer] of Object.entries(bearers)) {
    const entries = await countAudit(server.db, 'refused');
    const { status, body } = await server.call(name, input, bearer);
    const noted = (await countAudit(server.db, 'refused')) - entries;
    expect({ kind, status, body, noted }).toEqual({
      kind,
      status: 401,
      body: { detail: 'Not authenticated' },
      noted: 1,
    });
    cells += 1;
  }
  expect(await contentOf(server.db)).toEqual(before);
}

describe('a bad access token', () => {
  it.each(protectedCalls)('opens nothing: %s', (name) => expectClosed(name, access));

  it('is not one of a kind: what it was made of is good', async () => {
    for (const token of [good.access, await resign(good.access)]) {
      expect((await server.call('listAccounts', {}, token)).status).toBe(200);
    }
  });
});

it('a token that has only run out is on record with whose it was, until their session is over', async () => {
  const { id, username } = world.people.manager;
  const session = await signIn(server, username);
  const late = await resign(session.access, { payload: { iat: 1_000, exp: 2_000 } });
  const actorOfRefusal = async () => {
    expect((await server.call('listReferrals', {}, late)).status).toBe(401);
    const [entry] = await server.db
      .select()
      .from(audit_event)
      .orderBy(desc(audit_event.id))
      .limit(1);
    return { outcome: entry?.outcome, actor: entry?.actor_id };
  };
  expect(await actorOfRefusal()).toEqual({ outcome: 'refused', actor: id });
  await server.done('logout', {}, session.refresh);
  expect(await actorOfRefusal()).toEqual({ outcome: 'refused', actor: null });
});

describe('a bad refresh token', () => {
  it.each(byRefreshToken)('opens nothing: %s', (name) => expectClosed(name, refresh));
});

describe('where a token says its key is', () => {
  const HEADERS = {
    kid: '../../../../dev/null',
    jku: 'https://attacker.example/keys.json',
    jwk: { kty: 'oct', k: Buffer.from('attacker').toString('base64url'), alg: 'HS256' },
    x5u: 'https://attacker.example/chain.pem',
    x5c: ['MIIB'],
  };
  const headers = Object.entries(HEADERS);

  it.each(headers)('%s changes nothing for a good token', async (key, value) => {
    const token = await resign(good.access, { header: { [key]: value } });
    expect((await server.call('countReferrals', {}, token)).status).toBe(200);
    cells += 1;
  });

  it.each(headers)('%s makes no other key good', async (key, value) => {
    for (const secret of ['attacker', '\0', 'another secret of more than 32 characters']) {
      const token = await resign(good.access, { header: { [key]: value }, secret });
      expect((await server.call('countReferrals', {}, token)).status).toBe(401);
      cells += 1;
    }
  });
});

describe('a good token', () => {
  it.each(protectedCalls)('opens nothing anywhere but behind Bearer: %s', async (name) => {
    const { method, path } = table[name];
    const url = `/api${path.replace('{id}', 'some-id')}`;
    const places = [
      { headers: { authorization: good.access } },
      { headers: { authorization: `Basic ${good.access}` } },
      { headers: { authorization: `Bearer ${good.access}, Bearer ${good.access}` } },
      { headers: { 'x-access-token': good.access, token: good.access } },
      { headers: { cookie: `token=${good.access}; access_token=${good.access}` } },
      { query: { token: good.access, access_token: good.access } },
    ];
    for (const place of places) {
      const answer = await server.raw({ method, url, ...place });
      expect({ place, status: answer.status }).toEqual({ place, status: 401 });
      cells += 1;
    }
  });

  it('opens nothing for the person its payload names, only for its session’s', async () => {
    const subject = { username: 'head@clinic.example', role: 'SUPERUSER', approved: true };
    const token = await resign(world.people.manager.access, { payload: { subject } });
    expect((await server.call('listAccounts', {}, token)).status).toBe(403);
    const count = await server.done('countReferrals', {}, token);
    expect(count).toEqual(await server.done('countReferrals', {}, world.bearer('manager')));
  });
});
