/** Malformed requests: invalid bodies, wrong methods and types, too much input. The response is always a 4xx, never a 5xx. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import { allEndpoints, type CallName, endpoints } from '../../contract/calls/endpoints';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, referralBody, type Fixtures } from '../support/fixtures';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const table = allEndpoints;
const names = Object.keys(endpoints) as CallName[];
const urlOf = (name: AnyCallName) => `/api${table[name].path.replace('{id}', 'some-id')}`;
const writes = names.filter((name) => table[name].method !== 'GET');
const jsonWrites = writes.filter((name) => table[name].encoding !== 'form');
/** The calls without a body. */
const WITHOUT_BODY = new Set<CallName>(['refresh', 'deactivateAccount', 'reactivateAccount']);

const send = (name: CallName, payload: string, type = 'application/json') =>
  server.raw({
    method: table[name].method,
    url: urlOf(name),
    headers: {
      'content-type': type,
      authorization: `Bearer ${name === 'refresh' ? 'none' : fixtures.people.superuser.access}`,
    },
    payload,
  });

const TEXT = { detail: expect.any(String) };
const LIST = {
  detail: expect.arrayContaining([expect.objectContaining({ loc: expect.any(Array) })]),
};

describe.each(jsonWrites.filter((name) => !WITHOUT_BODY.has(name)))('%s', (name) => {
  it.each([
    ['an empty body', ''],
    ['an empty list', '[]'],
    ['null', 'null'],
    ['a text', '"text"'],
    ['a number', '12'],
    ['broken JSON', '{"a":'],
    ['a __proto__ key', '{"__proto__":{"role":"SUPERUSER"}}'],
    ['very deep JSON', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('refuses %s with 4xx', async (_what, payload) => {
    const answer = await send(name, payload);
    expect([400, 404, 422]).toContain(answer.status);
    expect(answer.body).toEqual(answer.status === 422 ? LIST : TEXT);
  });
});

describe('every call that writes', () => {
  it.each(writes)('%s refuses a megabyte with 413', async (name) => {
    const type = table[name].encoding === 'form' ? 'application/x-www-form-urlencoded' : undefined;
    const answer = await send(name, `{"notes":"${'x'.repeat(1_000_000)}"}`, type);
    expect(answer).toMatchObject({ status: 413, body: TEXT });
  });

  it.each(jsonWrites)('%s refuses another content type with 415', async (name) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=a',
      'application/xml',
    ]) {
      expect(await send(name, 'a=b', type)).toMatchObject({ status: 415, body: TEXT });
    }
  });

  it('login refuses JSON with 415: it is form-encoded', async () => {
    expect(await send('login', '{}')).toMatchObject({ status: 415, body: TEXT });
  });
});

describe('a request without a route', () => {
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

  it.each(names)('%s with a wrong method is 405, and Allow names the right one', async (name) => {
    const { method } = table[name];
    for (const wrong of METHODS.filter((other) => other !== method)) {
      const answer = await server.raw({ method: wrong, url: urlOf(name) });
      expect({ wrong, status: answer.status }).toEqual({ wrong, status: 405 });
      expect(answer.body).toEqual(TEXT);
      expect(String(answer.headers.allow).split(/, ?/)).toContain(method);
    }
  });

  it.each([
    '/api/',
    '/api/nothing',
    '/api/referral',
    '/api/referral/mine/1',
    '/api/accounts/update/a/b',
    '/api/%00',
    '/api/%ff',
    '/api/..%2f..%2fetc%2fpasswd',
  ])('%s is 404 with a text', async (url) => {
    for (const method of METHODS) {
      const answer = await server.raw({ method, url: `${url}?name=Secret` });
      expect({ method, status: answer.status }).toEqual({ method, status: 404 });
      expect(answer.body).toEqual(TEXT);
      expect(answer.text).not.toContain('Secret');
    }
  });
});

describe('a JSON body', () => {
  const ask = (payload: string | Buffer) =>
    server.raw({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { 'content-type': 'application/json' },
      payload,
    });

  it('with a duplicate key has the value of the last one', async () => {
    const answer = await ask('{"email":"a@example.org","email":"no mail"}');
    expect(answer.status).toBe(422);
    expect((await ask('{"email":"no mail","email":"a@example.org"}')).status).toBe(200);
  });

  it('that is not UTF-8 is refused, and not stored with other characters', async () => {
    const latin1 = Buffer.from('{"email":"josé@example.org"}', 'latin1');
    expect((await ask(latin1)).status).toBe(422);
  });

  it.each([
    '{"email":"a@example.org","__proto__":{"a":1}}',
    '{"email":"a@example.org","constructor":{"prototype":{}}}',
  ])('that tries to set a prototype is refused: %s', async (payload) => {
    expect((await ask(payload)).status).toBe(422);
  });
});

describe('a body that is deep or long', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const many = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));
  /** Sends a valid referral with raw JSON for one field. */
  const guest = (field: string, json: string) => {
    const { [field]: _replaced, ...rest } = { ...referralBody(fixtures.sites.own) } as Record<
      string,
      unknown
    >;
    return server.raw({
      method: 'POST',
      url: '/api/referral/guest/add',
      headers: { 'content-type': 'application/json' },
      payload: `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(field)}:${json}}`,
    });
  };

  it('is accepted within the limits', async () => {
    expect((await guest('website', nested(10))).status).toBe(200);
    expect((await guest('website', many(1_000))).status).toBe(200);
  });

  it.each([
    ['website', 'too_deep', nested(5_000)],
    ['website', 'too_deep', '{"a":'.repeat(5_000) + '0' + '}'.repeat(5_000)],
    ['website', 'too_deep', nested(11)],
    ['filled_in', 'too_big', many(30_000)],
    ['probation_name', 'too_deep', nested(5_000)],
    ['substance', 'too_big', many(30_000)],
  ])('is refused at the field %s (%s)', async (field, type, json) => {
    const answer = await guest(field, json);
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ type, loc: ['body', field] }] },
    });
  });

  it.each([
    ['too_deep', nested(5_000)],
    ['too_big', many(30_000)],
  ])('is refused at an unknown field, whose name is not repeated (%s)', async (type, json) => {
    const answer = await guest('Kq7Marker', json);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ type, loc: ['body'] }] } });
    expect(answer.text).not.toContain('Kq7Marker');
  });

  it('is refused if its fields exceed the limit together, or it is a list', async () => {
    const fields = Object.fromEntries(Array.from({ length: 6_000 }, (_, key) => [key, 0]));
    for (const payload of [JSON.stringify(fields), many(30_000), nested(5_000)]) {
      const answer = await send('registerSuperuser', payload);
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body'] }] } });
    }
  });

  it.each([
    ['a field thousands of times', 'username=a&'.repeat(5_500)],
    ['thousands of fields', Array.from({ length: 9_000 }, (_, key) => `${key}=a`).join('&')],
    ['brackets', `username${'[a]'.repeat(15_000)}=1`],
  ])('is refused at the sign-in too: %s', async (_what, payload) => {
    const answer = await send('login', payload, 'application/x-www-form-urlencoded');
    expect(answer).toMatchObject({ status: 422, body: LIST });
  });
});

describe('paging', () => {
  const lists = [
    'listReferrals',
    'filterReferrals',
    'listPendingAccounts',
    'listAccounts',
  ] as const;
  const get = (name: AnyCallName, query: string) =>
    server.raw({
      method: 'GET',
      url: `${urlOf(name)}?${query}`,
      headers: { authorization: `Bearer ${fixtures.people.superuser.access}` },
    });

  it.each(lists)('%s refuses pages and sizes out of bounds with 422', async (name) => {
    for (const [field, value] of [
      ...['0', '-1', '1.5', 'x', '1e9', '10001'].map((page) => ['page', page] as const),
      ...['0', '-1', '101', 'x', '1.5'].map((size) => ['size', size] as const),
    ]) {
      const answer = await get(name, `${field}=${value}`);
      expect({ field, value, status: answer.status }).toEqual({ field, value, status: 422 });
      expect(answer.body).toMatchObject({ detail: [{ loc: ['query', field] }] });
    }
  });

  it.each(lists)('%s answers past its end with an empty page', async (name) => {
    const answer = await get(name, 'page=9999&size=100');
    expect(answer).toMatchObject({ status: 200, body: { items: [], page: 9999, size: 100 } });
  });

  it.each(lists)('%s returns page 1 and 50 rows by default', async (name) => {
    expect(await get(name, '')).toMatchObject({ status: 200, body: { page: 1, size: 50 } });
  });

  it.each(lists)('%s refuses a parameter that is sent twice with 422', async (name) => {
    expect((await get(name, 'page=1&page=2')).status).toBe(422);
  });
});
