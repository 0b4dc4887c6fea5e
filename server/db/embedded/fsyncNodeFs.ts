/**
 * A file layer that makes the embedded database durable. By default PGlite starts with fsync off, and its file layer has no
 * fsync: a power cut loses every acknowledged row (docs/decisions/0003-embedded-database.md).
 */
import { fsyncSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite, type postgresMod } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { checkDatabaseFolder, damagedDatabaseError, isNewFolder } from '../dataFolder/dataFolder';
import { syncPath } from '../dataFolder/syncPath';
import { exitAfterCrash, exitIfFatal, exitOnFatalError, isCrash } from './fatalErrors';
import { warnIfMemoryIsLow } from './memory';
import { readNewDatabaseArchive } from './newDatabase';

/** Start parameters without PGlite's `-F` (no fsync). The sync method is fsync because PGlite's fdatasync does nothing. */
const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
];

/** The parts of Emscripten's NODEFS that are used here; PGlite's types leave it empty. */
interface FileLayer {
  node_ops: { setattr(node: unknown, change: { mode?: number }): void };
  stream_ops: Record<string, unknown>;
  realPath(node: unknown): string;
  /** Wraps every disk operation. */
  tryFSOperation<T>(operation: () => T): T;
}
interface Stream {
  /** Node's file descriptor; folders have none. */
  nfd?: number;
  node: unknown;
}

export class FsyncNodeFs extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepare = (module: postgresMod.PostgresMod) => {
      const layer = module.NODEFS as unknown as FileLayer;
      exitOnDiskFailure(layer);
      addFsync(layer);
      maskFileModes(layer);
      exitOnCrash(module);
    };
    return super.init(pg, { ...options, preRun: [prepare, ...(options.preRun ?? [])] });
  }
}

/**
 * Opens the embedded database in a folder, or creates it. After creation, call `syncNewFolder`.
 * @throws Error with a message for the operator when it cannot be opened
 */
export async function openPGlite(folder: string): Promise<PGlite> {
  checkDatabaseFolder(folder);
  warnIfMemoryIsLow();
  const client = await PGlite.create({
    fs: new FsyncNodeFs(folder),
    loadDataDir: isNewFolder(folder) ? readNewDatabaseArchive() : undefined,
    startParams: DURABLE_START,
    extensions: { pg_trgm },
  }).catch((cause: unknown) => {
    throw damagedDatabaseError(folder, cause);
  });
  exitOnFatalError(client);
  return client;
}

/** Flushes a new database to disk, including its entry in the parent folder. */
export async function syncNewFolder(
  client: { exec(statement: string): Promise<unknown> },
  folder: string,
): Promise<void> {
  await client.exec('CHECKPOINT');
  syncTree(folder);
  syncPath(dirname(folder));
}

function exitOnDiskFailure(layer: FileLayer): void {
  const tryOperation = layer.tryFSOperation.bind(layer);
  layer.tryFSOperation = (operation) =>
    tryOperation(() => {
      try {
        return operation();
      } catch (error) {
        exitIfFatal(error);
        throw error;
      }
    });
}

function addFsync(layer: FileLayer): void {
  layer.stream_ops = {
    ...layer.stream_ops,
    fsync: (stream: Stream) =>
      layer.tryFSOperation(() => {
        if (stream.nfd === undefined) syncPath(layer.realPath(stream.node));
        else fsyncSync(stream.nfd);
        return 0;
      }),
  };
}

/** PGlite sets modes such as 0666 regardless of the process's umask: everyone could read the files of a new database. */
function maskFileModes(layer: FileLayer): void {
  const { setattr } = layer.node_ops;
  layer.node_ops = {
    ...layer.node_ops,
    setattr: (node, change) =>
      setattr(node, change.mode === undefined ? change : { ...change, mode: change.mode & ~0o077 }),
  };
}

/** Exits when PostgreSQL's main loop ends for another reason than a failed statement: PGlite swallows it and continues. */
function exitOnCrash(module: postgresMod.PostgresMod): void {
  const runOnce = module._PostgresMainLoopOnce;
  // If a newer PGlite renames the function, refuse to start: a crash would spin forever.
  if (typeof runOnce !== 'function') throw new Error('PGlite has no _PostgresMainLoopOnce to wrap');
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (thrown) {
      if (isCrash(thrown)) exitAfterCrash();
      throw thrown;
    }
  };
}

/** Flushes a folder and everything in it, once after creation: creating the files does not flush them. */
function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
}
