/** Response metadata: caching headers, rate limits, and what the log records of requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, endpoints } from '../../contract/calls/endpoints';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, referralBody, registration, type Fixtures } from '../support/fixtures';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const names = Object.keys(endpoints) as CallName[];
const urlOf = (name: CallName) => `/api${endpoints[name].path}`;

describe('browser caching', () => {
  const superuserToken = () => fixtures.people.superuser.access;

  it('is forbidden for every call but the lists of sites and counties', async () => {
    for (const name of names.filter((each) => !['listSites', 'listCounties'].includes(each))) {
      const answer = await server.call(name, { params: { id: 'some-id' } }, superuserToken());
      expect({ name, kept: answer.headers['cache-control'] }).toEqual({ name, kept: 'no-store' });
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it.each(['listSites', 'listCounties'] as const)(
    'of %s is allowed, with revalidation by ETag',
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

describe('one IP address', () => {
  it('may register six times a minute, then gets a 429 with Retry-After; others do not', async () => {
    const register = (remoteAddress: string) =>
      server.raw({
        method: 'POST',
        url: urlOf('register'),
        remoteAddress,
        payload: registration(fixtures),
      });
    for (let time = 0; time < 6; time += 1) {
      expect((await register('192.0.2.1')).status).toBe(200);
    }
    const answer = await register('192.0.2.1');
    expect(answer).toMatchObject({ status: 429, body: { detail: expect.any(String) } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await register('192.0.2.2')).status).toBe(200);
  });

  it('uses up nothing with requests refused for an invalid field', async () => {
    for (let time = 0; time < 8; time += 1) {
      const answer = await server.raw({
        method: 'POST',
        url: urlOf('register'),
        remoteAddress: '192.0.2.3',
        payload: { ...registration(fixtures), password: 'short' },
      });
      expect(answer.status).toBe(422);
    }
  });
});

describe('the log', () => {
  it('has a line for each request, and no name, phone number, e-mail, note, token or query', async () => {
    const secrets = {
      first_name: 'Logfirst',
      last_name: 'Loglast',
      contact_number: '5557654321',
      notes: 'Logged note',
    };
    const body = { ...referralBody(fixtures.sites.own), ...secrets };
    await server.callOk('addGuestReferral', { body });
    await server.call('addGuestReferral', { body: { ...body, dob: 'Logdate' } });
    await server.callOk('filterReferrals', { query: { name: 'Loglast' } }, superuserToken());
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
      superuserToken(),
    ]) {
      expect({ secret, logged: log.includes(secret) }).toEqual({ secret, logged: false });
    }
  });

  const superuserToken = () => fixtures.people.superuser.access;
});
