/** A county of 1,200 sites, and a manager of 600 of them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { site } from '../../server/db/schema';
import {
  createFixtures,
  PASSWORD,
  referralBody,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/testServer';

let server: TestServer;
let fixtures: Fixtures;
const county = Array.from({ length: 1_200 }, (_, at) => ({
  id: randomUUID(),
  name: `Unified School District ${at}, Elementary School`,
}));
const half = county.slice(0, 600);

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  await server.db.insert(site).values(county);
});
afterAll(() => server.close());

const head = () => fixtures.bearer('superuser');
const update = (schools: object[], extra = {}) =>
  server.call(
    'updateAccount',
    { params: { id: fixtures.people.manager.id }, body: { schools, ...extra } },
    head(),
  );

it('a manager is given 600 sites, and sees their referrals', async () => {
  expect(await update(half)).toMatchObject({ status: 200 });
  const last = half.at(-1)?.id ?? '';
  const { _id } = await server.callOk('addReferral', { body: referralBody(last) }, head());
  const { items } = await server.callOk('listWorklist', { body: {} }, fixtures.bearer('manager'));
  expect(items.map((item) => item._id)).toContain(_id);
  const account = await server.callOk(
    'getAccount',
    { params: { id: fixtures.people.manager.id } },
    head(),
  );
  expect(account.schools).toHaveLength(half.length);
});

it('every site of the county can be given, and chosen at registration', async () => {
  expect(await update(county)).toMatchObject({ status: 200 });
  const body = {
    fullname: 'Rosa Many',
    username: uniqueEmail(),
    password: PASSWORD,
    role: 'MANAGER',
    schools: county,
    agree: true,
  };
  expect(await server.call('register', { body })).toMatchObject({ status: 200 });
});

it('2,000 sites are read, in any spelling, and one more is refused in words', async () => {
  const many = Array.from({ length: 2_000 }, () => ({ _id: randomUUID(), site: 'x'.repeat(30) }));
  expect(await update(many)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'schools'], msg: 'Names a site that does not exist' }] },
  });
  expect(await update([...many, ...many.slice(0, 1)])).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'schools'], msg: 'Must be at most 2000 sites' }] },
  });
});

it('a body with sites has limits, too', async () => {
  expect((await update([], { x: 'x'.repeat(256 * 1024) })).status).toBe(413);
  const values = Array.from({ length: 10_001 }, () => 0);
  const answer = await update([], { username: values });
  expect(answer).toMatchObject({
    status: 422,
    body: { detail: [{ type: 'too_big', loc: ['body', 'username'] }] },
  });
});

it.each(['addReferral', 'registerSuperuser', 'addGuestReferral', 'listWorklist'] as const)(
  '%s keeps its limits',
  async (name) => {
    const send = (body: object) => server.call(name, { body }, head());
    expect((await send({ x: 'x'.repeat(64 * 1024) })).status).toBe(413);
    const answer = await send({ x: Array.from({ length: 5_001 }, () => 0) });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ type: 'too_big' }] } });
  },
);
