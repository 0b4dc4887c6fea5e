/** Guests' referrals that look like spam: taken like any other, kept apart, for super users to release or delete. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limit_window, referral } from '../../server/db/schema';
import { countAudit } from '../support/databaseState';
import { startTestServer, type TestServer } from '../support/testServer';
import { passForLimits } from '../support/windows';
import { createWorld, PASSWORD, referralBody, uniqueEmail, type World } from '../support/world';

const HOUR = 60 * 60;
const GUESTS_AN_HOUR = 600;

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const head = () => world.bearer('superuser');

/** Files one as a guest; answers its last name. */
async function file(marks: object): Promise<string> {
  const body = { ...referralBody(world.sites.own), ...marks };
  expect(await server.call('addGuestReferral', { body })).toMatchObject({
    status: 200,
    body: { detail: 'ok' },
  });
  return body.last_name;
}

const suspected = async () =>
  (await server.done('listSuspected', { query: { size: 100 } }, head())).items;
const idOf = async (lastName: string) =>
  (await suspected()).find(({ last_name }) => last_name === lastName)?._id ?? '';

/** In how many ordinary lists someone sees it. */
async function seenIn(lastName: string, bearer = head()): Promise<boolean[]> {
  const mine = await server.done('listReferrals', { query: { size: 100 } }, bearer);
  const found = await server.done('filterReferrals', { query: { name: lastName } }, bearer);
  return [mine, found].map(({ items }) => items.some(({ last_name }) => last_name === lastName));
}

describe('a guest’s referral', () => {
  it.each([
    [{ website: 'https://spam.example' }, 'trap'],
    [{ website: { deep: ['x'] } }, 'trap'],
    [{ website: '', filled_in: 1 }, 'haste'],
    [{ filled_in: 0 }, 'haste'],
  ] as const)('with the marks %o is kept apart, as %s', async (marks, reason) => {
    const { count } = await server.done('countReferrals', {}, head());
    const lastName = await file(marks);
    expect(await seenIn(lastName)).toEqual([false, false]);
    expect(await seenIn(lastName, world.bearer('manager'))).toEqual([false, false]);
    expect(await server.done('countReferrals', {}, head())).toEqual({ count });
    const found = (await suspected()).find(({ last_name }) => last_name === lastName);
    expect(found).toMatchObject({ suspected: reason, has_account: false, status: 'Pending' });
    expect(found).not.toHaveProperty('website');
  });

  it.each([
    {},
    { website: '', filled_in: 12 },
    { website: null, filled_in: null },
    { website: ' ', filled_in: 'soon' },
    { filled_in: [1] },
  ])('with the marks %o is in the ordinary lists', async (marks) => {
    const lastName = await file(marks);
    expect(await seenIn(lastName)).toEqual([true, true]);
    expect(await idOf(lastName)).toBe('');
  });

  it('of someone signed in is never suspected', async () => {
    const body = { ...referralBody(world.sites.own), website: 'x', filled_in: 0 };
    await server.done('addReferral', { body }, world.bearer('manager'));
    expect(await seenIn(body.last_name)).toEqual([true, true]);
  });
});

describe('one that is kept apart', () => {
  it('is released in one step, then is like any other, and cannot be released again', async () => {
    const lastName = await file({ filled_in: 1 });
    const body = { id: await idOf(lastName) };
    const entries = await countAudit(server.db, 'done');
    await server.done('releaseReferral', { body }, head());
    expect(await countAudit(server.db, 'done')).toBe(entries + 1);
    expect(await seenIn(lastName)).toEqual([true, true]);
    expect(await seenIn(lastName, world.bearer('manager'))).toEqual([true, true]);
    expect(await idOf(lastName)).toBe('');
    expect((await server.call('releaseReferral', { body }, head())).status).toBe(404);
    await server.done('updateReferral', { body: { ...body, status: 'Processed' } }, head());
  });

  it('is not worked on before: not updated, assigned, or given a login', async () => {
    const id = await idOf(await file({ filled_in: 1 }));
    const login = {
      fullname: 'Robin Sample',
      username: uniqueEmail(),
      password: PASSWORD,
      schools: [],
      referral: id,
    };
    const user_id = world.people.manager.id;
    const answers = [
      await server.call('updateReferral', { body: { id, status: 'Processed' } }, head()),
      await server.call('assignReferral', { body: { user_id, referral_id: id } }, head()),
      await server.call('registerReferral', { body: login }, head()),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
    }
    const [stored] = await server.db.select().from(referral).where(eq(referral.id, id));
    expect(stored).toMatchObject({ status: 'Pending', assigned_to: null, suspected: 'haste' });
  });

  it('is deleted like any other, and then cannot be released', async () => {
    const lastName = await file({ website: 'x' });
    const body = { id: await idOf(lastName) };
    await server.done('deleteReferral', { body }, head());
    expect(await idOf(lastName)).toBe('');
    expect((await server.call('releaseReferral', { body }, head())).status).toBe(404);
    expect(await seenIn(lastName)).toEqual([false, false]);
  });

  it('comes in pages, newest first', async () => {
    const lastNames = [await file({ filled_in: 1 }), await file({ filled_in: 1 })];
    const first = await server.done('listSuspected', { query: { size: 1 } }, head());
    const second = await server.done('listSuspected', { query: { size: 1, page: 2 } }, head());
    expect([...second.items, ...first.items].map(({ last_name }) => last_name)).toEqual(lastNames);
    expect(first.pages).toBe(first.total);
  });
});

describe('more than 600 guests’ referrals in an hour', () => {
  it('are a flood: the rest is taken and kept apart, until the hour is over; suspected ones do not count', async () => {
    await server.db.delete(limit_window);
    await file({ filled_in: 1 });
    const first = await file({});
    expect(await seenIn(first)).toEqual([true, true]);
    const windows = await server.db.select().from(limit_window);
    expect(windows.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
    await server.db.update(limit_window).set({ count: GUESTS_AN_HOUR - 1 });
    expect(await idOf(await file({}))).toBe('');
    const lastName = await file({});
    expect((await suspected())[0]).toMatchObject({ last_name: lastName, suspected: 'flood' });
    const body = referralBody(world.sites.own);
    await server.done('addReferral', { body }, world.bearer('manager'));
    expect(await seenIn(body.last_name)).toEqual([true, true]);
    await passForLimits(server.db, HOUR);
    expect(await seenIn(await file({}))).toEqual([true, true]);
  });
});
