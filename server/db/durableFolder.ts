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

/** Starts PostgreSQL without the `-F` (no fsync) that PGlite adds; its fdatasync does nothing, so the method is fsync. */
const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
];

/** The part of Emscripten's file layer that is used here. `nfd` is Node's descriptor; folders have none. */
interface FileLayer {
  stream_ops: Record<string, unknown>;
  realPath(node: unknown): string;
}
interface Stream {
  nfd?: number;
  node: unknown;
}

export class DurableFolder extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addFsync = (module: { NODEFS: FileLayer }) => {
      const layer = module.NODEFS;
      layer.stream_ops = {
        ...layer.stream_ops,
        fsync(stream: Stream) {
          if (stream.nfd === undefined) syncPath(layer.realPath(stream.node));
          else fsyncSync(stream.nfd);
          return 0;
        },
      };
    };
    const preRun = [addFsync, ...(emscriptenOpts.preRun ?? [])] as PreRun;
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

type PreRun = NonNullable<Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']['preRun']>;

/** Opens a folder with the embedded database, or makes it; `flushNew` must follow then. */
export const openDurable = (folder: string): Promise<PGlite> =>
  PGlite.create({
    fs: new DurableFolder(folder),
    startParams: DURABLE_START,
    extensions: { pg_trgm },
  });

/** Puts a database that was just made on disk, with its name in the folder it is in. */
export async function flushNew(client: PGlite, folder: string): Promise<void> {
  await client.exec('CHECKPOINT');
  syncTree(folder);
  syncPath(dirname(folder));
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
