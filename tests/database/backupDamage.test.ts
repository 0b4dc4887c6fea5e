/** An archive that was modified or is for another version is refused before anything is changed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backUp } from '../../server/db/backup/backup';
import { ArchiveError } from '../../server/db/backup/format';
import { verifyArchive } from '../../server/db/backup/readArchive';
import { restore } from '../../server/db/backup/restore';
import {
  fillDatabase,
  hashArchivedTables,
  temporaryFolder,
  temporarySettings,
  withDatabase,
} from '../support/archives';
import { headerWith, withSums, writeLines } from '../support/archiveLines';
import { command } from '../support/commands';
import { createMigratedDatabase, ENGINES } from '../support/engines';
import { EXHAUSTIVE } from '../support/exhaustive';

const onPostgres = async () => ({ DATABASE_URL: await createMigratedDatabase() });

const FLIPS = 1_000;
const CUTS = 200;

let made: Buffer | undefined;

/** Returns the bytes of a valid archive, made once. */
async function archive(): Promise<Buffer> {
  if (made) return made;
  const { settings } = temporarySettings({});
  await withDatabase(settings, (db) => fillDatabase(db, settings, 300));
  const file = join(temporaryFolder(), 'right.backup');
  await backUp(settings, file);
  made = readFileSync(file);
  return made;
}

const archiveLines = async () =>
  gunzipSync(await archive())
    .toString()
    .trimEnd()
    .split('\n');

/** Writes a file with these bytes. */
function writeBytes(content: Buffer): string {
  const file = join(temporaryFolder(), 'changed.backup');
  writeFileSync(file, content);
  return file;
}

function flipped(content: Buffer, bit: number): Buffer {
  const copy = Buffer.from(content);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

it('a valid archive is accepted, whichever program compressed it', async () => {
  const lines = await archiveLines();
  expect((await verifyArchive(writeBytes(await archive()))).contents.get('referral')?.rows).toBe(
    300,
  );
  expect((await verifyArchive(await writeLines(lines))).contents.get('referral')?.rows).toBe(300);
});

it(`an archive with a flipped bit is refused: in ${FLIPS} places, and for every bit of the last 80 bytes`, async () => {
  const valid = await archive();
  const file = writeBytes(valid);
  const refuse = async (content: Buffer) => {
    writeFileSync(file, content);
    await expect(verifyArchive(file)).rejects.toThrow(ArchiveError);
  };
  const bits = valid.length * 8;
  for (let bit = bits - 80 * 8; bit < bits; bit += 1) await refuse(flipped(valid, bit));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bits - 1 }), (bit) => refuse(flipped(valid, bit))),
    { numRuns: FLIPS },
  );
});

it(`an archive that is truncated, in ${CUTS} places, or extended is refused`, async () => {
  const valid = await archive();
  const file = writeBytes(valid);
  const refuse = async (content: Buffer) => {
    writeFileSync(file, content);
    await expect(verifyArchive(file)).rejects.toThrow(ArchiveError);
  };
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: valid.length - 1 }), (end) =>
      refuse(valid.subarray(0, end)),
    ),
    { numRuns: CUTS },
  );
  for (const more of ['\0', 'x', '\n', valid.toString('latin1')]) {
    await refuse(Buffer.concat([valid, Buffer.from(more, 'latin1')]));
  }
});

it('an archive with inconsistent lines is refused in spite of a valid checksum', async () => {
  const lines = await archiveLines();
  const firstOf = (table: string) => lines.indexOf(JSON.stringify(['table', table])) + 1;
  const row = firstOf('referral');
  const swapped = [...lines];
  [swapped[row], swapped[row + 1]] = [lines[row + 1] ?? '', lines[row] ?? ''];
  for (const [what, changed] of Object.entries({
    'a missing row': lines.toSpliced(row, 1),
    'a duplicate row': lines.toSpliced(row, 0, lines[row] ?? ''),
    'rows in another order': swapped,
    'a row of another table': lines.toSpliced(firstOf('site'), 0, lines[row] ?? ''),
    'a changed value': lines.toSpliced(row, 1, (lines[row] ?? '').replace('Kept', 'Lost')),
    'a missing table': lines.toSpliced(row - 1, 1),
    'no end': lines.slice(0, -1),
    'something after the end': [...lines, '{}'],
    'two ends': [...lines, lines.at(-1) ?? ''],
    'no header': lines.slice(1),
    'an empty line': lines.toSpliced(row, 0, ''),
    nothing: [],
  })) {
    const refused = await verifyArchive(await writeLines(changed)).catch((error: unknown) => error);
    expect({ what, refused }).toEqual({ what, refused: expect.any(ArchiveError) });
  }
});

it.each(ENGINES)(
  'restoring an invalid archive changes nothing on $engine',
  async ({ engine, settings }) => {
    const valid = await archive();
    const lines = await archiveLines();
    const { settings: own } = temporarySettings(await settings());
    const before = await withDatabase(own, async (db) => {
      await fillDatabase(db, own, 10);
      return hashArchivedTables(db);
    });
    const strange = 'f'.repeat(64);
    for (const [file, words] of [
      [writeBytes(flipped(valid, 8 * 1_000)), 'cut off or changed'],
      [writeBytes(valid.subarray(0, -1)), 'cut off or changed'],
      [writeBytes(Buffer.from('a text of somebody')), 'not a Referral Desk archive'],
      [await writeLines(headerWith(lines, { version: 2 })), 'newer version of Referral Desk'],
      [await writeLines(headerWith(lines, { migrations: [strange] })), 'Another version'],
      [join(temporaryFolder(), 'missing'), 'missing'],
    ] as const) {
      await expect(restore(own, file, { replace: true })).rejects.toThrow(words);
    }
    // Valid sums, but rows that the tables cannot hold: detected while loading, and rolled back.
    const row = lines.findIndex((line) => line.startsWith('{"id":"Referral-7"'));
    const impossibles = [
      lines.toSpliced(row, 0, lines[row] ?? ''),
      lines.toSpliced(row, 1, (lines[row] ?? '').replace('"site-1"', '"no such site"')),
      lines.toSpliced(row, 1, (lines[row] ?? '').replace('2005-02-28', 'last winter')),
    ];
    // Both engines roll back everything, whatever the cause: one case is enough for the embedded database.
    const tried = EXHAUSTIVE || engine === 'PostgreSQL' ? impossibles : impossibles.slice(0, 1);
    for (const impossible of tried) {
      const file = await writeLines(withSums(impossible));
      await verifyArchive(file);
      await expect(restore(own, file, { replace: true })).rejects.toThrow('Failed query');
    }
    // A key without a column is dropped, so the table differs from the archive.
    const lossy = lines.toSpliced(row, 1, (lines[row] ?? '').replace('{', '{"shoe_size":44,'));
    await expect(
      restore(own, await writeLines(withSums(lossy)), { replace: true }),
    ).rejects.toThrow('differs from the archive after loading');
    expect(await withDatabase(own, hashArchivedTables)).toEqual(before);
  },
);

it('a failed restore does not repeat values from errors of the database', async () => {
  const lines = await archiveLines();
  const row = lines.findIndex((line) => line.startsWith('{"id":"Referral-7"'));
  const winter = (lines[row] ?? '').replace('2005-02-28', 'last winter');
  for (const [impossible, words, database] of [
    [lines.toSpliced(row, 1, winter), '22007', {}],
    [lines.toSpliced(row, 0, lines[row] ?? ''), 'duplicate key', await onPostgres()],
  ] as const) {
    const { environment } = temporarySettings(database);
    const file = await writeLines(withSums(impossible));
    const { code, output } = await command('restore', environment, '--replace', file);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(words) });
    expect(output).not.toMatch(/last winter|Kept|Referral-7|example\.org|^\s+at /m);
  }
});
