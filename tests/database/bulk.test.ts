/** Changing many referrals with one call: those that can be changed are, and the response has the outcome of each. */
import { randomUUID } from 'node:crypto';
import { asc, eq, gt, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '../../contract/calls';
import { BULK_LIMITS } from '../../contract/staffConstants';
import { account, audit_event, idempotency_record, referral } from '../../server/db/schema';
import { verifyTrail } from '../../server/features/audit/verify';
import type { Caller } from '../../server/features/access/caller';
import { changeReferrals } from '../../server/features/referrals/bulk/changeReferrals';
import { followUpRules } from '../../server/features/referrals/followUpRules';
import { countMatching } from '../support/countMatching';
import { newTrackingId } from '../../server/features/referrals/filing/rules';
import { hashTables } from '../support/databaseState';
import { DEFAULT_ENGINES, ENGINES } from '../support/engines';
import { failStatement } from '../support/failingStatements';
import { race, ROUNDS } from '../support/race';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createFixtures,
  type Fixtures,
  PASSWORD,
  referralBody,
  uniqueEmail,
} from '../support/fixtures';

type Body = CallInput<'changeReferrals'>['body'];

function serve(settings: () => Promise<Record<string, string>>) {
  let server: TestServer;
  let fixtures: Fixtures;
  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());

  const head = () => fixtures.bearer('superuser');
  return {
    get server() {
      return server;
    },
    get fixtures() {
      return fixtures;
    },
    head,
    /** Stores referrals at the managers' site, or another, and returns their ids. */
    async store(count: number, values: Partial<typeof referral.$inferInsert> = {}) {
      const rows = Array.from({ length: count }, () => ({
        id: randomUUID(),
        tracking_id: newTrackingId(),
        site_id: fixtures.sites.own,
        substance: [],
        first_name: 'Robin',
        last_name: 'Sample',
        contact_number: '1234567',
        contact_digits: '1234567',
        sex: 'Other' as const,
        dob: '2000-01-01',
        status: 'Pending' as const,
        ...values,
      }));
      await server.db.insert(referral).values(rows);
      return rows.map(({ id }) => id);
    },
    async read(id: string) {
      const [row] = await server.db.select().from(referral).where(eq(referral.id, id));
      if (!row) throw new Error('No such row');
      return row;
    },
    async change(body: Body) {
      return (await server.callOk('changeReferrals', { body }, head())).results;
    },
    /** The audit entries that `run` adds. */
    async trailOf(run: () => Promise<unknown>) {
      // The database numbers them without gaps.
      const last = await server.db.$count(audit_event);
      await run();
      return server.db
        .select()
        .from(audit_event)
        .where(gt(audit_event.id, last))
        .orderBy(asc(audit_event.id));
    },
  };
}

const toProcessed = (ids: readonly string[], version?: number): Body => ({
  action: 'status',
  status: 'Processed',
  items: ids.map((id) => ({ id, ...(version !== undefined && { version }) })),
});

describe.each(ENGINES)('on $engine', ({ settings }) => {
  const context = serve(settings);
  const { store, read, change, trailOf, head } = context;

  it('sets the status of each row that can be changed, and says of the others why not', async () => {
    const [plain = '', unversioned = '', stale = '', gone = ''] = await store(4);
    const [same = ''] = await store(1, { status: 'Processed' });
    const [held = ''] = await store(1, { hold_reason: 'trap' });
    const { callOk } = context.server;
    await callOk('updateReferral', { body: { id: stale, status: 'Declined Services' } }, head());
    await callOk('deleteReferral', { body: { id: gone } }, head());
    const { _id: filed } = await callOk(
      'addReferral',
      { body: referralBody(context.fixtures.sites.other) },
      head(),
    );

    const items = [
      { id: plain, version: 1 },
      { id: 'no-such-id', version: 1 },
      { id: stale, version: 1 },
      { id: unversioned },
      { id: gone, version: 1 },
      { id: same, version: 1 },
      { id: held, version: 1 },
      { id: filed, version: 1 },
    ];
    expect(await change({ action: 'status', status: 'Processed', items })).toEqual([
      { id: plain, outcome: 'done', version: 2, from: 'Pending' },
      { id: 'no-such-id', outcome: 'missing' },
      { id: stale, outcome: 'stale', version: 2, from: 'Declined Services' },
      { id: unversioned, outcome: 'done', version: 2, from: 'Pending' },
      { id: gone, outcome: 'missing' },
      { id: same, outcome: 'unchanged', version: 1, from: 'Processed' },
      { id: held, outcome: 'missing' },
      { id: filed, outcome: 'done', version: 2, from: 'Pending' },
    ]);
    expect(await read(plain)).toMatchObject({ status: 'Processed', version: 2 });
    expect(await read(stale)).toMatchObject({ status: 'Declined Services', version: 2 });
    expect(await read(same)).toMatchObject({ status: 'Processed', version: 1 });
    expect(await read(held)).toMatchObject({ status: 'Pending', version: 1 });
  });

  it('undoes a change by the returned versions, except for referrals that changed since', async () => {
    const ids = await store(3);
    const results = await change(toProcessed(ids, 1));
    await context.server.callOk(
      'updateReferral',
      { body: { id: ids[1] ?? '', notes: 'Called' } },
      head(),
    );
    const undo = await change({
      action: 'status',
      status: 'Pending',
      items: results.map(({ id, version = 0 }) => ({ id, version })),
    });
    expect(undo.map(({ outcome }) => outcome)).toEqual(['done', 'stale', 'done']);
    expect(await read(ids[1] ?? '')).toMatchObject({ status: 'Processed', notes: 'Called' });
  });

  it('sets and removes the owner', async () => {
    const ids = await store(2);
    const owner = context.fixtures.people.superuser.id;
    const set = (to: string | null) =>
      change({ action: 'owner', owner: to, items: ids.map((id) => ({ id })) });
    expect(await set(owner)).toMatchObject([
      { outcome: 'done', from: null, version: 2 },
      { outcome: 'done', from: null, version: 2 },
    ]);
    expect(await set(owner)).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }]);
    expect(await read(ids[0] ?? '')).toMatchObject({ owner_id: owner });
    expect(await set(null)).toMatchObject([{ outcome: 'done', from: owner }, {}]);
    expect(await read(ids[0] ?? '')).toMatchObject({ owner_id: null });
  });

  it('refuses an owner who cannot be one, and changes nothing', async () => {
    const ids = await store(2);
    const { manager, referral: person } = context.fixtures.people;
    const before = await hashTables(context.server.db);
    for (const owner of [manager.id, person.id, 'no-such-id']) {
      const body = { action: 'owner', owner, items: ids.map((id) => ({ id })) };
      const answer = await context.server.call('changeReferrals', { body }, head());
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'owner'] }] } });
    }
    expect(await hashTables(context.server.db)).toEqual(before);
  });

  it('releases and deletes held referrals only', async () => {
    const [first = '', second = '', changed = ''] = await store(3, { hold_reason: 'haste' });
    const [ordinary = ''] = await store(1);
    await context.server.db.update(referral).set({ version: 2 }).where(eq(referral.id, changed));
    const items = [first, changed, ordinary, 'no-such-id'].map((id) => ({ id, version: 1 }));
    expect(await change({ action: 'release', items })).toEqual([
      { id: first, outcome: 'done', version: 2 },
      { id: changed, outcome: 'stale', version: 2 },
      { id: ordinary, outcome: 'missing' },
      { id: 'no-such-id', outcome: 'missing' },
    ]);
    expect(await read(first)).toMatchObject({ hold_reason: null, deleted_at: null });
    // Released by someone else since: a bulk deletes no ordinary referral.
    const doomed = [first, second, ordinary].map((id) => ({ id }));
    expect(await change({ action: 'delete', items: doomed })).toEqual([
      { id: first, outcome: 'missing' },
      { id: second, outcome: 'done' },
      { id: ordinary, outcome: 'missing' },
    ]);
    expect(await read(second)).toMatchObject({ deleted_at: expect.any(Date) });
    expect(await read(ordinary)).toMatchObject({ deleted_at: null });
  });

  it('deactivates the account of a deleted referral, and deletes its idempotency records', async () => {
    const { callOk, db } = context.server;
    const filed = { body: referralBody(context.fixtures.sites.own) };
    const { _id } = await callOk('addReferral', filed, head());
    const username = uniqueEmail();
    const login = { fullname: 'Robin Sample', username, password: PASSWORD, referral: _id };
    await callOk('registerReferral', { body: { ...login, schools: [] } }, head());
    await db.update(referral).set({ hold_reason: 'flood' }).where(eq(referral.id, _id));
    await change({ action: 'delete', items: [{ id: _id }] });
    const [row] = await db.select().from(account).where(eq(account.username, username));
    expect(row).toMatchObject({ state: 'deactivated' });
    expect(await db.$count(idempotency_record, eq(idempotency_record.record_id, _id))).toBe(0);
  });

  it(`changes ${BULK_LIMITS.perCall} at once, with an audit entry of each under the name of the single call`, async () => {
    const ids = await store(BULK_LIMITS.perCall);
    const [stale = ''] = await store(1);
    const entries = await trailOf(async () => {
      const results = await change(toProcessed(ids, 1));
      expect(results.map(({ id }) => id)).toEqual(ids);
      expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
    });
    expect(entries.map(({ record_ids }) => record_ids)).toEqual(ids.map((id) => [id]));
    expect(entries[0]).toMatchObject({
      action: 'updateReferral',
      outcome: 'done',
      actor_id: context.fixtures.people.superuser.id,
    });
    expect(await trailOf(() => change(toProcessed([stale, 'no-such-id'], 7)))).toEqual([]);
    expect(await verifyTrail(context.server.db)).toMatchObject({ isIntact: true });
  });

  it('names the other records of a change in its audit entry', async () => {
    const [one = ''] = await store(1);
    const owner = context.fixtures.people.superuser.id;
    const items = [{ id: one }];
    expect(await trailOf(() => change({ action: 'owner', owner, items }))).toMatchObject([
      { action: 'assignOwner', record_ids: [one, owner] },
    ]);
    await context.server.db
      .update(referral)
      .set({ hold_reason: 'trap' })
      .where(eq(referral.id, one));
    expect(await trailOf(() => change({ action: 'release', items }))).toMatchObject([
      { action: 'releaseReferral', record_ids: [one] },
    ]);
    await context.server.db
      .update(referral)
      .set({ hold_reason: 'trap' })
      .where(eq(referral.id, one));
    expect(await trailOf(() => change({ action: 'delete', items }))).toMatchObject([
      { action: 'deleteReferral', record_ids: [one] },
    ]);
  });

  it('keeps the counters correct', async () => {
    const { db } = context.server;
    const ids = await store(5, { sex: 'Female' });
    const counts = async () => [
      await countMatching(db, 'all', { status: 'Pending' }),
      await countMatching(db, 'all', { status: 'Processed' }),
    ];
    const [pending = 0, processed = 0] = await counts();
    await change(toProcessed(ids));
    expect(await counts()).toEqual([pending - 5, processed + 5]);
  });

  it.each([
    ['none', { action: 'status', status: 'Processed', items: [] }, 'items'],
    ['one twice', toProcessed(['a', 'b', 'a']), 'items'],
    ['101', toProcessed(Array.from({ length: BULK_LIMITS.perCall + 1 }, String)), 'items'],
    ['no status', { action: 'status', items: [{ id: 'a' }] }, 'status'],
    ['an unknown status', { ...toProcessed(['a']), status: 'Lost' }, 'status'],
    ['no owner', { action: 'owner', items: [{ id: 'a' }] }, 'owner'],
    ['an unknown action', { action: 'print', items: [{ id: 'a' }] }, 'action'],
    ['a version of 0', toProcessed(['a'], 0), 'items'],
    ['a version as text', { ...toProcessed([]), items: [{ id: 'a', version: '1' }] }, 'items'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await context.server.call('changeReferrals', { body }, head());
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: expect.arrayContaining(['body', field]) }] },
    });
  });

  it('returns the stored response to a repeat with the same key, and runs another request', async () => {
    const ids = await store(2);
    const body = toProcessed(ids);
    const send = (key: string) =>
      context.server.call('changeReferrals', { body, headers: { 'idempotency-key': key } }, head());
    const first = await send('key-of-the-first');
    const entries = await trailOf(async () => {
      expect(await send('key-of-the-first')).toMatchObject({ status: 200, body: first.body });
    });
    expect(entries).toEqual([]);
    expect(await read(ids[0] ?? '')).toMatchObject({ version: 2 });
    // The same content under another key is no repeat: somebody may have changed it back since.
    await change({ action: 'status', status: 'Pending', items: ids.map((id) => ({ id })) });
    expect((await send('key-of-the-second')).body).toMatchObject({
      results: [{ outcome: 'done' }, { outcome: 'done' }],
    });
    const other = { ...body, status: 'Declined Services' };
    const answer = await context.server.call(
      'changeReferrals',
      { body: other, headers: { 'idempotency-key': 'key-of-the-first' } },
      head(),
    );
    expect(answer.status).toBe(409);
  });

  it('does not change referrals out of the caller’s scope, whatever the permissions allow', async () => {
    const { id: accountId, username } = context.fixtures.people.manager;
    const caller: Caller = {
      sessionId: '',
      accountId,
      username,
      fullname: '',
      role: 'MANAGER',
      siteIds: [context.fixtures.sites.own],
      isInside: true,
    };
    const [seen = ''] = await store(1);
    const [unseen = ''] = await store(1, { site_id: context.fixtures.sites.other });
    const body = { action: 'status', status: 'Processed' } as const;
    const { results } = await context.server.db.transaction((tx) =>
      changeReferrals(
        tx,
        caller,
        { ...body, items: [{ id: unseen }, { id: seen }] },
        { rules: followUpRules(context.server.app.settings), now: new Date() },
      ),
    );
    expect(results).toMatchObject([
      { id: unseen, outcome: 'missing' },
      { id: seen, outcome: 'done' },
    ]);
    expect(await read(unseen)).toMatchObject({ status: 'Pending', version: 1 });
  });
});

describe.each(DEFAULT_ENGINES)('concurrently, on $engine', ({ engine, settings }) => {
  const context = serve(settings);
  const { store, read, change, head } = context;
  const rounds = ROUNDS[engine] / 2;

  it('a failure of any statement leaves all rows unchanged', async () => {
    const ids = await store(3);
    const before = await hashTables(context.server.db);
    let reached = 0;
    for (let k = 1; ; k += 1) {
      const run = () =>
        context.server.call('changeReferrals', { body: toProcessed(ids, 1) }, head());
      const { result, wasReached } = await failStatement(k, run);
      if (!wasReached) {
        expect(result.status).toBe(200);
        break;
      }
      reached = k;
      expect({ k, status: result.status }).toEqual({ k, status: 503 });
      expect(await hashTables(context.server.db)).toEqual(before);
    }
    expect(reached).toBeGreaterThan(ids.length);
    expect(await read(ids[2] ?? '')).toMatchObject({ status: 'Processed' });
  });

  it(`two changes of the same rows in opposite order do not deadlock, ${rounds} times`, async () => {
    const ids = await store(20);
    for (let round = 0; round < rounds; round += 1) {
      const status = round % 2 === 0 ? 'Processed' : 'Pending';
      const [a, b] = await race(
        round,
        () => change({ action: 'status', status, items: ids.map((id) => ({ id })) }),
        () => change({ action: 'status', status, items: ids.toReversed().map((id) => ({ id })) }),
      );
      const done = [...a, ...b].filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
      expect(done.toSorted()).toEqual(ids.toSorted());
    }
  });

  it(`changes each row once, beside single changes of the same versions, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const ids = await store(6);
      const singles = ids.slice(2, 4).map((id) => () => {
        const body = { id, status: 'Declined Services' } as const;
        const headers = { 'if-match': '"1"' };
        return context.server.call('updateReferral', { body, headers }, head());
      });
      const [results, ...answers] = await race(
        round,
        () => change(toProcessed(ids, 1)),
        ...singles,
      );
      const outcomes = Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
      const rows = await context.server.db.select().from(referral).where(inArray(referral.id, ids));
      for (const { id, status, version } of rows) {
        const single = answers[ids.indexOf(id) - 2]?.status;
        expect(version).toBe(2);
        // Exactly one of both has won.
        if (outcomes[id] === 'done') expect([undefined, 412]).toContain(single);
        else expect({ outcome: outcomes[id], single }).toEqual({ outcome: 'stale', single: 200 });
        expect(status).toBe(outcomes[id] === 'done' ? 'Processed' : 'Declined Services');
      }
    }
    expect(await verifyTrail(context.server.db)).toMatchObject({ isIntact: true });
  });
});
