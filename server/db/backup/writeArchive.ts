import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { readApplied, readMigrations, requireKnown } from '../migrate';
import type { Database } from '../openDatabase';
import { version } from '../../version';
import { FORMAT, FORMAT_VERSION, type Header } from './format';
import { type Content, contentCounter, existing, readRows, settle } from './rows';
import { appendChecksum } from './checksum';
import { ARCHIVED_TABLES } from './tables';
import { migrationsOf } from './versions';

/** Faster than the usual 6, and little bigger. */
const COMPRESSION = 4;

/**
 * Writes all that is in a database at one moment, whatever is added meanwhile.
 * @returns what each table holds
 * @throws Error, in words, when the database cannot be read by this version
 */
export async function writeArchive(
  db: Database,
  out: Writable,
  checkRoom: () => void,
): Promise<Map<string, Content>> {
  const tables = await existing(db, ARCHIVED_TABLES);
  return db.transaction(
    async (tx) => {
      await settle(tx);
      // Before the moment that is read: no migration may change what a table is on the way.
      const names = sql.join(tables.map(sql.identifier), sql`, `);
      if (tables.length > 0) await tx.execute(sql`lock table ${names} in access share mode`);
      const migrations = await migrationsIn(tx, tables);
      const contents = new Map<string, Content>();
      const header: Header = {
        version: FORMAT_VERSION,
        product: version,
        made_at: new Date().toISOString(),
        migrations,
        tables,
      };
      await pipeline(
        Readable.from(archiveText(tx, header, contents, checkRoom)),
        createGzip({ level: COMPRESSION }),
        appendChecksum(),
        out,
      );
      return contents;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function migrationsIn(tx: Database, tables: readonly string[]): Promise<string[]> {
  if (!tables.includes('migration')) {
    throw new Error('There is nothing to back up: this database has no tables of Referral Desk.');
  }
  const applied = await readApplied(tx);
  requireKnown(applied, readMigrations());
  const migrations = migrationsOf(applied);
  if (!migrations) throw new Error('Not all migrations before the last one applied were applied.');
  return migrations.map(({ hash }) => hash);
}

async function* archiveText(
  tx: Database,
  header: Header,
  contents: Map<string, Content>,
  checkRoom: () => void,
): AsyncGenerator<string> {
  yield `${JSON.stringify([FORMAT, header])}\n`;
  for (const table of header.tables) {
    yield `${JSON.stringify(['table', table])}\n`;
    const counter = contentCounter();
    for await (const lines of readRows(tx, table)) {
      checkRoom();
      counter.add(lines);
      yield `${lines.join('\n')}\n`;
    }
    contents.set(table, counter.end());
  }
  yield `${JSON.stringify(['end', Object.fromEntries(contents)])}\n`;
}
