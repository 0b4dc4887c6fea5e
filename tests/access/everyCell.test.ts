/** Every kind of caller × every call: done, or refused without a trace but one audit entry. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyCallName, allCalls } from '../../contract/calls';
import { endpoints } from '../../contract/calls/endpoints';
import { contentOf, countAudit, queuedMail } from '../support/databaseState';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { CALLERS, createWorld, type World } from '../support/world';
import { bearerFor, inputFor } from './extraInputs';
import { matrix } from './matrix';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(async () => {
  await server.close();
  report('cells of caller × call', cells.length);
});

const names = Object.keys(allCalls) as AnyCallName[];
const cells = names.flatMap((name) =>
  CALLERS.map((caller) => ({ name, caller, expected: matrix[name][caller] })),
);

describe('the table of access', () => {
  it('has a row for every call of the specification and beyond it, and 7 kinds of caller', () => {
    expect(Object.keys(endpoints)).toHaveLength(29);
    expect(Object.keys(matrix).toSorted()).toEqual(names.toSorted());
    expect(cells).toHaveLength(names.length * 7);
  });

  it.each(cells.filter(({ expected }) => expected === 'done'))(
    '$caller may: $name',
    async ({ name, caller }) => {
      const input = await inputFor(name, world);
      const answer = await server.call(name, input, await bearerFor(name, world, caller));
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    },
  );

  it.each(cells.filter(({ expected }) => expected !== 'done'))(
    '$caller may not: $name, $expected, nothing changes, one audit entry',
    async ({ name, caller, expected }) => {
      const input = await inputFor(name, world);
      const before = await contentOf(server.db);
      const mailBefore = await queuedMail(server.db);
      const entries = await countAudit(server.db, 'refused');

      const answer = await server.call(name, input, world.bearer(caller));

      expect(answer.status).toBe(expected);
      expect(answer.body).toEqual({ detail: expect.any(String) });
      expect(await contentOf(server.db)).toEqual(before);
      expect(mailBefore).toEqual(expect.arrayContaining(await queuedMail(server.db)));
      expect(await countAudit(server.db, 'refused')).toBe(entries + 1);
    },
  );

  it.each(names.filter((name) => matrix[name].anonymous !== 'done'))(
    'a forged, a cut and a misplaced token open nothing: %s',
    async (name) => {
      const input = await inputFor(name, world);
      const { access } = world.people.superuser;
      const [header, payload] = access.split('.');
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
      const before = await contentOf(server.db);
      // A refresh token opens nothing but its own exchange and its session's end.
      const takesRefresh = allCalls[name].access === 'refresh-token';
      const misplaced = takesRefresh ? access : world.people.superuser.refresh;
      const bad = [
        unsigned,
        `${header}.${payload}.AAAA`,
        access.slice(0, -2),
        misplaced,
        'nonsense',
      ];
      for (const bearer of bad) {
        expect((await server.call(name, input, bearer)).status).toBe(401);
      }
      expect(await contentOf(server.db)).toEqual(before);
    },
  );

  it.each(names.filter((name) => matrix[name].anonymous === 'done'))(
    'a token that is no longer good does not stand in the way of a public call: %s',
    async (name) => {
      const answer = await server.call(name, await inputFor(name, world), 'nonsense');
      expect(answer.status).toBe(200);
    },
  );
});
