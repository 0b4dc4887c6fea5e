/** A process that freezes within a transaction, as on a suspended machine, does not block the others for long. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openDatabase, type OpenDatabase } from '../../server/db/openDatabase';
import { recordAudit } from '../../server/features/audit/trail';
import { readSettings } from '../../server/settings/settings';
import { createDatabase } from '../support/engines';
import { startTestServer, type TestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';
import { signIn } from '../support/fixtures';

let server: TestServer;
let other: OpenDatabase;
let head: string;

beforeAll(async () => {
  const DATABASE_URL = await createDatabase();
  server = await startTestServer({ DATABASE_URL });
  other = await openDatabase(readSettings({ DATABASE_URL }));
  head = (await signIn(server, SUPERUSER.email, SUPERUSER.password)).access;
});
afterAll(async () => {
  await other.close();
  await server.close();
});

/** Locks the audit trail in a transaction and holds the lock until `resume`. */
async function freeze() {
  const thaw = deferred();
  const isFrozen = deferred();
  const work = other.db.transaction(async (tx) => {
    const entry = { actorId: null, recordIds: [], ip: '', outcome: 'done' } as const;
    await recordAudit(tx, { ...entry, action: 'logout' });
    isFrozen.resolve();
    await thaw.promise;
    await tx.execute(sql`select 1`);
  });
  const ended = work.then(
    () => 'done',
    () => 'undone',
  );
  await isFrozen.promise;
  return { resume: thaw.resolve, hasEnded: () => ended };
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function countFrozen(): Promise<number> {
  const { rows } = z.object({ rows: z.array(z.object({ count: z.number() })) }).parse(
    await server.db.execute(sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`),
  );
  return rows[0]?.count ?? 0;
}

it('a frozen process times out: its locks are released and its transaction is rolled back', async () => {
  const { resume, hasEnded } = await freeze();
  // Calls that need the audit trail get a Retry-After. Other calls are not blocked.
  const [waiting, sites] = await Promise.all([
    server.call('listReferrals', {}, head),
    server.call('listSites', {}),
  ]);
  expect(waiting).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(sites.status).toBe(200);
  await vi.waitFor(async () => expect(await countFrozen()).toBe(0), { timeout: 40_000 });
  expect((await server.call('listReferrals', {}, head)).status).toBe(200);
  // After it thaws, its transaction has failed and its process continues with another connection.
  resume();
  expect(await hasEnded()).toBe('undone');
  await other.ping();
});
