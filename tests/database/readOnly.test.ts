/** A PostgreSQL that turns read-only, as the former primary after a failover: 503 for all, until its connections lead elsewhere. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../../scripts/programs/realPostgres';
import { createFixtures, referralBody } from '../support/fixtures';
import { startTestServer } from '../support/testServer';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

async function run(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgres.url}/postgres` });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

it('asks to come back, is unhealthy with a notice, and heals with new connections', async () => {
  const desk = await startTestServer({ DATABASE_URL: `${postgres.url}/postgres` });
  onTestFinished(() => desk.close());
  const { sites, bearer } = await createFixtures(desk);
  const head = bearer('superuser');
  const file = () => desk.call('addGuestReferral', { body: referralBody(sites.own) });
  const health = async () => (await desk.call('health', {})).status;
  expect([(await file()).status, await health()]).toEqual([200, 200]);

  // For the open connections and new ones.
  await run('alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
  await vi.waitFor(async () => expect(await health()).toBe(503), { timeout: 30_000 });
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const answer = await file();
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  }
  expect(await health()).toBe(503);
  expect((await desk.call('listReferrals', { query: {} }, head)).status).toBe(503);
  expect(await desk.app.operationalNotices()).toEqual(['databaseReadOnly']);
  expect(desk.log()).toContain('the database is read-only: nothing can be stored');

  // Only for new ones: the open ones stay read-only, as those to a former primary do.
  await run(
    'begin',
    'set local transaction_read_only = off',
    'alter role postgres set default_transaction_read_only = off',
    'commit',
  );
  await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 30_000 });
  for (let attempt = 0; attempt < 12; attempt += 1) expect((await file()).status).toBe(200);
  expect(await desk.app.operationalNotices()).toEqual([]);
  expect(desk.log()).toContain('the database can be written again');
});
