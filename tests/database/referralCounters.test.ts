/** Referral counters: the stored count always equals a fresh count. */
import fc from 'fast-check';
import { and, eq, isNull, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEXES } from '../../contract/constants';
import { REFERRAL_STATUSES } from '../../contract/staffConstants';
import type { Database } from '../../server/db/database';
import {
  receipt,
  referral,
  referral_event,
  referral_counter,
  referral_counter_change,
} from '../../server/db/schema';
import { countHeld, rollUpCounters } from '../../server/features/referrals/list/counters';
import { listSiteCounts } from '../../server/features/referrals/list/siteCounts';
import { countMatching } from '../support/countMatching';
import { DEFAULT_ENGINES } from '../support/engines';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, referralBody, type Fixtures } from '../support/fixtures';

const RUNS = { seed: 20_261_121, numRuns: 15, endOnFailure: true };
const WRITERS = 8;
const WRITES_EACH = 25;

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  const head = () => fixtures.bearer('superuser');

  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());

  /** Compares the stored and fresh counts of everything that is queried. */
  async function compare() {
    const { db } = server;
    const live = and(isNull(referral.deleted_at), isNull(referral.hold_reason));
    const fresh: unknown[] = [];
    const stored: unknown[] = [];
    for (const status of [undefined, ...REFERRAL_STATUSES])
      for (const sex of [undefined, ...SEXES])
        for (const isGuest of [undefined, true] as const) {
          const kind = {
            ...(status && { status }),
            ...(sex && { sex }),
            ...(isGuest && { isGuest }),
          };
          const guest = and(isNull(referral.assigned_to), isNull(referral.created_by));
          const where = and(
            live,
            status && eq(referral.status, status),
            sex && eq(referral.sex, sex),
            isGuest && guest,
          );
          stored.push({ kind, count: await countMatching(db, 'all', kind) });
          fresh.push({ kind, count: await db.$count(referral, where) });
          const scope = { accountId: 'nobody', siteIds: [fixtures.sites.own] };
          stored.push({ own: kind, count: await countMatching(db, scope, kind) });
          const own = and(where, eq(referral.site_id, fixtures.sites.own));
          fresh.push({ own: kind, count: await db.$count(referral, own) });
        }
    stored.push(await countHeld(db));
    const held = and(isNull(referral.deleted_at), isNotNull(referral.hold_reason));
    fresh.push(await db.$count(referral, held));
    for (const { _id, referrals } of await listSiteCounts(db)) {
      stored.push({ _id, referrals });
      fresh.push({
        _id,
        referrals: await db.$count(referral, and(live, eq(referral.site_id, _id))),
      });
    }
    expect(stored).toEqual(fresh);
  }

  const step = fc.record({
    what: fc.constantFrom(
      'file',
      'file',
      'guest',
      'suspect',
      'release',
      'update',
      'assign',
      'delete',
      'put back',
      'fold',
      'add many',
      'remove',
    ),
    which: fc.nat(),
    status: fc.constantFrom(...REFERRAL_STATUSES),
    sex: fc.constantFrom(...SEXES),
    site: fc.constantFrom('own', 'other'),
  } as const);

  it('the counters are correct after any writes, rolled up or not', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { what, which, status, sex, site } of steps) {
        const rows = await server.db.select().from(referral).where(isNull(referral.deleted_at));
        const one = rows[which % Math.max(rows.length, 1)];
        const id = one?.id ?? 'none';
        const body = { ...referralBody(fixtures.sites[site]), sex };
        if (what === 'file') await server.callOk('addReferral', { body }, head());
        if (what === 'guest') await server.callOk('addGuestReferral', { body });
        if (what === 'suspect')
          await server.callOk('addGuestReferral', { body: { ...body, website: 'x' } });
        if (what === 'release') await server.call('releaseReferral', { body: { id } }, head());
        if (what === 'update')
          await server.call('updateReferral', { body: { id, status } }, head());
        if (what === 'assign') {
          const assignment = { user_id: fixtures.people.limited.id, referral_id: id };
          await server.call('assignReferral', { body: assignment }, head());
        }
        if (what === 'delete') await server.call('deleteReferral', { body: { id } }, head());
        if (what === 'put back') {
          const deleted = await server.db
            .select()
            .from(referral)
            .where(isNotNull(referral.deleted_at));
          const back = deleted[which % Math.max(deleted.length, 1)]?.id ?? 'none';
          await server.call('putBackReferral', { body: { id: back } }, head());
        }
        if (what === 'fold') await rollUpCounters(server.db);
        if (what === 'add many' && one) {
          const copy = sql`insert into referral (id, tracking_id, site_id, substance, first_name, last_name,
              contact_number, contact_digits, sex, dob, status, created_by)
            select gen_random_uuid(), gen_random_uuid(), ${one.site_id}, '{}', 'A', 'B', '1', '1',
              (array['Male', 'Female', 'Other'])[1 + n % 3], '2000-01-01', 'Pending', ${one.created_by}::text
            from generate_series(1, 7) n`;
          await server.db.execute(copy);
        }
        // No call deletes a row, but a future purge may, with its history.
        if (what === 'remove') await purge(server.db, id);
      }
      await compare();
    });
    await fc.assert(property, RUNS);
  });

  it.runIf(engine === 'PostgreSQL')(
    'the counters are right after concurrent writes and roll-ups',
    async () => {
      const write = async () => {
        for (let count = 0; count < WRITES_EACH; count += 1) {
          const body = referralBody(fixtures.sites.own);
          const { _id } = await server.callOk('addReferral', { body }, head());
          if (count % 2 === 0)
            await server.callOk(
              'updateReferral',
              { body: { id: _id, status: 'Processed' } },
              head(),
            );
          if (count % 3 === 0) await server.callOk('deleteReferral', { body: { id: _id } }, head());
          await rollUpCounters(server.db);
        }
      };
      const { count: before } = await server.callOk('countReferrals', {}, head());
      await Promise.all(Array.from({ length: WRITERS }, write));
      await compare();
      const { count: after } = await server.callOk('countReferrals', {}, head());
      expect(after - before).toBe(WRITERS * (WRITES_EACH - Math.ceil(WRITES_EACH / 3)));
    },
  );

  it('the counters are correct after all referrals are deleted in one statement', async () => {
    await expect(
      server.db.transaction(async (tx) => {
        await tx.execute(sql`truncate referral cascade`);
        const left = [await countMatching(tx, 'all'), await countHeld(tx)];
        throw new Error(`Left: ${left.join()}`);
      }),
    ).rejects.toThrow('Left: 0,0');
    await compare();
  });

  it('a roll-up leaves no changes behind and counts none twice', async () => {
    const { count } = await server.callOk('countReferrals', {}, head());
    await Promise.all([1, 2, 3, 4].map(() => rollUpCounters(server.db)));
    await rollUpCounters(server.db);
    expect(await server.db.$count(referral_counter_change)).toBe(0);
    expect(await server.callOk('countReferrals', {}, head())).toEqual({ count });
    expect(await server.db.$count(referral_counter)).toBeGreaterThan(0);
  });
});

/** Deletes a referral with its receipt and its history, which refuses deletions while its trigger is enabled. */
async function purge(db: Database, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table referral_event disable trigger user`);
    await tx.delete(referral_event).where(eq(referral_event.referral_id, id));
    await tx.execute(sql`alter table referral_event enable trigger user`);
    await tx.delete(receipt).where(eq(receipt.referral_id, id));
    await tx.delete(referral).where(eq(referral.id, id));
  });
}
