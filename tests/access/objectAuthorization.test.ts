/** Object-level authorization: each call that takes a record's id × every state of the record × every caller. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '../../contract/calls';
import type { Call } from '../../contract/calls/call';
import { hashTables } from '../support/databaseState';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { CALLERS, createFixtures, referralBody, type Fixtures } from '../support/fixtures';
import { bearerFor, createHeldReferral, OWN_CALLS } from './callInputs';
import { permissionMatrix } from './permissionMatrix';
import { ABSENT, createRecordReferences, type States } from './recordReferences';

let server: TestServer;
let fixtures: Fixtures;
let accounts: PreparedAccounts;
let assignable = '';
let cells = 0;

const { REFERENCES, ACCOUNTS, file, site, deletedSite } = createRecordReferences(() => ({
  server,
  fixtures,
  accounts,
  assignable,
}));

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  accounts = await prepareAccounts(server);
  assignable = await file('superuser', 'own');
});
afterAll(async () => {
  await server.close();
  report('record × caller', cells);
});

const superuserToken = () => fixtures.bearer('superuser');

const MALFORMED_IDS = {
  empty: '',
  'too long': 'x'.repeat(101),
  'with a NUL': 'planted\0id',
  'a lone surrogate': 'planted\ud83d',
  number: 7,
  boolean: true,
  null: null,
  list: ['planted'],
  object: { $ne: 'planted' },
};

const OTHERS = CALLERS.filter((caller) => caller !== 'superuser');

/** Answers a missing record among others in its own way: tests/database/bulk.test.ts. */
const ON_SEVERAL = 'changeReferrals';

/** By who has a referral of their own, and on it alone: tests/contract/ownReferral.test.ts. */
const OWN: readonly string[] = OWN_CALLS;

it('covers every call on one record, which answers 404 where it is missing', () => {
  const calls: Readonly<Record<string, Call>> = allCalls;
  const documented = Object.keys(calls).filter(
    (name) => calls[name]?.errors[404] !== undefined && name !== ON_SEVERAL && !OWN.includes(name),
  );
  const covered = new Set<string>(REFERENCES.map(({ call }) => call));
  expect([...covered].toSorted()).toEqual(documented.toSorted());
});

describe.each(REFERENCES)('$call, by $part', ({ call, input, done, missing }) => {
  const otherKind = call.endsWith('Site') ? ACCOUNTS.active : site;
  const absent: States = { ...ABSENT, 'of another kind': otherKind, ...missing };

  it.each(Object.entries(done))(
    'succeeds for a super user on this record: %s',
    async (_state, create) => {
      const bearer = await bearerFor(call, fixtures, 'superuser');
      const answer = await server.call(call, input(await create()), bearer);
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
      cells += 1;
    },
  );

  it('answers the same 404 for every kind of missing record and does not repeat the id', async () => {
    for (const [state, create] of Object.entries(absent)) {
      const id = await create();
      const before = await hashTables(server.db);
      const answer = await server.call(call, input(id), superuserToken());
      expect({ state, status: answer.status, body: answer.body }).toEqual({
        state,
        status: 404,
        body: { detail: 'Not Found' },
      });
      expect(await hashTables(server.db)).toEqual(before);
      cells += 1;
    }
  });

  // Those who may make the call, but do not see every record, are tested in scope.test.ts.
  const refused = OTHERS.filter((caller) => permissionMatrix[call][caller] !== 'done');
  it.each(refused)('does not reveal to %s whether the record exists', async (caller) => {
    const expected = permissionMatrix[call][caller];
    for (const [state, create] of Object.entries({ ...done, ...absent })) {
      const id = await create();
      const before = await hashTables(server.db);
      const answer = await server.call(call, input(id), fixtures.bearer(caller));
      expect({ state, status: answer.status, body: answer.body }).toEqual({
        state,
        status: expected,
        body: { detail: expected === 401 ? 'Not authenticated' : 'Not allowed' },
      });
      expect(await hashTables(server.db)).toEqual(before);
      cells += 1;
    }
  });
});

const inBody = REFERENCES.filter(({ part }) => part !== 'the path');
const inPath = REFERENCES.filter(({ part }) => part === 'the path');

describe.each(inBody)('$call, by $part', ({ call, input }) => {
  it('refuses a malformed id with a 422 that does not repeat it', async () => {
    const before = await hashTables(server.db);
    for (const [kind, malformed] of Object.entries(MALFORMED_IDS)) {
      const answer = await server.call(call, input(malformed as string), superuserToken());
      expect({ kind, status: answer.status }).toEqual({ kind, status: 422 });
      expect(answer.text).not.toContain('planted');
      cells += 1;
    }
    expect(await hashTables(server.db)).toEqual(before);
  });
});

const MALFORMED_IN_PATH = ['x'.repeat(101), 'planted\0id', '..', '%2e%2e', 'planted/../x', '"'];

describe.each(inPath)('$call, by $part', ({ call, input }) => {
  it('answers 404 or 422 to a malformed id in the path', async () => {
    for (const id of MALFORMED_IN_PATH) {
      const answer = await server.call(call, input(id), superuserToken());
      expect([404, 422]).toContain(answer.status);
      expect(answer.text).not.toContain('planted');
      cells += 1;
    }
  });
});

describe.each(inPath.filter(({ call }) => allCalls[call].method === 'GET'))(
  '$call, by $part',
  ({ call, input }) => {
    it('answers a malformed id in the path like an unknown one', async () => {
      for (const id of [...MALFORMED_IN_PATH, '', '.', ' ', 'planted\nid']) {
        const { status, body } = await server.call(call, input(id), superuserToken());
        expect({ id, status, body }).toEqual({ id, status: 404, body: { detail: 'Not Found' } });
        cells += 1;
      }
    });
  },
);

describe('the site of a new referral', () => {
  it.each(['addReferral', 'addGuestReferral'] as const)(
    'must exist and not be deleted: %s',
    async (call) => {
      const bearer = call === 'addReferral' ? fixtures.bearer('referral') : undefined;
      const states: States = {
        ...ABSENT,
        'of another kind': ACCOUNTS.active,
        deleted: deletedSite,
      };
      for (const [state, create] of Object.entries(states)) {
        const body = referralBody(await create());
        const { referral: before } = await hashTables(server.db);
        const answer = await server.call(call, { body }, bearer);
        expect({ state, status: answer.status }).toEqual({ state, status: 422 });
        expect(answer.text).not.toContain(body.last_name);
        expect((await hashTables(server.db)).referral).toBe(before);
        cells += 1;
      }
    },
  );
});

describe('a referral held as possible spam', () => {
  it.each(['manager', 'limited', 'superuser'] as const)(
    'is in no list, filter or count of %s, and not read by its id',
    async (viewer) => {
      const bearer = fixtures.bearer(viewer);
      const count = async () => (await server.callOk('countReferrals', {}, bearer)).count;
      const before = await count();
      const id = await createHeldReferral(fixtures);
      expect(await count()).toBe(before);
      for (const call of ['listReferrals', 'filterReferrals'] as const) {
        const { items } = await server.callOk(call, { query: { size: 100 } }, bearer);
        expect(items.map(({ _id }) => _id)).not.toContain(id);
        cells += 1;
      }
      const { status } = await server.call('getReferral', { params: { id } }, bearer);
      expect(status).toBe(404);
      cells += 1;
    },
  );
});
