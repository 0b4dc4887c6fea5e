/** Optimistic locking: a change may name the version it expects. If there is a newer one, it is refused and writes nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyCallName, allCalls } from '../../contract/calls';
import type { Call } from '../../contract/calls/call';
import { takesVersion } from '../../contract/calls/endpoints';
import { hashTables, countAudit } from '../support/databaseState';
import { DEFAULT_ENGINES } from '../support/engines';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { findUnexpectedOutcomes, race, ROUNDS } from '../support/race';
import { type AnyInput, startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, referralBody, unique, type Fixtures } from '../support/fixtures';

const table: Record<AnyCallName, Call> = allCalls;
const VERSIONED = (Object.keys(table) as AnyCallName[]).filter((name) => takesVersion(table[name]));
const ifMatch = (version: number | string) => ({ 'if-match': `"${version}"` });

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
  const rounds = ROUNDS[engine];
  let server: TestServer;
  let accounts: PreparedAccounts;
  let fixtures: Fixtures;
  beforeAll(async () => {
    server = await startTestServer(await settings());
    accounts = await prepareAccounts(server);
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());

  const head = () => fixtures.bearer('superuser');
  const call = (name: AnyCallName, input: AnyInput) => server.call(name, input, head());

  /** The last name of each referral, by which `read` finds it. */
  const lastNames = new Map<string, string>();
  /** Creates a record of each kind to change. Returns its ID and a function that reads it. */
  const referral = async () => {
    const body = referralBody(fixtures.sites.own);
    const { _id } = await server.callOk('addReferral', { body }, head());
    lastNames.set(_id, body.last_name);
    return {
      id: _id,
      read: async () => {
        const query = { name: body.last_name };
        return (await server.callOk('filterReferrals', { query }, head())).items[0];
      },
    };
  };
  const heldReferral = async () => {
    const body = referralBody(fixtures.sites.own, { website: 'x', filled_in: 60 });
    await server.callOk('addGuestReferral', { body });
    const read = async () => {
      const { items } = await server.callOk('listHeld', { query: { size: 100 } }, head());
      const still = items.find(({ last_name }) => last_name === body.last_name);
      const query = { name: body.last_name };
      return still ?? (await server.callOk('filterReferrals', { query }, head())).items[0];
    };
    return { id: (await read())?._id ?? '', read };
  };
  const site = async () => {
    const { _id } = await server.callOk('addSite', { body: { name: unique('Versioned') } }, head());
    const read = async () =>
      (await server.callOk('listSites', {})).find((each) => each._id === _id);
    return { id: _id, read };
  };
  const account = async (state: 'active' | 'pending' = 'active') => {
    const { id, username } = await accounts.add({ state });
    const query = { query: username };
    const read = async () => (await server.callOk('searchAccounts', { query }, head()))[0];
    return { id, read };
  };

  const CHANGES: Record<
    string,
    {
      make: () => Promise<{ id: string; read: () => Promise<{ version?: number } | undefined> }>;
      input: (id: string) => AnyInput;
      isDeletion?: true;
    }
  > = {
    updateReferral: { make: referral, input: (id) => ({ body: { id, notes: unique('Note') } }) },
    assignReferral: {
      make: referral,
      input: (referral_id) => ({ body: { referral_id, user_id: fixtures.people.manager.id } }),
    },
    correctReferral: {
      make: referral,
      input: (id) => {
        const last_name = lastNames.get(id) ?? 'Absent';
        return { body: { ...referralBody(fixtures.sites.other, { last_name }), id } };
      },
    },
    assignOwner: {
      make: referral,
      input: (id) => ({ body: { id, owner: fixtures.people.superuser.id } }),
    },
    addContactAttempt: {
      make: referral,
      input: (id) => {
        const attempt = { channel: 'call', whom: 'person', outcome: 'noAnswer' };
        return { body: { id, ...attempt, status: 'More Info Needed' } };
      },
    },
    saveReferral: { make: referral, input: (id) => ({ body: { id, notes: unique('Saved') } }) },
    deleteReferral: { make: referral, input: (id) => ({ body: { id } }), isDeletion: true },
    releaseReferral: { make: heldReferral, input: (id) => ({ body: { id } }) },
    updateSite: { make: site, input: (id) => ({ body: { id, name: unique('Renamed') } }) },
    deleteSite: { make: site, input: (id) => ({ body: { id } }), isDeletion: true },
    approveAccount: {
      make: () => account('pending'),
      input: (user_id) => ({ body: { user_id } }),
    },
    updateAccount: {
      make: () => account(),
      input: (id) => ({ params: { id }, body: { fullname: unique('Renamed'), schools: [] } }),
    },
  };

  it('every change of an existing record accepts a version', () => {
    expect(VERSIONED.toSorted()).toEqual(Object.keys(CHANGES).toSorted());
  });

  describe.each(VERSIONED)('%s', (name) => {
    const { make, input, isDeletion } = CHANGES[name] ?? {
      make: referral,
      input: () => ({}),
      isDeletion: undefined,
    };

    it('refuses another version with a clear message and writes nothing', async () => {
      const { id, read } = await make();
      const { version = 0 } = (await read()) ?? {};
      expect(version).toBeGreaterThan(0);
      const before = await hashTables(server.db);
      const done = await countAudit(server.db, 'done');
      for (const wrong of [version + 1, version - 1, 0, 999_999_999]) {
        const answer = await call(name, { ...input(id), headers: ifMatch(wrong) });
        expect(answer).toMatchObject({
          status: 412,
          body: { detail: expect.stringContaining('Nothing was saved') },
        });
      }
      expect(await hashTables(server.db)).toEqual(before);
      expect(await countAudit(server.db, 'done')).toBe(done);
    });

    it('accepts the current version and increments it', async () => {
      const { id, read } = await make();
      const { version = 0 } = (await read()) ?? {};
      const answer = await call(name, { ...input(id), headers: ifMatch(version) });
      expect(answer.status).toBe(200);
      if (isDeletion) return expect(await read()).toBeUndefined();
      expect((await read())?.version).toBe(version + 1);
    });

    it('accepts a change without a version', async () => {
      const { id } = await make();
      expect((await call(name, input(id))).status).toBe(200);
    });

    it('returns 404 for a missing record, whatever the version', async () => {
      const answer = await call(name, { ...input('no-such-id'), headers: ifMatch(1) });
      expect(answer.status).toBe(404);
    });

    it.each(['7', 'W/"7"', '"7", "8"', '*', '""', '"-1"', '"1.5"', '"seven"', '"9999999999"', ''])(
      'refuses an invalid version (%s) and names the header',
      async (version) => {
        const { id } = await make();
        const before = await hashTables(server.db);
        const answer = await call(name, { ...input(id), headers: { 'if-match': version } });
        expect(answer).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['header', 'if-match'] }] },
        });
        expect(await hashTables(server.db)).toEqual(before);
      },
    );
  });

  it('increments the version of an account with each approval, deactivation and reactivation', async () => {
    const { id, username } = await accounts.add({ state: 'pending' });
    const versionNow = async () => {
      const query = { query: username };
      return (await server.callOk('searchAccounts', { query }, head()))[0]?.version;
    };
    expect(await versionNow()).toBe(1);
    await server.callOk('approveAccount', { body: { user_id: id } }, head());
    expect(await versionNow()).toBe(2);
    await server.callOk('deactivateAccount', { params: { id } }, head());
    expect(await versionNow()).toBe(3);
    await server.callOk('reactivateAccount', { params: { id } }, head());
    expect(await versionNow()).toBe(4);
  });

  it(`one of two concurrent changes of the same version of a referral succeeds, ${rounds} times`, async () => {
    const { id, read } = await referral();
    let { version = 0 } = (await read()) ?? {};
    const play = async (round: number) => {
      const notes = [unique('One'), unique('Two')];
      const answers = await race(
        round,
        ...notes.map((text) => () => {
          const body = { id, notes: text };
          return call('updateReferral', { body, headers: ifMatch(version) });
        }),
      );
      const now = await read();
      const winner = answers.findIndex(({ status }) => status === 200);
      const grewBy = (now?.version ?? 0) - version;
      version = now?.version ?? 0;
      return {
        statuses: answers.map(({ status }) => status).toSorted((a, b) => a - b),
        isOfWinner: now?.notes === notes[winner],
        grewBy,
      };
    };
    const allowed = [{ statuses: [200, 412], isOfWinner: true, grewBy: 1 }];
    expect(await findUnexpectedOutcomes(rounds, play, allowed, { sideBySide: 1 })).toEqual({});
  });

  it(`concurrent renames of a site and updates of an account do not overwrite each other, ${rounds / 4} times`, async () => {
    const ofSite = await site();
    const ofAccount = await account();
    const play = async (round: number) => {
      const { version: siteVersion = 0 } = (await ofSite.read()) ?? {};
      const { version: accountVersion = 0 } = (await ofAccount.read()) ?? {};
      const rename = () =>
        call('updateSite', {
          body: { id: ofSite.id, name: unique('Raced School') },
          headers: ifMatch(siteVersion),
        });
      const update = () =>
        call('updateAccount', {
          params: { id: ofAccount.id },
          body: { fullname: unique('Raced') },
          headers: ifMatch(accountVersion),
        });
      const answers = await race(round, rename, update, rename, update);
      const statuses = answers.map(({ status }) => status);
      const sorted = (list: (number | undefined)[]) => list.toSorted((a = 0, b = 0) => a - b);
      return {
        sites: sorted([statuses[0], statuses[2]]),
        accounts: sorted([statuses[1], statuses[3]]),
      };
    };
    const allowed = [{ sites: [200, 412], accounts: [200, 412] }];
    expect(await findUnexpectedOutcomes(rounds / 4, play, allowed, { sideBySide: 1 })).toEqual({});
  });
});
