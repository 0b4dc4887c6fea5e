import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Settings } from '../../settings/settings';
import {
  applyMigrations,
  findAppliedMigrations,
  lockMigrations,
  readAppliedHashes,
  readMigrations,
} from '../migrate';
import { withoutIndexes } from '../statements/bulkInsert';
import type { Database } from '../database';
import { consent } from '../schema';
import { ArchiveError, DAMAGED, type Header } from './format';
import { type Archive, isSameSummary, readArchive, verifyArchive } from './readArchive';
import { summarizeTable, findExistingTables, setTransactionSettings, writeRows } from './rows';
import { countServerConnections, describeContent, dropSchemaObjects, openTarget } from './target';
import { ALL_TABLES, withFormerNames } from './tables';

/** Milliseconds. */
const SERVER_STOP_TIMEOUT = 5_000;

interface Options {
  /** Whether existing data may be replaced. */
  readonly replace: boolean;
  /** Receives a description of each step. */
  readonly onStep?: (step: string) => void;
}

/**
 * Replaces all data of the database that the settings name with the content of an archive, in one transaction: completely or
 * not at all.
 * @throws Error with a message for the operator, before anything changes, when the archive is damaged or of an unknown version,
 *   when a server runs on the database, or when the database holds data that may not be replaced
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
    await waitForServersToStop(target.db);
    await target.db.transaction(async (tx) => {
      await setTransactionSettings(tx);
      await lockMigrations(tx);
      await checkTarget(tx, replace);
      await load(tx, path, archive, { onStep, checkFreeSpace: target.checkFreeSpace });
    });
    await target.db.execute(sql`analyze`);
    await target.flush();
  } finally {
    await target.close();
  }
  return archive;
}

function checkVersion({ migrations, product }: Header, path: string): void {
  if (findAppliedMigrations(migrations)) return;
  throw new ArchiveError(
    `${path} cannot be used. Another version of Referral Desk made it (${product}), whose tables this one does not know: use that version or a later one.`,
  );
}

/**
 * Waits because PostgreSQL may still be closing the connections of a server that was just stopped. Runs before the transaction,
 * in which the result would not change any more.
 */
async function waitForServersToStop(db: Database): Promise<void> {
  const deadline = performance.now() + SERVER_STOP_TIMEOUT;
  while ((await countServerConnections(db)) > 0 && performance.now() < deadline)
    await setTimeout(100);
}

async function checkTarget(tx: Database, replace: boolean): Promise<void> {
  const connections = await countServerConnections(tx);
  if (connections > 0) {
    throw new Error(
      `Referral Desk is running on this database (${connections} connections). Stop all its processes first.`,
    );
  }
  const [hasTables] = await findExistingTables(tx, ['migration']);
  if (hasTables && !findAppliedMigrations(await readAppliedHashes(tx))) {
    throw new Error(
      'A newer version of Referral Desk has changed this database, and this one does not know its tables. Restore into an empty one.',
    );
  }
  const content = await describeContent(tx);
  if (content !== undefined && !replace) {
    throw new Error(
      `This database is in use: it holds ${content}. Nothing was changed. To replace all of it with the archive, add --replace.`,
    );
  }
}

/** Creates the tables with the archive's migrations, fills them, and then applies the remaining migrations. */
async function load(
  tx: Database,
  path: string,
  archive: Archive,
  { onStep, checkFreeSpace }: { onStep: (step: string) => void; checkFreeSpace: () => void },
): Promise<void> {
  await dropSchemaObjects(tx);
  await applyMigrations(tx, findAppliedMigrations(archive.header.migrations) ?? []);
  const tables = await findExistingTables(tx, withFormerNames(ALL_TABLES));
  // Rows are loaded unchanged: no trigger may number, chain or count them again.
  await setTriggers(tx, tables, 'disable');
  await tx.execute(sql`truncate ${sql.join(tables.map(sql.identifier), sql`, `)}`);
  let lastTable = '';
  const loadRows = async () => {
    await readArchive(path, async (table, lines) => {
      // The file has changed since it was verified.
      if (!archive.contents.has(table)) throw new ArchiveError(DAMAGED);
      if (table !== lastTable) {
        onStep(`Loading ${table}: ${archive.contents.get(table)?.rows} rows.`);
      }
      lastTable = table;
      checkFreeSpace();
      await writeRows(tx, table, lines);
    });
    onStep('Creating the indexes.');
  };
  await withoutIndexes(tx, tables, loadRows, checkFreeSpace);
  onStep('Comparing.');
  for (const [table, content] of archive.contents) {
    if (isSameSummary(await summarizeTable(tx, table), content)) continue;
    throw new Error(
      `The table ${table} differs from the archive after loading. Nothing was changed.`,
    );
  }
  await setTriggers(tx, tables, 'enable');
  await applyMigrations(tx, readMigrations());
  await suspendConsents(tx);
}

/** What was revoked after the archive was made is not in it: no consent counts until a super user confirms them. */
const suspendConsents = (tx: Database) =>
  tx.execute(sql`
    update ${consent} set suspensions = array_append(suspensions, 'restored')
    where ${consent.ended_at} is null and not 'restored' = any(${consent.suspensions})`);

async function setTriggers(tx: Database, tables: readonly string[], action: 'enable' | 'disable') {
  for (const table of tables) {
    await tx.execute(sql`alter table ${sql.identifier(table)} ${sql.raw(action)} trigger user`);
  }
}
