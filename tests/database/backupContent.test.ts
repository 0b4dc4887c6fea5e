/** The content of an archive: the tables of its version, each once, and lines of limited length. */
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { LENGTHS } from '../../contract/constants';
import { backUp } from '../../server/db/backup/backup';
import { appendChecksum } from '../../server/db/backup/checksum';
import { MAX_LINE_LENGTH } from '../../server/db/backup/format';
import { verifyArchive } from '../../server/db/backup/readArchive';
import { restore } from '../../server/db/backup/restore';
import { splitLines } from '../../server/db/backup/splitLines';
import { ARCHIVED_TABLES, listArchivedTables } from '../../server/db/backup/tables';
import { readMigrations } from '../../server/db/migrate';
import { mail, password_reset, referral, referral_event } from '../../server/db/schema';
import { recordAudit } from '../../server/features/audit/trail';
import { headerWith, withSums, writeLines } from '../support/archiveLines';
import {
  fillDatabase,
  hashArchivedTables,
  temporaryFolder,
  temporarySettings,
  withDatabase,
} from '../support/archives';
import { createMigratedDatabase } from '../support/engines';

/** A database with content, and the lines of its archive. */
async function makeArchive(fill?: Parameters<typeof withDatabase>[1]) {
  const { settings } = temporarySettings({ DATABASE_URL: await createMigratedDatabase() });
  await withDatabase(settings, async (db) => {
    await fillDatabase(db, settings, 10);
    await fill?.(db);
  });
  const file = join(temporaryFolder(), 'made.backup');
  await backUp(settings, file);
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  return { settings, file, lines };
}

const SESSION =
  '{"id":"planted","account_id":"account-1","remember":true,"counter":0,"created_at":"2026-11-27T00:00:00+00:00","rotated_at":"2026-11-27T00:00:00+00:00"}';
const SITE = '{"id":"planted"}';

it('an archive with other tables than its version writes is refused, and changes nothing', async () => {
  const { settings, lines } = await makeArchive();
  const before = await withDatabase(settings, hashArchivedTables);
  const end = lines.at(-1) ?? '';
  const add = (name: string, row: string) =>
    withSums([
      ...headerWith(lines, { tables: [...ARCHIVED_TABLES, name] }).slice(0, -1),
      JSON.stringify(['table', name]),
      row,
      end,
    ]);
  const position = lines.indexOf('["table","audit_event"]');
  const next = lines.findIndex((line, at) => at > position && line.startsWith('["'));
  const tables = ARCHIVED_TABLES.filter((name) => name !== 'audit_event');
  for (const [what, changed] of Object.entries({
    'a planted session': add('session', SESSION),
    'a table twice': add('site', SITE),
    'a table of others': add('pg_authid', '{"rolname":"planted"}'),
    'without the audit trail': withSums(
      headerWith(lines, { tables }).toSpliced(position, next - position),
    ),
  })) {
    const file = await writeLines(changed);
    const refused = await restore(settings, file, { replace: true }).catch(String);
    expect({ what, refused }).toEqual({
      what,
      refused: expect.stringContaining('cut off or changed'),
    });
  }
  expect(await withDatabase(settings, hashArchivedTables)).toEqual(before);
});

it('the migrations create the tables that an archive has, and those of earlier versions', () => {
  expect(listArchivedTables(readMigrations())).toEqual(ARCHIVED_TABLES);
  const first = listArchivedTables(readMigrations().slice(0, 2));
  expect(first).toContain('referral');
  expect(first).not.toContain('referral_event');
  expect(first).not.toContain('session');
});

it('an archive with a line without an end is refused before it fills the memory', async () => {
  let drawn = 0;
  async function* endless() {
    for (;;) {
      const chunk = 'a'.repeat(65_536);
      drawn += chunk.length;
      yield chunk;
    }
  }
  const read = async () => {
    for await (const _lines of splitLines(endless()));
  };
  await expect(read()).rejects.toThrow('cut off or changed');
  expect(drawn).toBeLessThanOrEqual(MAX_LINE_LENGTH + 65_536);
});

it('an archive of 1 MB with a line of 600 MB is refused as damaged', async () => {
  // More than a string can hold. Each part is a gzip member of its own.
  const part = gzipSync('a'.repeat(50_000_000));
  const file = join(temporaryFolder(), 'bomb.backup');
  await pipeline(
    Readable.from(Array.from({ length: 12 }, () => part)),
    appendChecksum(),
    createWriteStream(file),
  );
  await expect(verifyArchive(file)).rejects.toThrow('cut off or changed');
});

it('splitLines yields complete lines, however the text is divided', async () => {
  const text = 'one\ntwo\n\nthree is longer\n';
  for (let size = 1; size <= text.length; size += 1) {
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      text.slice(at * size, (at + 1) * size),
    );
    const lines: string[] = [];
    for await (const some of splitLines(Readable.from(chunks))) lines.push(...some);
    expect(lines).toEqual(['one', 'two', '', 'three is longer']);
  }
});

/** Written with two characters each. */
const LONGEST_NOTE = '"'.repeat(LENGTHS.notes);
const id = (at: number) => `${at}`.padStart(LENGTHS.id, 'x');

it('the longest possible rows are restored, and are far below the limit of a line', async () => {
  const { settings, file, lines } = await makeArchive(async (db) => {
    await db.update(referral).set({ notes: LONGEST_NOTE });
    await db.insert(referral_event).values({
      referral_id: 'Referral-1',
      kind: 'corrected',
      changes: [{ field: 'notes', from: LONGEST_NOTE, to: LONGEST_NOTE }],
      text: LONGEST_NOTE,
    });
    await db.insert(mail).values({
      id: 'mail-1',
      kind: 'passwordChanged',
      account_id: 'account-1',
      recipient: 'a@example.org',
      subject: 'Subject',
      body: LONGEST_NOTE,
      html: LONGEST_NOTE,
      expires_at: new Date(),
    });
    await db.insert(password_reset).values({
      token_hash: 'hash',
      account_id: 'account-1',
      site_ids: Array.from({ length: 500 }, (_, at) => id(at)),
    });
    await recordAudit(db, {
      actorId: 'account-1',
      action: 'listReferrals',
      recordIds: Array.from({ length: 100 }, (_, at) => id(at)),
      outcome: 'done',
      ip: '198.51.100.7',
    });
  });
  const longest = Math.max(...lines.map((line) => line.length));
  expect(longest).toBeGreaterThan(50_000);
  expect(longest).toBeLessThan(MAX_LINE_LENGTH / 16);
  const before = await withDatabase(settings, hashArchivedTables);
  await restore(settings, file, { replace: true });
  expect(await withDatabase(settings, hashArchivedTables)).toEqual(before);
});

it('a backup fails at a row that is too long to be restored', async () => {
  const { settings } = await makeArchive();
  await withDatabase(settings, (db) =>
    db.execute(
      sql`update referral set notes = repeat('x', ${MAX_LINE_LENGTH}) where id = 'Referral-1'`,
    ),
  );
  const file = join(temporaryFolder(), 'long.backup');
  await expect(backUp(settings, file)).rejects.toThrow(
    'A row of the table referral is too long for an archive',
  );
  // The file was not written.
  expect(() => writeFileSync(file, '', { flag: 'wx' })).not.toThrow();
});
