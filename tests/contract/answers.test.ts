/** What answers carry beside their bodies: how long they may be kept, how often one may ask, and what the log knows of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, endpoints } from '../../contract/calls/endpoints';
import { startTestServer, type TestServer } from '../support/testServer';
import { createWorld, referralBody, registration, type World } from '../support/world';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const names = Object.keys(endpoints) as CallName[];
const urlOf = (name: CallName) => `/api${endpoints[name].path}`;

describe('what a browser may keep', () => {
  const head = () => world.people.superuser.access;

  it('is nothing of what it was told about people', async () => {
    for (const name of names.filter((each) => !['listSites', 'listCounties'].includes(each))) {
      const answer = await server.call(name, { params: { id: 'some-id' } }, head());
      expect({ name, kept: answer.headers['cache-control'] }).toEqual({ name, kept: 'no-store' });
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it.each(['listSites', 'listCounties'] as const)(
    'is the list of %s, as long as it did not change',
    async (name) => {
      const { headers } = await server.call(name, {});
      expect(headers['cache-control']).toBe('no-cache');
      const again = await server.raw({
        method: 'GET',
        url: urlOf(name),
        headers: { 'if-none-match': String(headers.etag) },
      });
      expect(again.status).toBe(304);
    },
  );
});

describe('one address', () => {
  it('may register six times a minute; then it is told when to come back, and others are not', async () => {
    const register = (remoteAddress: string) =>
      server.raw({
        method: 'POST',
        url: urlOf('register'),
        remoteAddress,
        payload: registration(world),
      });
    for (let time = 0; time < 6; time += 1) {
      expect((await register('192.0.2.1')).status).toBe(200);
    }
    const answer = await register('192.0.2.1');
    expect(answer).toMatchObject({ status: 429, body: { detail: expect.any(String) } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await register('192.0.2.2')).status).toBe(200);
  });

  it('spends nothing on requests that are refused for a typo', async () => {
    for (let time = 0; time < 8; time += 1) {
      const answer = await server.raw({
        method: 'POST',
        url: urlOf('register'),
        remoteAddress: '192.0.2.3',
        payload: { ...registration(world), password: 'short' },
      });
      expect(answer.status).toBe(422);
    }
  });
});

describe('the log', () => {
  it('has a line for each answer, and no name, number, mail, note, token or query', async () => {
    const secrets = {
      first_name: 'Logfirst',
      last_name: 'Loglast',
      contact_number: '5557654321',
      notes: 'Logged note',
    };
    const body = { ...referralBody(world.sites.own), ...secrets };
    await server.done('addGuestReferral', { body });
    await server.call('addGuestReferral', { body: { ...body, dob: 'Logdate' } });
    await server.done('filterReferrals', { query: { name: 'Loglast' } }, head());
    await server.call('checkResetToken', { query: { reset_token: 'Logtoken' } });
    await server.call('login', { body: { username: 'log@person.example', password: 'Logword' } });
    const log = server.log();
    expect(log).toContain('/api/referral/guest/add');
    expect(log).toContain('/api/referral/filtered');
    for (const secret of [
      ...Object.values(secrets),
      'Logdate',
      'Logtoken',
      'log@person.example',
      'Logword',
      '?name',
      head(),
    ]) {
      expect({ secret, logged: log.includes(secret) }).toEqual({ secret, logged: false });
    }
  });

  const head = () => world.people.superuser.access;
});
