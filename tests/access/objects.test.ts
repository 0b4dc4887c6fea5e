/** Each call that names a record × every state the record can be in × every caller. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../support/databaseState';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { CALLERS, createWorld, referralBody, type World } from '../support/world';
import { newSuspected } from './extraInputs';
import { matrix } from './matrix';
import { ABSENT, namedRecords, type States } from './namedRecords';

let server: TestServer;
let world: World;
let accounts: PreparedAccounts;
let assignable = '';
let cells = 0;

const { NAMINGS, ACCOUNTS, file, site, deletedSite } = namedRecords(() => ({
  server,
  world,
  accounts,
  assignable,
}));

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  accounts = await prepareAccounts(server);
  assignable = await file('superuser', 'own');
});
afterAll(async () => {
  await server.close();
  report('cells of record × caller', cells);
});

const head = () => world.bearer('superuser');

const NONSENSE = {
  empty: '',
  'too long': 'x'.repeat(101),
  'with a NUL': 'planted\0id',
  'half a character': 'planted\ud83d',
  number: 7,
  yes: true,
  nothing: null,
  list: ['planted'],
  object: { $ne: 'planted' },
};

const OTHERS = CALLERS.filter((caller) => caller !== 'superuser');

describe.each(NAMINGS)('$call, by $part', ({ call, input, done, missing }) => {
  const otherKind = call.endsWith('Site') ? ACCOUNTS.active : site;
  const absent: States = { ...ABSENT, 'of another kind': otherKind, ...missing };

  it.each(Object.entries(done))('is done for a super user on one: %s', async (_state, make) => {
    const answer = await server.call(call, input(await make()), head());
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    cells += 1;
  });

  it('answers the same 404 whatever it is that is not there, and repeats nothing', async () => {
    for (const [state, make] of Object.entries(absent)) {
      const id = await make();
      const before = await contentOf(server.db);
      const answer = await server.call(call, input(id), head());
      expect({ state, status: answer.status, body: answer.body }).toEqual({
        state,
        status: 404,
        body: { detail: 'Not Found' },
      });
      expect(await contentOf(server.db)).toEqual(before);
      cells += 1;
    }
  });

  it.each(OTHERS)('tells %s nothing about whether there is one', async (caller) => {
    const expected = matrix[call][caller];
    for (const [state, make] of Object.entries({ ...done, ...absent })) {
      const id = await make();
      const before = await contentOf(server.db);
      const answer = await server.call(call, input(id), world.bearer(caller));
      expect({ state, status: answer.status, body: answer.body }).toEqual({
        state,
        status: expected,
        body: { detail: expected === 401 ? 'Not authenticated' : 'Not allowed' },
      });
      expect(await contentOf(server.db)).toEqual(before);
      cells += 1;
    }
  });
});

const inBody = NAMINGS.filter(({ part }) => part !== 'the path');
const inPath = NAMINGS.filter(({ part }) => part === 'the path');

describe.each(inBody)('$call, by $part', ({ call, input }) => {
  it('refuses what is no id with a 422 that repeats nothing', async () => {
    const before = await contentOf(server.db);
    for (const [kind, nonsense] of Object.entries(NONSENSE)) {
      const answer = await server.call(call, input(nonsense as string), head());
      expect({ kind, status: answer.status }).toEqual({ kind, status: 422 });
      expect(answer.text).not.toContain('planted');
      cells += 1;
    }
    expect(await contentOf(server.db)).toEqual(before);
  });
});

describe.each(inPath)('$call, by $part', ({ call, input }) => {
  it('finds nothing where the path holds no id', async () => {
    for (const id of ['x'.repeat(101), 'planted\0id', '..', '%2e%2e', 'planted/../x', '"']) {
      const answer = await server.call(call, input(id), head());
      expect([404, 422]).toContain(answer.status);
      expect(answer.text).not.toContain('planted');
      cells += 1;
    }
  });
});

describe('a site to file at', () => {
  it.each(['addReferral', 'addGuestReferral'] as const)(
    'must be a live one, whoever asks: %s',
    async (call) => {
      const bearer = call === 'addReferral' ? world.bearer('referral') : undefined;
      const states: States = {
        ...ABSENT,
        'of another kind': ACCOUNTS.active,
        deleted: deletedSite,
      };
      for (const [state, make] of Object.entries(states)) {
        const body = referralBody(await make());
        const { referral: before } = await contentOf(server.db);
        const answer = await server.call(call, { body }, bearer);
        expect({ state, status: answer.status }).toEqual({ state, status: 422 });
        expect(answer.text).not.toContain(body.last_name);
        expect((await contentOf(server.db)).referral).toBe(before);
        cells += 1;
      }
    },
  );
});

describe('a referral set apart as possible spam', () => {
  it.each(['manager', 'limited', 'superuser'] as const)(
    'is in no list, filter or count of: %s',
    async (viewer) => {
      const bearer = world.bearer(viewer);
      const count = async () => (await server.done('countReferrals', {}, bearer)).count;
      const before = await count();
      const id = await newSuspected(world);
      expect(await count()).toBe(before);
      for (const call of ['listReferrals', 'filterReferrals'] as const) {
        const { items } = await server.done(call, { query: { size: 100 } }, bearer);
        expect(items.map(({ _id }) => _id)).not.toContain(id);
        cells += 1;
      }
    },
  );
});
