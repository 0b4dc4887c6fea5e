/** Notices at runtime: faults of the installation to super users, an unreplaced generated password to its owner. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account } from '../../server/db/schema';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, type Fixtures } from '../support/fixtures';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  const body = { _id: fixtures.sites.own, mark: 'ours' as const, response_days: null };
  await server.callOk('markSite', { body }, fixtures.bearer('superuser'));
});
afterAll(() => server.close());

const noticesOf = (caller: 'superuser' | 'manager' | 'referral') =>
  server.callOk('listNotices', {}, fixtures.bearer(caller));

it('an account with a generated password gets a notice, and no other account does', async () => {
  const { id } = fixtures.people.manager;
  await server.db.update(account).set({ password_generated: true }).where(eq(account.id, id));
  expect(await noticesOf('manager')).toEqual([{ code: 'generatedPassword' }]);
  expect(await noticesOf('superuser')).toEqual([]);
});

it('super users get a notice until each site that an active manager has is decided', async () => {
  const { own } = fixtures.sites;
  const mark = (to: 'ours' | 'outside' | null) =>
    server.callOk(
      'markSite',
      { body: { _id: own, mark: to, response_days: null } },
      fixtures.bearer('superuser'),
    );
  await mark(null);
  expect(await noticesOf('superuser')).toEqual([{ code: 'sitesUndecided' }]);
  expect(await noticesOf('manager')).not.toContainEqual({ code: 'sitesUndecided' });
  for (const decision of ['ours', 'outside'] as const) {
    await mark(decision);
    expect(await noticesOf('superuser')).toEqual([]);
  }
});

it('X-Forwarded-For while TRUST_PROXY is off logs one warning, and causes a notice for super users only', async () => {
  const warnings = () =>
    server
      .log()
      .split('\n')
      .filter((line) => line.includes('TRUST_PROXY'))
      .map((line) => JSON.parse(line) as { level: number });
  expect(warnings()).toEqual([]);
  for (const url of ['/api/sites/all', '/api/county/all', '/nowhere']) {
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    await server.raw({ method: 'GET', url, headers });
  }
  expect(warnings()).toMatchObject([{ level: 40 }]);
  expect(server.log()).not.toContain('198.51.100.77');
  expect(await noticesOf('superuser')).toEqual([{ code: 'proxyNotTrusted' }]);
  expect(await noticesOf('referral')).toEqual([]);
});

it('X-Forwarded-For from a trusted proxy logs no warning', async () => {
  const trusting = await startTestServer({ TRUST_PROXY: '1' });
  const headers = { 'x-forwarded-for': '198.51.100.77' };
  await trusting.raw({ method: 'GET', url: '/api/sites/all', headers });
  expect(trusting.log()).not.toContain('TRUST_PROXY');
  await trusting.close();
});
