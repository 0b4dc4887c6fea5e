/** `npm run verify-audit` as a child process, the migration of older entries, and the indexes of the audit list. */
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../server/db/openDatabase';
import type { AuditFilter } from '../../contract/entities/audit';
import { selectEntries } from '../../server/features/audit/list';
import { recordAudit } from '../../server/features/audit/trail';
import { verifyTrail } from '../../server/features/audit/verify';
import { readSettings } from '../../server/settings/settings';
import { withDatabase } from '../support/archives';
import { command } from '../support/commands';
import { createDatabase, DEFAULT_ENGINES } from '../support/engines';
import { makeDataDir } from '../support/serverProcess';
import { copyEmbeddedTemplate } from '../support/templates';

const event = {
  actorId: null,
  action: 'login',
  recordIds: ['r1'],
  outcome: 'done',
  ip: '198.51.100.7',
} as const;

const audit = (environment: Record<string, string>, ...options: string[]) =>
  command('verifyAudit', environment, ...options);

it.each(DEFAULT_ENGINES)(
  'on $engine the command reports the state of the trail in its output and exit code',
  async ({ settings }) => {
    const { dataDir, remove } = makeDataDir();
    onTestFinished(remove);
    const environment = { DATA_DIR: dataDir, ...(await settings()) };
    const write = async (...statements: ReturnType<typeof sql>[]) => {
      await withDatabase(readSettings(environment), async (db) => {
        await recordAudit(db, event);
        for (const statement of statements) await db.execute(statement);
      });
    };
    await write();
    await write();
    const first = await audit(environment);
    expect(first.code).toBe(0);
    expect(first.output).toMatch(/^2 entries, chain intact, head 2:[0-9a-f]{64}\n$/);
    const noted = /2:[0-9a-f]{64}/.exec(first.output)?.[0] ?? '';

    await write();
    expect(await audit(environment, '--head', noted)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^3 entries, chain intact/),
    });
    expect(await audit(environment, '--head', `2:${'f'.repeat(64)}`)).toMatchObject({
      code: 1,
      output: expect.stringContaining('entry 2 '),
    });
    expect((await audit(environment, '--head', 'nonsense')).code).toBe(1);

    await write(
      sql`alter table audit_event disable trigger user`,
      sql`update audit_event set ip = '203.0.113.9' where id = 2`,
    );
    expect(await audit(environment)).toEqual({
      code: 1,
      output: 'The audit trail is not intact: entry 2 was changed.\n',
    });
  },
);

it('verify-audit explains why it cannot run', async () => {
  const { dataDir, remove } = makeDataDir();
  onTestFinished(remove);
  const settings = { DATA_DIR: dataDir };
  await copyEmbeddedTemplate(dataDir);
  const { close } = await openDatabase(readSettings(settings));
  onTestFinished(close);
  for (const [options, words] of [
    [[], 'in use by another Referral Desk'],
    [['--head', 'nonsense'], '--head'],
    [['--hed', 'x'], "Unknown option '--hed'"],
  ] as const) {
    const { code, output } = await audit(settings, ...options);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(words) });
    expect(output).not.toMatch(/^\s+at /m);
  }
});

/** The number of migrations before the one that chains the trail. */
const UNCHAINED = 4;

it('migration 0005 chains older audit entries and numbers them without gaps', async () => {
  const DATABASE_URL = await createDatabase();
  const migrationsFolder = join(import.meta.dirname, '../../server/db/migrations');
  const files = readMigrationFiles({ migrationsFolder }).slice(0, UNCHAINED);
  const pool = new pg.Pool({ connectionString: DATABASE_URL });
  const before = drizzle(pool);
  await before.execute(
    sql`create table migration (hash text primary key, applied_at timestamptz not null default now())`,
  );
  for (const file of files) {
    for (const statement of file.sql) await before.execute(sql.raw(statement));
    await before.execute(sql`insert into migration (hash) values (${file.hash})`);
  }
  await before.execute(sql`
    insert into audit_event (actor_id, action, record_id, outcome, ip) overriding system value
    select 'a1', 'updateReferral', 'r' || n, 'done', '198.51.100.7' from generate_series(1, 1500) n`);
  await before.execute(sql`delete from audit_event where id in (3, 700)`);
  await pool.end();

  const { db, close } = await openDatabase(readSettings({ DATABASE_URL }));
  onTestFinished(close);
  expect(await verifyTrail(db)).toMatchObject({ isIntact: true, head: { id: 1498 } });
  await recordAudit(db, event);
  expect(await verifyTrail(db)).toMatchObject({ isIntact: true, head: { id: 1499 } });
  const { rows } = z
    .object({ rows: z.array(z.object({ record_ids: z.array(z.string()) })) })
    .parse(
      await db.execute(sql`select record_ids from audit_event where id in (3, 1498) order by id`),
    );
  expect(rows).toEqual([{ record_ids: ['r4'] }, { record_ids: ['r1500'] }]);
});

it('each filter of the audit list uses an index', async () => {
  const settings = readSettings({ DATABASE_URL: await createDatabase() });
  const { db, close } = await openDatabase(settings);
  onTestFinished(close);
  // The trigger locks the same row for each entry, which this many entries do not need.
  await db.execute(sql`alter table audit_event disable trigger user`);
  await db.execute(sql`
    insert into audit_event (id, at, actor_id, action, record_ids, outcome, ip)
    select n, timestamptz '2026-01-01' + n * interval '1 minute', 'a' || n % 500, 'listReferrals',
      array['r' || n % 3000, 'r' || (n + 1) % 3000], 'done', '198.51.100.7' from generate_series(1, 30000) n`);
  await db.execute(sql`analyze audit_event`);
  const explain = async (filter: AuditFilter, asked: string[] = []) => {
    const query = selectEntries(db, { filter, range: [0, 24], order: 'DESC' }, asked);
    const plan = await db.execute(sql`explain ${query.getSQL()}`);
    return JSON.stringify((plan as { rows: unknown[] }).rows);
  };
  const day = { from: '2026-01-05T00:00:00Z', to: '2026-01-06T00:00:00Z' };
  for (const [index, filter, asked] of [
    ['audit_by_actor', { actor: 'a7' }, []],
    ['audit_by_record', { person: 'r7' }, ['r7', 'r8']],
    ['audit_by_time', day, []],
    // Without a filter, the newest entries are read from the end of the primary key.
    ['audit_event_pkey', {}, []],
    ['audit_event_pkey', { until: 20_000 }, []],
  ] as const) {
    const plan = await explain(filter, [...asked]);
    expect({ index, plan }).toEqual({ index, plan: expect.stringContaining(index) });
    expect(plan).not.toContain('Seq Scan');
  }
});
