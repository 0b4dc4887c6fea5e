/** PgBouncer in transaction mode, as docs/deploy.md describes it, before a PostgreSQL that is set otherwise than our SQL needs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../scripts/programs/freePort';
import { type PostgresServer, startPostgres } from '../../scripts/programs/realPostgres';
import { openDatabase } from '../../server/db/openDatabase';
import { POOLED_SETTINGS } from '../../server/db/server/connectionSettings';
import { explainFailure } from '../../server/failures/explainFailure';
import { readSettings } from '../../server/settings/settings';

const environment = inject('proxyEnvironment');

describe.runIf(environment)('PgBouncer in transaction mode', () => {
  let postgres: PostgresServer;
  let pooler: ChildProcess;
  let port: number;
  const folder = mkdtempSync(join(tmpdir(), 'referral-desk-pgbouncer-'));

  beforeAll(async () => {
    postgres = await startPostgres();
    port = await freePort();
    chmodSync(folder, 0o755);
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(
      file,
      `[databases]
* = host=127.0.0.1 port=${new URL(postgres.url).port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
    );
    // It refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    pooler = spawn('pgbouncer', [...user, file], { env: environment ?? {}, stdio: 'ignore' });
  });
  afterAll(async () => {
    pooler.kill();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Creates a database with these settings. Returns its URL at the pooler. */
  async function createDatabase(name: string, settings: Record<string, string>) {
    const client = new pg.Client({ connectionString: `${postgres.url}/postgres` });
    await client.connect();
    await client.query(`create database ${name}`);
    for (const [setting, value] of Object.entries(settings))
      await client.query(`alter database ${name} set ${setting} = ${value}`);
    await client.end();
    return `postgres://postgres@127.0.0.1:${port}/${name}`;
  }
  const open = (DATABASE_URL: string) =>
    // Debian 12 has PgBouncer 1.18, which keeps no prepared statements.
    openDatabase(readSettings({ DATABASE_URL, PREPARED_STATEMENTS: 'false' }));

  it('keeps our settings for each client, without a line in its own', async () => {
    const url = await createDatabase('odd', {
      datestyle: `'SQL', 'DMY'`,
      timezone: `'Asia/Kolkata'`,
      standard_conforming_strings: 'off',
    });
    const database = await vi.waitFor(() => open(url), { timeout: 30_000, interval: 500 });
    onTestFinished(() => database.close());
    const read = sql`select current_setting('DateStyle') as "DateStyle", current_setting('TimeZone') as "TimeZone",
      current_setting('standard_conforming_strings') as standard_conforming_strings`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => database.db.execute(read) as Promise<{ rows: object[] }>),
    );
    for (const { rows } of answers) expect(rows).toEqual([POOLED_SETTINGS]);
  });

  it('that does not pass a setting on stops the start with the cure, which is one', async () => {
    const url = await createDatabase('serial', { default_transaction_isolation: `'serializable'` });
    const refusal = await open(url).then(() => 'it opened', explainFailure);
    expect(refusal).toContain('does not pass on default_transaction_isolation,');
    const [cure = ''] = /alter role .*?;/.exec(refusal) ?? [];
    expect(cure).toBe(
      `alter role "postgres" set default_transaction_isolation = 'read committed';`,
    );
    const client = new pg.Client({ connectionString: `${postgres.url}/postgres` });
    await client.connect();
    await client.query(cure);
    // As RECONNECT in its console, which this test may not use.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'serial'`,
    );
    await client.end();
    const database = await vi.waitFor(() => open(url), { timeout: 30_000, interval: 500 });
    await database.close();
  });
});
