import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Settings } from '../../settings';
import { applyMigrations, lockMigrations, readApplied, readMigrations } from '../migrate';
import type { Database } from '../openDatabase';
import { ArchiveError, type Header } from './format';
import { openTarget } from './openTarget';
import { type Archive, isSame, readArchive, verifyArchive } from './readArchive';
import { contentOf, existing, settle, writeRows } from './rows';
import { countServers, describeContent, dropAll } from './target';
import { ALL_TABLES } from './tables';
import { migrationsOf } from './versions';

/** Milliseconds. */
const SERVERS_END_WITHIN = 5_000;

interface Options {
  /** Whether what the database holds may be replaced. */
  readonly replace: boolean;
  /** Told what is being done. */
  readonly onStep?: (what: string) => void;
}

/**
 * Puts what an archive holds in the place of all that is in the database that the settings name: wholly or, whatever
 * happens on the way, not at all.
 * @throws Error, in words, before anything is touched, when the archive is not whole or not of a known version, a server
 *   runs on the database, or it holds something that may not be replaced
 */
export async function restore(
  settings: Settings,
  path: string,
  { replace, onStep = () => undefined }: Options,
): Promise<Archive> {
  onStep('Verifying the archive.');
  const archive = await verifyArchive(path);
  checkVersion(archive.header, path);
  const target = await openTarget(settings);
  try {
    await untilServersEnd(target.db);
    await target.db.transaction(async (tx) => {
      await settle(tx);
      await lockMigrations(tx);
      await checkTarget(tx, replace);
      await load(tx, path, archive, { onStep, checkRoom: target.checkRoom });
    });
    await target.db.execute(sql`analyze`);
    await target.flush();
  } finally {
    await target.close();
  }
  return archive;
}

function checkVersion({ migrations, product }: Header, path: string): void {
  if (migrationsOf(migrations)) return;
  throw new ArchiveError(
    `${path} cannot be used. Another version of Referral Desk made it (${product}), whose tables this one does not know: use that version, or one after it.`,
  );
}

/**
 * Of a server that was stopped just now a PostgreSQL may still be ending the connections. Asked before the transaction,
 * within which the answer would stay what it was.
 */
async function untilServersEnd(db: Database): Promise<void> {
  const until = Date.now() + SERVERS_END_WITHIN;
  while ((await countServers(db)) > 0 && Date.now() < until) await setTimeout(100);
}

async function checkTarget(tx: Database, replace: boolean): Promise<void> {
  const connections = await countServers(tx);
  if (connections > 0) {
    throw new Error(
      `Referral Desk is running on this database (${connections} connections). Stop all its processes first.`,
    );
  }
  const [hasTables] = await existing(tx, ['migration']);
  if (hasTables && !migrationsOf(await readApplied(tx))) {
    throw new Error(
      'A newer version of Referral Desk has changed this database, and this one does not know its tables. Restore into an empty one.',
    );
  }
  const content = await describeContent(tx);
  if (content !== undefined && !replace) {
    throw new Error(
      `This database is in use: it holds ${content}. Nothing was changed. To replace all of it by the archive, add --replace.`,
    );
  }
}

/** Makes the tables as they were when the archive was made, fills them, and then brings them up to date. */
async function load(
  tx: Database,
  path: string,
  archive: Archive,
  { onStep, checkRoom }: { onStep: (what: string) => void; checkRoom: () => void },
): Promise<void> {
  await dropAll(tx);
  await applyMigrations(tx, migrationsOf(archive.header.migrations) ?? []);
  const tables = await existing(tx, ALL_TABLES);
  // Rows come as they are: nothing is numbered, chained or counted anew.
  await switchTriggers(tx, tables, 'disable');
  await tx.execute(sql`truncate ${sql.join(tables.map(sql.identifier), sql`, `)}`);
  let last = '';
  await readArchive(path, async (table, lines) => {
    if (table !== last) onStep(`Loading ${table}: ${archive.contents.get(table)?.rows} rows.`);
    last = table;
    checkRoom();
    await writeRows(tx, table, lines);
  });
  onStep('Comparing.');
  for (const [table, content] of archive.contents) {
    if (isSame(await contentOf(tx, table), content)) continue;
    throw new Error(
      `The table ${table} did not become what the archive holds. Nothing was changed.`,
    );
  }
  await switchTriggers(tx, tables, 'enable');
  await applyMigrations(tx, readMigrations());
}

async function switchTriggers(tx: Database, tables: readonly string[], how: 'enable' | 'disable') {
  for (const table of tables) {
    await tx.execute(sql`alter table ${sql.identifier(table)} ${sql.raw(how)} trigger user`);
  }
}
