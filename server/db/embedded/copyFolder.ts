/**
 * Copies the folder of an open database in two passes, to keep the pause short. The first pass copies every file while the
 * database works. The second pass pauses the database and copies only what changed since.
 */
import { constants, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freeDiskSpace } from '../dataFolder/freeDiskSpace';

/** Concurrent copies. */
const CONCURRENCY = 8;

/**
 * Nanoseconds: the granularity of the file system's clock. A file modified less than this before its `stat` may be written
 * again without a later mtime.
 */
const MTIME_GRANULARITY = 2_000n * 1_000_000n;

/** An open database that can be paused. */
interface PausableDatabase {
  exec(statement: string): Promise<unknown>;
  /** Runs work while the database is idle. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The state of a file as `stat` reports it. */
interface FileState {
  /** The mtime in nanoseconds. */
  readonly changed: bigint;
  /** Bytes. */
  readonly size: bigint;
  readonly inode: bigint;
  /** Whether a later write is certain to change the mtime. */
  readonly isSettled: boolean;
}

/**
 * Copies the folder of the embedded database while it is open. The copy opens like the folder after a power cut, with
 * everything that was acknowledged before the end of the pause.
 * @param client the open database of the folder
 * @returns how long the database was paused, in milliseconds
 * @throws Error with a message for the operator when there is not enough free space for a copy
 */
export async function copyDatabase(
  client: PausableDatabase,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<number> {
  const [needed, free] = [folderSize(from), freeDiskSpace(from)];
  if (needed > free) {
    const mebibytes = (bytes: number) => Math.max(0, Math.round(bytes / 1024 / 1024));
    throw new Error(
      `there is not enough free disk space for a copy: the database has ${mebibytes(needed)} MiB, ${mebibytes(free)} MiB are available. Free some space, or stop the server for the backup.`,
    );
  }
  // A checkpoint leaves little to write, and little WAL to replay when the copy is opened.
  await client.exec('CHECKPOINT');
  let pause = 0;
  const pauseFor = (work: () => Promise<void>) =>
    client.runExclusive(async () => {
      const startedAt = performance.now();
      await work();
      pause = Math.round(performance.now() - startedAt);
    });
  await copyFolder(from, to, pauseFor, signal);
  return pause;
}

/**
 * @param to a folder that does not exist yet
 * @param pause runs its argument while nothing writes to the folder
 * @param signal aborts the copy
 */
export async function copyFolder(
  from: string,
  to: string,
  pause: (work: () => Promise<void>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const copied = new Map<string, FileState>();
  await copyChanged(from, to, copied, { signal, isPaused: false });
  await pause(() => copyChanged(from, to, copied, { signal, isPaused: true }));
}

/** The total size of a folder's files, in bytes. */
function folderSize(folder: string): number {
  return listFolder(folder).files.reduce(
    (sum, name) => sum + Number(stateOf(join(folder, name))?.size ?? 0n),
    0,
  );
}

async function copyChanged(
  from: string,
  to: string,
  copied: Map<string, FileState>,
  { signal, isPaused }: { signal: AbortSignal; isPaused: boolean },
): Promise<void> {
  const { folders, files } = listFolder(from);
  for (const folder of folders) mkdirSync(join(to, folder), { recursive: true, mode: 0o700 });
  const removed = new Set(copied.keys());
  const queue = files.values();
  const copyQueued = async () => {
    for (const name of queue) {
      signal.throwIfAborted();
      removed.delete(name);
      const state = stateOf(join(from, name));
      if (!state || isUnchanged(state, copied.get(name))) continue;
      try {
        // On a file system that can share the blocks of two files, this takes no time and no space.
        await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
        copied.set(name, state);
      } catch (error) {
        // A working database creates and removes files.
        if (isPaused || !isMissing(error)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, copyQueued));
  for (const name of removed) await rm(join(to, name), { force: true });
}

/** Whether a file is unchanged since it was copied. */
const isUnchanged = (now: FileState, before: FileState | undefined) =>
  before?.isSettled === true &&
  before.changed === now.changed &&
  before.size === now.size &&
  before.inode === now.inode;

function stateOf(path: string): FileState | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stats) return undefined;
  const now = BigInt(Date.now()) * 1_000_000n;
  const { mtimeNs: changed, size, ino: inode } = stats;
  return { changed, size, inode, isSettled: changed < now - MTIME_GRANULARITY };
}

/** Lists all folders, each after its parent, and all files, as paths relative to `folder`. */
function listFolder(folder: string): { folders: string[]; files: string[] } {
  const folders = [''];
  const files: string[] = [];
  for (const parent of folders) {
    for (const entry of readdirSync(join(folder, parent), { withFileTypes: true })) {
      const name = join(parent, entry.name);
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile()) files.push(name);
    }
  }
  return { folders, files };
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
