/** The data folder and all in it belong to its owner alone: folders 0700, files 0600 (docs/decisions/0028-owner-only-files.md). */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

/** The permission bits of group and others. */
const NOT_OWNERS = 0o077;
/** Root's own folder at the top of each ext4 file system; nothing of ours is in it. */
const LOST_AND_FOUND = 'lost+found';

/** Keeps group and others from every file this process makes, whatever umask it was started with. */
export function restrictNewFiles(): void {
  process.umask(0o077);
}

/**
 * Makes the data folder, or checks it like `requireOwnerOnly`.
 * @throws Error, in words, with the command that repairs it
 */
export function makeOwnerOnly(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  requireOwnerOnly(dataDir);
}

/**
 * Checks that the data folder is this user's and closed to all others. Where it is open, it is closed if it is empty and
 * refused if it is not: others may have read what is in it, and some of it may be for them. What lies in a closed folder
 * is out of their reach, so modes in it, as earlier versions left them, are corrected.
 * @throws Error, in words, with the command that repairs it
 */
export function requireOwnerOnly(dataDir: string): void {
  // Windows has no such modes; there a folder is as closed as the one it is in.
  if (process.getuid === undefined || !existsSync(dataDir)) return;
  const stats = statSync(dataDir);
  requireOwner(dataDir);
  if (isOpen(stats)) {
    if (entriesOf(dataDir).length > 0) throw openError(dataDir);
    restrict(dataDir, stats, dataDir);
  }
  restrictWithin(dataDir, dataDir);
}

/**
 * @throws Error, in words, when the folder is another user's: that user could not read what this one makes in it, or this one
 *   keeps people's details in a folder that another one opens to all at will
 */
export function requireOwner(dataDir: string): void {
  const user = process.getuid?.();
  const owner = existsSync(dataDir) ? statSync(dataDir).uid : user;
  if (user === owner) return;
  throw new Error(
    `The data folder ${dataDir} belongs to user number ${owner}, and this runs as number ${user}. Run it as the user the folder belongs to (sudo -u '#${owner}' …). If the folder is meant for this one, give it to them, as root:\n` +
      `  chown -R ${user} ${quoted(dataDir)}`,
  );
}

function restrictWithin(folder: string, dataDir: string): void {
  for (const name of entriesOf(folder)) {
    const path = join(folder, name);
    // What another process removes on the way, such as a file of the database, needs no check.
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) continue;
    if (stats.uid !== process.getuid?.()) throw ownerError(path, stats, dataDir);
    // What it leads to may be somewhere others can go: like a data folder of its own.
    if (stats.isSymbolicLink()) requireLinked(path);
    else if (isOpen(stats)) restrict(path, stats, dataDir);
    if (stats.isDirectory()) restrictWithin(path, dataDir);
  }
}

function requireLinked(path: string): void {
  const target = statSync(path, { throwIfNoEntry: false });
  if (target?.isDirectory()) requireOwnerOnly(path);
  else if (target && isOpen(target)) throw openError(path);
}

function restrict(path: string, { mode }: Stats, dataDir: string): void {
  try {
    chmodSync(path, mode & ~NOT_OWNERS);
  } catch (error) {
    throw new Error(`${openError(dataDir).message}\n(${String(error)})`, { cause: error });
  }
  if (!isOpen(statSync(path))) return;
  throw new Error(
    `The file system of ${dataDir} keeps no permissions: all users of this machine could read what is in it. Put DATA_DIR on another one.`,
  );
}

const isOpen = ({ mode }: Stats) => (mode & NOT_OWNERS) !== 0;

const entriesOf = (folder: string) => readdirSync(folder).filter((name) => name !== LOST_AND_FOUND);

const openError = (path: string) =>
  new Error(
    `${path} holds people's details or is going to, and other users of this machine can get in. Take away their permissions, and start again:\n` +
      `  chmod -R go-rwx ${quoted(path)}`,
  );

const ownerError = (path: string, { uid }: Stats, dataDir: string) =>
  new Error(
    `${path} belongs to user number ${uid}, as if a command had been run by another user than the server. As root, give all of the data folder to the user it runs as, and start again:\n` +
      `  chown -R ${process.getuid?.()} ${quoted(dataDir)}`,
  );

/** As a shell takes it. */
const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`)}'`;
