/** Guests' referrals that look like spam: accepted like any other, held, and released or deleted by super users. */
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limit_window, referral } from '../../server/db/schema';
import { countAudit } from '../support/databaseState';
import { startTestServer, type TestServer } from '../support/testServer';
import { advanceRateLimits } from '../support/advanceTime';
import {
  createFixtures,
  PASSWORD,
  referralBody,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';

const HOUR = 60 * 60;
const GUESTS_AN_HOUR = 600;

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const superuserToken = () => fixtures.bearer('superuser');

/** Files a referral as a guest; returns its last name. */
async function file(signals: object, from?: string): Promise<string> {
  const body = { ...referralBody(fixtures.sites.own), ...signals };
  const input = { body, ...(from !== undefined && { from }) };
  expect(await server.call('addGuestReferral', input)).toMatchObject({
    status: 200,
    body: { detail: 'ok' },
  });
  return body.last_name;
}

const listHeld = async () =>
  (await server.callOk('listHeld', { query: { size: 100 } }, superuserToken())).items;
const idOf = async (lastName: string) =>
  (await listHeld()).find(({ last_name }) => last_name === lastName)?._id ?? '';

/** Whether the referral is in the list and in the filtered list. */
async function isInLists(lastName: string, bearer = superuserToken()): Promise<boolean[]> {
  const mine = await server.callOk('listReferrals', { query: { size: 100 } }, bearer);
  const found = await server.callOk('filterReferrals', { query: { name: lastName } }, bearer);
  return [mine, found].map(({ items }) => items.some(({ last_name }) => last_name === lastName));
}

describe('a guest’s referral', () => {
  it.each([
    [{ website: 'https://spam.example' }, 'trap'],
    [{ website: { deep: ['x'] } }, 'trap'],
    [{ website: '', filled_in: 1 }, 'haste'],
    [{ filled_in: 0 }, 'haste'],
  ] as const)('with the spam signals %o is held, as %s', async (signals, reason) => {
    const { count } = await server.callOk('countReferrals', {}, superuserToken());
    const lastName = await file(signals);
    expect(await isInLists(lastName)).toEqual([false, false]);
    expect(await isInLists(lastName, fixtures.bearer('manager'))).toEqual([false, false]);
    expect(await server.callOk('countReferrals', {}, superuserToken())).toEqual({ count });
    const found = (await listHeld()).find(({ last_name }) => last_name === lastName);
    expect(found).toMatchObject({ hold_reason: reason, has_account: false, status: 'Pending' });
    expect(found).not.toHaveProperty('website');
  });

  it.each([
    {},
    { website: '', filled_in: 12 },
    { website: null, filled_in: null },
    { website: ' ', filled_in: 'soon' },
    { filled_in: [1] },
  ])('with the spam signals %o is in the ordinary lists', async (signals) => {
    const lastName = await file(signals);
    expect(await isInLists(lastName)).toEqual([true, true]);
    expect(await idOf(lastName)).toBe('');
  });

  it('filed by a signed-in caller instead is never held', async () => {
    const body = { ...referralBody(fixtures.sites.own), website: 'x', filled_in: 0 };
    await server.callOk('addReferral', { body }, fixtures.bearer('manager'));
    expect(await isInLists(body.last_name)).toEqual([true, true]);
  });
});

describe('a held referral', () => {
  it('is released in one step, then behaves like any other, and cannot be released again', async () => {
    const lastName = await file({ filled_in: 1 });
    const body = { id: await idOf(lastName) };
    const entries = await countAudit(server.db, 'done');
    await server.callOk('releaseReferral', { body }, superuserToken());
    expect(await countAudit(server.db, 'done')).toBe(entries + 1);
    expect(await isInLists(lastName)).toEqual([true, true]);
    expect(await isInLists(lastName, fixtures.bearer('manager'))).toEqual([true, true]);
    expect(await idOf(lastName)).toBe('');
    expect((await server.call('releaseReferral', { body }, superuserToken())).status).toBe(404);
    await server.callOk(
      'updateReferral',
      { body: { ...body, status: 'Processed' } },
      superuserToken(),
    );
  });

  it('cannot be updated, assigned or given a login before its release', async () => {
    const id = await idOf(await file({ filled_in: 1 }));
    const login = {
      fullname: 'Robin Sample',
      username: uniqueEmail(),
      password: PASSWORD,
      schools: [],
      referral: id,
    };
    const user_id = fixtures.people.manager.id;
    const answers = [
      await server.call('updateReferral', { body: { id, status: 'Processed' } }, superuserToken()),
      await server.call('assignReferral', { body: { user_id, referral_id: id } }, superuserToken()),
      await server.call('registerReferral', { body: login }, superuserToken()),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
    }
    const [stored] = await server.db.select().from(referral).where(eq(referral.id, id));
    expect(stored).toMatchObject({ status: 'Pending', assigned_to: null, hold_reason: 'haste' });
  });

  it('can be deleted like any other, and then cannot be released', async () => {
    const lastName = await file({ website: 'x' });
    const body = { id: await idOf(lastName) };
    await server.callOk('deleteReferral', { body }, superuserToken());
    expect(await idOf(lastName)).toBe('');
    expect((await server.call('releaseReferral', { body }, superuserToken())).status).toBe(404);
    expect(await isInLists(lastName)).toEqual([false, false]);
  });

  it('is listed in pages, newest first', async () => {
    const lastNames = [await file({ filled_in: 1 }), await file({ filled_in: 1 })];
    const first = await server.callOk('listHeld', { query: { size: 1 } }, superuserToken());
    const second = await server.callOk(
      'listHeld',
      { query: { size: 1, page: 2 } },
      superuserToken(),
    );
    expect([...second.items, ...first.items].map(({ last_name }) => last_name)).toEqual(lastNames);
    expect(first.pages).toBe(first.total);
  });
});

describe('beyond 600 guest referrals in an hour', () => {
  it('further ones of a network are accepted and held until the hour is over, and held ones are not counted', async () => {
    await server.db.delete(limit_window);
    const from = '192.0.2.70';
    await file({ filled_in: 1 }, from);
    const first = await file({}, from);
    expect(await isInLists(first)).toEqual([true, true]);
    const windows = await server.db.select().from(limit_window);
    // Of its two limits both, of the hourly total the second.
    expect(windows.map(({ count }) => count).toSorted((one, other) => one - other)).toEqual([
      1, 2, 2,
    ]);
    await server.db
      .update(limit_window)
      .set({ count: GUESTS_AN_HOUR - 1 })
      .where(isNotNull(limit_window.total));
    expect(await idOf(await file({}, from))).toBe('');
    const lastName = await file({}, from);
    expect((await listHeld())[0]).toMatchObject({ last_name: lastName, hold_reason: 'flood' });
    const body = referralBody(fixtures.sites.own);
    await server.callOk('addReferral', { body }, fixtures.bearer('manager'));
    expect(await isInLists(body.last_name)).toEqual([true, true]);
    // Other networks are not held.
    expect(await isInLists(await file({}))).toEqual([true, true]);
    await advanceRateLimits(server.db, HOUR);
    expect(await isInLists(await file({}, from))).toEqual([true, true]);
  });
});
