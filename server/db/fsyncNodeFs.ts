/**
 * A file layer for the embedded database that puts on disk what it acknowledges. As it comes, PGlite is started with
 * fsync off and its file layer has no fsync at all: a power cut loses every acknowledged row
 * (docs/decisions/0003-embedded-database.md).
 */
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { checkDatabaseFolder, damaged, isNewFolder } from './dataFolder';
import { endAsCrashed, endIfFatal, endOnFatalAnswer, isCrash } from './fatalErrors';
import { warnOfLittleMemory } from './memory';
import { readNewDatabase } from './newDatabase';

/** Starts PostgreSQL without the `-F` (no fsync) that PGlite adds; its fdatasync does nothing, so the method is fsync. */
const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
];

/** The parts of Emscripten's module that are used here. `nfd` is Node's descriptor; folders have none. */
interface Module {
  NODEFS: FileLayer;
  /** One turn of PostgreSQL's main loop. PGlite swallows whatever it throws, and turns on. */
  _PostgresMainLoopOnce(): void;
}
interface FileLayer {
  node_ops: { setattr(node: unknown, change: { mode?: number }): void };
  stream_ops: Record<string, unknown>;
  realPath(node: unknown): string;
  /** What everything that touches the disk goes through. */
  tryFSOperation<T>(operation: () => T): T;
}
interface Stream {
  nfd?: number;
  node: unknown;
}

export class FsyncNodeFs extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const prepare = (module: Module) => {
      endOnFailure(module.NODEFS);
      addFsync(module.NODEFS);
      keepOwnerOnly(module.NODEFS);
      endOnCrash(module);
    };
    const preRun = [prepare, ...(emscriptenOpts.preRun ?? [])] as PreRun;
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

type PreRun = NonNullable<Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']['preRun']>;

/**
 * Opens a folder with the embedded database, or makes it; `flushNew` must follow then.
 * @throws Error, in words, when it cannot be opened
 */
export async function openPGlite(folder: string): Promise<PGlite> {
  checkDatabaseFolder(folder);
  warnOfLittleMemory();
  const client = await PGlite.create({
    fs: new FsyncNodeFs(folder),
    loadDataDir: isNewFolder(folder) ? readNewDatabase() : undefined,
    startParams: DURABLE_START,
    extensions: { pg_trgm },
  }).catch((cause: unknown) => {
    throw damaged(folder, cause);
  });
  endOnFatalAnswer(client);
  return client;
}

/** Puts a database that was just made on disk, with its name in the folder it is in. */
export async function syncNewFolder(client: PGlite, folder: string): Promise<void> {
  await client.exec('CHECKPOINT');
  syncTree(folder);
  syncPath(dirname(folder));
}

function endOnFailure(layer: FileLayer): void {
  const tryOperation = layer.tryFSOperation.bind(layer);
  layer.tryFSOperation = (operation) =>
    tryOperation(() => {
      try {
        return operation();
      } catch (error) {
        endIfFatal(error);
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

/** Emscripten sets the mode of each file it makes, past the umask: what initdb made would be readable by all. */
function keepOwnerOnly(layer: FileLayer): void {
  const { setattr } = layer.node_ops;
  layer.node_ops = {
    ...layer.node_ops,
    setattr: (node, change) =>
      setattr(node, change.mode === undefined ? change : { ...change, mode: change.mode & ~0o077 }),
  };
}

function endOnCrash(module: Module): void {
  const turn = module._PostgresMainLoopOnce;
  // Should a newer PGlite call it otherwise, better not to start than to spin some day.
  if (typeof turn !== 'function') throw new Error('PGlite has no main loop that could be watched');
  module._PostgresMainLoopOnce = () => {
    try {
      turn();
    } catch (thrown) {
      if (isCrash(thrown)) endAsCrashed();
      throw thrown;
    }
  };
}

/** Flushes a folder with all that is in it, once after it was made: creating it did not. */
function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
}

/** Flushes one file, or the names in one folder. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
