/** A restore reproduces the content of an archive, from either engine into either. */
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { backUp } from '../../server/db/backup/backup';
import { restore } from '../../server/db/backup/restore';
import { ALL_TABLES, ARCHIVED_TABLES } from '../../server/db/backup/tables';
import { site } from '../../server/db/schema';
import { verifyTrail } from '../../server/features/audit/verify';
import { createDatabase, ENGINES } from '../support/engines';
import { EXHAUSTIVE } from '../support/exhaustive';
import {
  addAuditEntries,
  fillDatabase,
  hashArchivedTables,
  temporaryFolder,
  temporarySettings,
  withDatabase,
} from '../support/archives';

/** Each engine into the other. The exhaustive run adds each engine into itself. */
const PAIRS = ENGINES.flatMap((from) =>
  ENGINES.filter((to) => EXHAUSTIVE || to !== from).map((to) => ({
    from: from.engine,
    to: to.engine,
    source: from.settings,
    target: to.settings,
  })),
);

describe.each(PAIRS)('from $from to $to', ({ source, target }) => {
  it('restores every table, with working triggers and constraints', async () => {
    const { settings: from } = temporarySettings(await source());
    const before = await withDatabase(from, async (db) => {
      await fillDatabase(db, from);
      return hashArchivedTables(db);
    });
    const file = join(temporaryFolder(), 'all.backup');
    const written = await backUp(from, file);
    expect([...written.keys()]).toEqual(ARCHIVED_TABLES);
    expect(written.get('referral')?.rows).toBe(2_500);
    expect(written.get('audit_event')?.rows).toBe(20);
    expect(written.get('referral_event')?.rows).toBe(5);

    const { settings: to } = temporarySettings(await target());
    await restore(to, file, { replace: false });
    await withDatabase(to, async (db) => {
      expect(await hashArchivedTables(db)).toEqual(before);
      expect(await readSample(db)).toEqual([
        {
          micros: '1774749599123463',
          notes_lines: 6,
          substances: 0,
          text: String.raw`back\slash, "quotes", {braces}, NULL, \u0041, \.`,
        },
      ]);
      expect(await rowsOf(db, sql`select id from session`)).toEqual([]);

      expect(await verifyTrail(db)).toMatchObject({ isIntact: true, head: { id: 20 } });
      await addAuditEntries(db, 1);
      expect(await verifyTrail(db)).toMatchObject({ isIntact: true, head: { id: 21 } });
      await expect(db.execute(sql`delete from audit_event`)).rejects.toThrow('Failed query');
      await expect(db.execute(sql`truncate audit_event`)).rejects.toThrow('Failed query');
      await expect(db.execute(sql`delete from referral_event`)).rejects.toThrow('Failed query');
    });
  });
});

const rowsOf = async (
  db: Parameters<typeof hashArchivedTables>[0],
  query: ReturnType<typeof sql>,
) => z.object({ rows: z.array(z.unknown()) }).parse(await db.execute(query)).rows;

const readSample = (db: Parameters<typeof hashArchivedTables>[0]) =>
  rowsOf(
    db,
    sql`select (extract(epoch from entry_date) * 1000000)::bigint::text as micros, first_name as text,
          array_length(string_to_array(notes, chr(10)), 1) as notes_lines, cardinality(substance) as substances
        from referral where id = 'Referral-7'`,
  );

it.each(ENGINES)(
  'an archive contains every table of the database on $engine',
  async ({ settings }) => {
    const { settings: own } = temporarySettings(await settings());
    const tables = await withDatabase(own, (db) =>
      rowsOf(
        db,
        sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
      ),
    );
    expect(tables).toEqual(ALL_TABLES.toSorted().map((name) => ({ name })));
    expect(ALL_TABLES.filter((name) => !ARCHIVED_TABLES.includes(name))).toEqual(['session']);
  },
);

it('an archive has each table after the tables that it references', () => {
  const index = (name: string) => ARCHIVED_TABLES.indexOf(name);
  expect(index('account_site')).toBeGreaterThan(Math.max(index('account'), index('site')));
  expect(index('referral')).toBeGreaterThan(
    Math.max(index('account'), index('site'), index('county')),
  );
  expect(index('referral_event')).toBeGreaterThan(Math.max(index('account'), index('referral')));
});

/** Options of a database with a linguistic collation: a, A, b, B. */
const LINGUISTIC_COLLATION = "template template0 locale 'C' locale_provider icu icu_locale 'en-US'";

it('two archives of the same content are equal, whatever the collation and time zone of the database', async () => {
  const { settings: from } = temporarySettings({});
  await withDatabase(from, async (db) => {
    await fillDatabase(db, from, 50);
    for (const id of ['B', 'a', 'A', 'b'])
      await db.insert(site).values({ id, name: `School ${id.charCodeAt(0)}` });
  });
  const folder = temporaryFolder();
  const first = await backUp(from, join(folder, '1'));
  const { settings: to } = temporarySettings({
    DATABASE_URL: await createDatabase(LINGUISTIC_COLLATION),
  });
  await withDatabase(to, (db) =>
    db.execute(sql`do $$ begin
      execute format('alter database %I set timezone = ''Asia/Tokyo''', current_database());
    end $$`),
  );
  await restore(to, join(folder, '1'), { replace: false });
  expect(await backUp(to, join(folder, '2'))).toEqual(first);
});
