import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import {
  findAppliedMigrations,
  readAppliedHashes,
  readMigrations,
  requireKnownMigrations,
} from '../migrate';
import type { Database } from '../database';
import { version } from '../../version';
import { FORMAT, FORMAT_VERSION, type Header, MAX_LINE_LENGTH } from './format';
import {
  type TableSummary,
  createTableSummary,
  findExistingTables,
  readRows,
  setTransactionSettings,
} from './rows';
import { appendChecksum } from './checksum';
import { ARCHIVED_TABLES, withFormerNames } from './tables';

/** The gzip level: faster than the default 6, and the output is little larger. */
const COMPRESSION = 4;

/**
 * Writes a consistent snapshot of a database, regardless of concurrent writes.
 * @returns the content of each table
 * @throws Error with a message for the operator when this version cannot read the database
 */
export async function writeArchive(
  db: Database,
  out: Writable,
  checkFreeSpace: () => void,
): Promise<Map<string, TableSummary>> {
  const tables = await findExistingTables(db, withFormerNames(ARCHIVED_TABLES));
  return db.transaction(
    async (tx) => {
      await setTransactionSettings(tx);
      // Locks the tables before the snapshot is taken: no migration may change a table while it is read.
      const names = sql.join(tables.map(sql.identifier), sql`, `);
      if (tables.length > 0) await tx.execute(sql`lock table ${names} in access share mode`);
      const migrations = await readMigrationHashes(tx, tables);
      const contents = new Map<string, TableSummary>();
      const header: Header = {
        version: FORMAT_VERSION,
        product: version,
        made_at: new Date().toISOString(),
        migrations,
        tables,
      };
      await pipeline(
        Readable.from(generateArchive(tx, header, contents, checkFreeSpace)),
        createGzip({ level: COMPRESSION }),
        appendChecksum(),
        out,
      );
      return contents;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function readMigrationHashes(tx: Database, tables: readonly string[]): Promise<string[]> {
  if (!tables.includes('migration')) {
    throw new Error('There is nothing to back up: this database has no tables of Referral Desk.');
  }
  const applied = await readAppliedHashes(tx);
  requireKnownMigrations(applied, readMigrations());
  const migrations = findAppliedMigrations(applied);
  if (!migrations) throw new Error('Some migrations before the last applied one are missing.');
  return migrations.map(({ hash }) => hash);
}

async function* generateArchive(
  tx: Database,
  header: Header,
  contents: Map<string, TableSummary>,
  checkFreeSpace: () => void,
): AsyncGenerator<string> {
  yield `${JSON.stringify([FORMAT, header])}\n`;
  for (const table of header.tables) {
    yield `${JSON.stringify(['table', table])}\n`;
    const counter = createTableSummary();
    for await (const lines of readRows(tx, table)) {
      checkFreeSpace();
      counter.add(lines);
      // A restore would refuse it.
      if (lines.some((line) => line.length > MAX_LINE_LENGTH)) {
        throw new Error(`A row of the table ${table} is too long for an archive.`);
      }
      yield `${lines.join('\n')}\n`;
    }
    contents.set(table, counter.end());
  }
  yield `${JSON.stringify(['end', Object.fromEntries(contents)])}\n`;
}
