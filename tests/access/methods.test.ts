/** Every path × every method: a method the contract does not define is refused with 405, and nothing redirects. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '../../contract/calls';
import type { Call } from '../../contract/calls/call';
import { hashTables } from '../support/databaseState';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, type Fixtures } from '../support/fixtures';

let server: TestServer;
let fixtures: Fixtures;
let cells = 0;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(async () => {
  await server.close();
  report('path × method', cells);
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const table: readonly Call[] = Object.values(allCalls);
const paths = [...new Set(table.map(({ path }) => path))];
const urlOf = (path: string) => `/api${path.replace('{id}', 'some-id')}`;

/** The methods the contract defines for a path. */
function allowedOn(path: string): string[] {
  const methods = table.filter((call) => call.path === path).map(({ method }) => method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

describe.each(paths)('%s', (path) => {
  const allowed = allowedOn(path);

  it.each(METHODS.filter((method) => !allowed.includes(method)))(
    'refuses %s, lists the allowed methods, and changes nothing',
    async (method) => {
      const before = await hashTables(server.db);
      const headers = { authorization: `Bearer ${fixtures.people.superuser.access}` };
      const answer = await server.raw({ method, url: urlOf(path), headers });
      expect(answer.status).toBe(405);
      expect(String(answer.headers.allow).split(', ').toSorted()).toEqual(allowed.toSorted());
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(await hashTables(server.db)).toEqual(before);
      cells += 1;
    },
  );

  it('answers 405 to a visitor, whatever the method', async () => {
    for (const method of METHODS.filter((each) => !allowed.includes(each))) {
      const answer = await server.raw({ method, url: urlOf(path) });
      expect({ method, status: answer.status }).toEqual({ method, status: 405 });
      cells += 1;
    }
  });

  it('is never redirected, whatever the spelling of the URL', async () => {
    const url = urlOf(path);
    const spellings = [
      `${url}/`,
      `/${url}`,
      url.toUpperCase(),
      `${url}//`,
      `${url}/.`,
      `${url};a=b`,
    ];
    for (const spelling of spellings) {
      for (const method of METHODS) {
        const answer = await server.raw({ method, url: spelling });
        const isRedirect = answer.status >= 300 && answer.status < 400;
        expect({ spelling, method, isRedirect }).toEqual({ spelling, method, isRedirect: false });
        expect(answer.headers.location).toBeUndefined();
        cells += 1;
      }
    }
  });
});

describe('HEAD', () => {
  it.each(paths.filter((path) => allowedOn(path).includes('HEAD')))(
    'is answered like GET, without a body: %s',
    async (path) => {
      const headers = { authorization: `Bearer ${fixtures.people.superuser.access}` };
      const get = await server.raw({ method: 'GET', url: urlOf(path), headers });
      const head = await server.raw({ method: 'HEAD', url: urlOf(path), headers });
      expect(head.status).toBe(get.status);
      expect(head.text).toBe('');
      cells += 1;
    },
  );
});

describe('an unknown path', () => {
  it.each(METHODS)('answers 404 to %s', async (method) => {
    for (const path of ['', '/', '/referral', '/referral/mine/all', '/accounts/update', '/admin']) {
      const answer = await server.raw({ method, url: `/api${path}` });
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
      cells += 1;
    }
  });
});
