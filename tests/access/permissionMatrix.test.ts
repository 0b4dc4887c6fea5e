/** Every kind of caller × every call: it succeeds, or is refused with one audit entry and no other side effect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyCallName, allCalls } from '../../contract/calls';
import { endpoints } from '../../contract/calls/endpoints';
import { ROLES } from '../../contract/constants';
import { hashTables, countAudit, queuedMail } from '../support/databaseState';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { CALLERS, createFixtures, type Fixtures } from '../support/fixtures';
import { bearerFor, inputFor, markAsOurs, ROLE_OF } from './callInputs';
import { permissionMatrix } from './permissionMatrix';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  await markAsOurs(server, fixtures);
});
afterAll(async () => {
  await server.close();
  report('caller × call', cells.length);
});

const names = Object.keys(allCalls) as AnyCallName[];
const cells = names.flatMap((name) =>
  CALLERS.map((caller) => ({ name, caller, expected: permissionMatrix[name][caller] })),
);

describe('the permission matrix', () => {
  it('has a row for every call, in the specification and beyond it, and 7 kinds of caller', () => {
    expect(Object.keys(endpoints)).toHaveLength(29);
    expect(Object.keys(permissionMatrix).toSorted()).toEqual(names.toSorted());
    expect(cells).toHaveLength(names.length * 7);
  });

  it('has a caller of each role', () => {
    expect([...new Set(Object.values(ROLE_OF))].toSorted()).toEqual(ROLES.toSorted());
  });

  it.each(cells.filter(({ expected }) => expected === 'done'))(
    '$caller may call $name',
    async ({ name, caller }) => {
      const input = await inputFor(name, fixtures);
      const answer = await server.call(name, input, await bearerFor(name, fixtures, caller));
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    },
  );

  it.each(cells.filter(({ expected }) => expected !== 'done'))(
    '$caller may not call $name: $expected, no change, one audit entry',
    async ({ name, caller, expected }) => {
      const input = await inputFor(name, fixtures);
      const before = await hashTables(server.db);
      const mailBefore = await queuedMail(server.db);
      const entries = await countAudit(server.db, 'refused');

      const answer = await server.call(name, input, fixtures.bearer(caller));

      expect(answer.status).toBe(expected);
      expect(answer.body).toEqual({ detail: expect.any(String) });
      expect(await hashTables(server.db)).toEqual(before);
      expect(mailBefore).toEqual(expect.arrayContaining(await queuedMail(server.db)));
      expect(await countAudit(server.db, 'refused')).toBe(entries + 1);
    },
  );

  it.each(names.filter((name) => permissionMatrix[name].anonymous !== 'done'))(
    'a forged, a truncated and a misplaced token are refused by %s',
    async (name) => {
      const input = await inputFor(name, fixtures);
      const { access } = fixtures.people.superuser;
      const [header, payload] = access.split('.');
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
      const before = await hashTables(server.db);
      // Only the calls that exchange a refresh token or end its session accept one.
      const takesRefresh = allCalls[name].access === 'refresh-token';
      const misplaced = takesRefresh ? access : fixtures.people.superuser.refresh;
      const invalidTokens = [
        unsigned,
        `${header}.${payload}.AAAA`,
        access.slice(0, -2),
        misplaced,
        'nonsense',
      ];
      for (const bearer of invalidTokens) {
        expect((await server.call(name, input, bearer)).status).toBe(401);
      }
      expect(await hashTables(server.db)).toEqual(before);
    },
  );

  it.each(names.filter((name) => permissionMatrix[name].anonymous === 'done'))(
    'an invalid token does not block the public call %s',
    async (name) => {
      const answer = await server.call(name, await inputFor(name, fixtures), 'nonsense');
      expect(answer.status).toBe(200);
    },
  );
});
