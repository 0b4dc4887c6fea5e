/**
 * Copies the folder of a database that goes on working, and keeps it waiting only for what changed meanwhile: everything
 * is copied once while it works, and once more, within a pause, what was written since.
 */
import { constants, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { freeDiskSpace } from './freeDiskSpace';

/** Each file copied waits for its turn between statements, of which a busy database has many: so several go at once. */
const AT_ONCE = 8;

/** A file written less than this long before it was looked at may be written again without a later time on it. */
const CLOCK_STEP = 2_000n * 1_000_000n;

/** As the file system names the state of a file. */
interface State {
  readonly changed: bigint;
  readonly size: bigint;
  readonly inode: bigint;
  readonly isSettled: boolean;
}

/**
 * Copies the folder of the embedded database while it is open. The copy opens like the folder after a power cut: with all
 * that was acknowledged before the end of the pause.
 * @param client whose folder it is
 * @returns how long the database was kept waiting, in milliseconds
 * @throws Error, in words, when there is no room for a second one
 */
export async function copyDatabase(
  client: Pick<PGlite, 'exec' | 'runExclusive'>,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<number> {
  const [needed, room] = [sizeOf(from), freeDiskSpace(from)];
  if (needed > room) {
    const mebibytes = (bytes: number) => Math.max(0, Math.round(bytes / 1024 / 1024));
    throw new Error(
      `there is no room for a second one: it has ${mebibytes(needed)} MiB, ${mebibytes(room)} MiB may be used. Make room, or stop the server for the backup.`,
    );
  }
  // So that little is left to be written, and to be repeated when the copy is opened.
  await client.exec('CHECKPOINT');
  let pause = 0;
  const pauseFor = (work: () => Promise<void>) =>
    client.runExclusive(async () => {
      const began = performance.now();
      await work();
      pause = Math.round(performance.now() - began);
    });
  await copyFolder(from, to, pauseFor, signal);
  return pause;
}

/**
 * @param to a folder that is not there yet
 * @param pause runs what it is given while nothing writes to the folder
 * @param signal ends it early
 */
export async function copyFolder(
  from: string,
  to: string,
  pause: (work: () => Promise<void>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const copied = new Map<string, State>();
  await copyChanged(from, to, copied, { signal, isStill: false });
  await pause(() => copyChanged(from, to, copied, { signal, isStill: true }));
}

/** How many bytes the files of a folder have. */
function sizeOf(folder: string): number {
  return filesIn(folder).files.reduce(
    (sum, name) => sum + Number(stateOf(join(folder, name))?.size ?? 0n),
    0,
  );
}

async function copyChanged(
  from: string,
  to: string,
  copied: Map<string, State>,
  { signal, isStill }: { signal: AbortSignal; isStill: boolean },
): Promise<void> {
  const { folders, files } = filesIn(from);
  for (const folder of folders) mkdirSync(join(to, folder), { recursive: true, mode: 0o700 });
  const gone = new Set(copied.keys());
  const waiting = files.values();
  const copyInTurn = async () => {
    for (const name of waiting) {
      signal.throwIfAborted();
      gone.delete(name);
      const state = stateOf(join(from, name));
      if (!state || isSame(state, copied.get(name))) continue;
      try {
        // Where the file system can share the blocks of two files, this takes no time and no room.
        await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
        copied.set(name, state);
      } catch (error) {
        // While the database works, files come and go.
        if (isStill || !isMissing(error)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, copyInTurn));
  for (const name of gone) await rm(join(to, name), { force: true });
}

/** Whether a file is still as it was when it was copied. */
const isSame = (now: State, before: State | undefined) =>
  before?.isSettled === true &&
  before.changed === now.changed &&
  before.size === now.size &&
  before.inode === now.inode;

function stateOf(path: string): State | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stats) return undefined;
  const now = BigInt(Date.now()) * 1_000_000n;
  const { mtimeNs: changed, size, ino: inode } = stats;
  return { changed, size, inode, isSettled: changed < now - CLOCK_STEP };
}

/** All folders, each after the one it is in, and all files: their paths from here on. */
function filesIn(folder: string): { folders: string[]; files: string[] } {
  const folders = [''];
  const files: string[] = [];
  for (const within of folders) {
    for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
      const name = join(within, entry.name);
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile()) files.push(name);
    }
  }
  return { folders, files };
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
