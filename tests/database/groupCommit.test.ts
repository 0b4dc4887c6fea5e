/** Asynchronous commits: a transaction that a crash of the database undoes must not have been acknowledged. */
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../../scripts/programs/realPostgres';
import { openDatabase } from '../../server/db/openDatabase';
import { audit_event, idempotency_record, referral } from '../../server/db/schema';
import {
  appendEntries,
  type AuditEvent,
  flushEntries,
  recordAudit,
  recordAuditUnflushed,
} from '../../server/features/audit/trail';
import { verifyTrail } from '../../server/features/audit/verify';
import { findRecord, insertIfAbsent } from '../../server/features/idempotency/idempotencyRecords';
import { readSettings } from '../../server/settings/settings';
import { createFixtures, referralBody } from '../support/fixtures';
import { startTestServer } from '../support/testServer';

const JWT_SECRET = 'a secret that outlives a crash of the database';

const event = (action: 'login' | 'logout') =>
  ({ actorId: null, action, recordIds: [], outcome: 'done', ip: '192.0.2.1' }) as const;

/** Starts a PostgreSQL that writes its log to disk only when it must, and opens its database. */
async function openIdleDatabase() {
  const server = await startPostgres({ wal_writer_delay: '10s' });
  onTestFinished(() => server.remove());
  const open = async () => {
    const database = await openDatabase(readSettings({ DATABASE_URL: `${server.url}/postgres` }));
    return database;
  };
  const { db, close } = await open();
  await recordAudit(db, event('login'));
  return {
    db,
    async crash() {
      await server.stop('immediately');
      await server.start();
      await close().catch(() => undefined);
      const reopened = await open();
      onTestFinished(() => reopened.close());
      return reopened.db;
    },
  };
}

describe('a database that crashes', () => {
  it('loses an unflushed commit, and the flush reports it', async () => {
    const { db, crash } = await openIdleDatabase();
    const lost = await recordAuditUnflushed(db, event('logout'));
    if (!lost) throw new Error('no entry');
    const after = await crash();
    expect(await after.$count(audit_event)).toBe(1);
    expect(await flushEntries(after, () => [lost])).toEqual(new Set());
    // Another entry has taken its number.
    await recordAudit(after, event('login'));
    expect(await flushEntries(after, () => [lost])).toEqual(new Set());
    expect(await verifyTrail(after)).toMatchObject({ isIntact: true });
  });

  it('keeps a flushed commit, and everything committed before it', async () => {
    const { db, crash } = await openIdleDatabase();
    const entries = [];
    for (const action of ['login', 'logout'] as const) {
      entries.push(await recordAuditUnflushed(db, event(action)));
    }
    const last = entries.at(-1);
    if (!last) throw new Error('no entry');
    expect(await flushEntries(db, () => [last])).toEqual(new Set([last.hash]));
    const after = await crash();
    expect(await after.$count(audit_event)).toBe(3);
    expect(await verifyTrail(after)).toMatchObject({ isIntact: true });
  });

  it('keeps the entries of reads, in their order', async () => {
    const { db, crash } = await openIdleDatabase();
    const read = (...recordIds: string[]): AuditEvent => ({
      actorId: 'a "quoted" {name}, \\',
      action: 'listReferrals',
      recordIds,
      outcome: 'done',
      ip: '2001:db8::1',
    });
    const reads = [read(), read('one'), read('{two}', 'th,ree', '"', 'null')];
    await appendEntries(db, () => reads);
    const after = await crash();
    const { actor_id: actorId, action, record_ids: recordIds, outcome, ip } = audit_event;
    const stored = await after
      .select({ actorId, action, recordIds, outcome, ip })
      .from(audit_event)
      .orderBy(audit_event.id)
      .offset(1);
    expect(stored).toEqual(reads);
    expect(await verifyTrail(after)).toMatchObject({ isIntact: true });
  });

  it('keeps every acknowledged guest referral, whether added alone or concurrently', async () => {
    const postgres = await startPostgres({ wal_writer_delay: '10s' });
    onTestFinished(() => postgres.remove());
    const environment = { DATABASE_URL: `${postgres.url}/postgres`, JWT_SECRET };
    const first = await startTestServer(environment);
    const { sites } = await createFixtures(first);
    const before = await first.db.$count(referral);
    for (const count of [1, 8, 1]) {
      await Promise.all(
        Array.from({ length: count }, () =>
          first.callOk('addGuestReferral', { body: referralBody(sites.own) }),
        ),
      );
    }
    await postgres.stop('immediately');
    await postgres.start();
    await first.close().catch(() => undefined);
    const { db, close } = await openDatabase(readSettings(environment));
    onTestFinished(close);
    expect(await db.$count(referral)).toBe(before + 10);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true });
  });

  it('keeps the stored response that a repeat received', async () => {
    const { db, crash } = await openIdleDatabase();
    const record = { name: 'n', payload: 'p', answer: '{}', recordId: null, seconds: 60 };
    await db.transaction(async (tx) => {
      await insertIfAbsent(tx, record);
      await recordAuditUnflushed(tx, event('login'));
    });
    expect(await findRecord(db, 'n')).toMatchObject({ payload: 'p' });
    const after = await crash();
    expect(await after.$count(idempotency_record)).toBe(1);
  });
});

it('statements are prepared without a pooler, and unprepared behind one that does not support it', async () => {
  const { url, remove } = await startPostgres();
  onTestFinished(remove);
  const database = await openDatabase(readSettings({ DATABASE_URL: `${url}/postgres` }));
  onTestFinished(() => database.close());
  const { db } = database;
  const find = () => findRecord(db, 'none');
  const insert = (name: string) =>
    insertIfAbsent(db, { name, payload: 'p', answer: '{}', recordId: null, seconds: 60 });
  const countPrepared = () => db.$count(sql`pg_prepared_statements`);
  expect(await insert('a')).toBe(true);
  expect(await countPrepared()).toBe(1);
  await appendEntries(db, () => [event('login')]);
  await db.execute('deallocate all');
  await appendEntries(db, () => [event('logout')]);
  expect(await db.$count(audit_event)).toBe(2);
  expect(await verifyTrail(db)).toMatchObject({ isIntact: true });
  expect(await insert('b')).toBe(true);
  expect(await insert('c')).toBe(true);
  expect(await find()).toBeNull();
  expect(await countPrepared()).toBe(0);
});
