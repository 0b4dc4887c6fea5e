/** Restricts the data folder and its contents to the owner: folders 0700, files 0600 (docs/decisions/0028-owner-only-files.md). */
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
const GROUP_AND_OTHERS = 0o077;
/** Root's folder at the top of each ext4 file system; it holds no files of ours. */
const LOST_AND_FOUND = 'lost+found';

/** Denies group and others access to every file that this process creates, regardless of the umask it was started with. */
export function restrictNewFiles(): void {
  process.umask(0o077);
}

/**
 * Creates the data folder, or checks it like `requireOwnerOnly`.
 * @throws Error with a message for the operator that contains the repair command
 */
export function createOwnerOnlyFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  requireOwnerOnly(dataDir);
}

/**
 * Checks that this user owns the data folder and that all other users have no access. A folder open to others is closed if it
 * is empty, and refused if it is not: others may have read its files, and some files may be meant for them. Others cannot
 * reach files in a closed folder, so the modes that earlier versions left there are corrected.
 * @throws Error with a message for the operator that contains the repair command
 */
export function requireOwnerOnly(dataDir: string): void {
  // Windows has no such modes: a folder there is as protected as its parent.
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
 * @throws Error with a message for the operator when another user owns the folder: the owner could not read the files that this
 *   process creates, or could open this process's personal data to everyone
 */
export function requireOwner(dataDir: string): void {
  const user = process.getuid?.();
  const owner = existsSync(dataDir) ? statSync(dataDir).uid : user;
  if (user === owner) return;
  throw new Error(
    `The data folder ${dataDir} belongs to user number ${owner}, and this runs as number ${user}. Run it as the user the folder belongs to (sudo -u '#${owner}' …). If the folder is meant for this user, change its owner, as root:\n` +
      `  chown -R ${user} ${shellQuote(dataDir)}`,
  );
}

function restrictWithin(folder: string, dataDir: string): void {
  for (const name of entriesOf(folder)) {
    const path = join(folder, name);
    // A file that another process removes during the walk, such as a database file, needs no check.
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) continue;
    if (stats.uid !== process.getuid?.()) throw ownerError(path, stats, dataDir);
    // The target of a link may be accessible to others, so it is checked like a data folder.
    if (stats.isSymbolicLink()) checkLinkTarget(path);
    else if (isOpen(stats)) restrict(path, stats, dataDir);
    if (stats.isDirectory()) restrictWithin(path, dataDir);
  }
}

function checkLinkTarget(path: string): void {
  const target = statSync(path, { throwIfNoEntry: false });
  if (target?.isDirectory()) requireOwnerOnly(path);
  else if (target && isOpen(target)) throw openError(path);
}

function restrict(path: string, { mode }: Stats, dataDir: string): void {
  try {
    chmodSync(path, mode & ~GROUP_AND_OTHERS);
  } catch (error) {
    throw new Error(`${openError(dataDir).message}\n(${String(error)})`, { cause: error });
  }
  if (!isOpen(statSync(path))) return;
  throw new Error(
    `The file system of ${dataDir} keeps no permissions: all users of this machine could read its files. Set DATA_DIR to a folder on another file system.`,
  );
}

const isOpen = ({ mode }: Stats) => (mode & GROUP_AND_OTHERS) !== 0;

const entriesOf = (folder: string) => readdirSync(folder).filter((name) => name !== LOST_AND_FOUND);

const openError = (path: string) =>
  new Error(
    `${path} holds personal data, or will hold it, and other users of this machine have access to it. Remove their permissions, then start again:\n` +
      `  chmod -R go-rwx ${shellQuote(path)}`,
  );

const ownerError = (path: string, { uid }: Stats, dataDir: string) =>
  new Error(
    `${path} belongs to user number ${uid}, probably because a command was run as another user than the server. As root, give the whole data folder to the server's user, then start again:\n` +
      `  chown -R ${process.getuid?.()} ${shellQuote(dataDir)}`,
  );

/** Quotes a path for a shell. */
const shellQuote = (path: string) => `'${path.replaceAll("'", String.raw`'\''`)}'`;
