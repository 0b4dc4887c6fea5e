/** The numbers of a site: its filed referrals, and the managers who have it. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referral } from '../../server/db/schema';
import { ENGINES } from '../support/engines';
import {
  createFixtures,
  type Fixtures,
  PASSWORD,
  referralBody,
  unique,
  uniqueEmail,
} from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/testServer';

describe.each(ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());

  const head = () => fixtures.bearer('superuser');
  const numbers = async (id: string) => {
    const all = await server.callOk('listSiteCounts', {}, head());
    return all.find(({ _id }) => _id === id);
  };
  const addSite = async () =>
    (await server.callOk('addSite', { body: { name: unique('School') } }, head()))._id;
  const addManager = async (id: string) => {
    const username = uniqueEmail();
    const body = { fullname: unique('Manager'), username, password: PASSWORD };
    const schools = [{ id, name: '' }];
    await server.callOk('register', { body: { ...body, role: 'MANAGER', schools } }, head());
    const [account] = await server.callOk('searchAccounts', { query: { query: username } }, head());
    return account?._id ?? '';
  };

  it('counts what the list shows of the site, right after each change', async () => {
    const [id, other] = [await addSite(), await addSite()];
    expect(await numbers(id)).toEqual({ _id: id, referrals: 0, managers: 0 });
    const file = () => server.callOk('addReferral', { body: referralBody(id) }, head());
    const { _id: first } = await file();
    const { _id: second } = await file();
    await server.db.update(referral).set({ hold_reason: 'flood' }).where(eq(referral.id, first));
    expect(await numbers(id)).toMatchObject({ referrals: 1 });
    await server.callOk('deleteReferral', { body: { id: second } }, head());
    expect(await numbers(id)).toMatchObject({ referrals: 0 });
    expect(await numbers(other)).toEqual({ _id: other, referrals: 0, managers: 0 });
  });

  it('counts the active managers who have the site, also those who only see what they created', async () => {
    const id = await addSite();
    const [limited, gone] = [await addManager(id), await addManager(id)];
    const change = { params: { id: limited }, body: { created_referrals_only: true } };
    await server.callOk('updateAccount', change, head());
    expect(await numbers(id)).toMatchObject({ managers: 2 });
    await server.callOk('deactivateAccount', { params: { id: gone } }, head());
    expect(await numbers(id)).toMatchObject({ managers: 1 });
  });

  it('leaves deleted sites out', async () => {
    const id = await addSite();
    await server.callOk('deleteSite', { body: { id } }, head());
    expect(await numbers(id)).toBeUndefined();
  });
});
