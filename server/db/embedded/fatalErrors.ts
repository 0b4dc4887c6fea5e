/**
 * Errors that the embedded database does not survive: a failed write, flush or read of its disk, damaged files, a crash.
 * PGlite would continue: acknowledge data that was not flushed, or spin forever. So the process exits at once, before it
 * acknowledges anything more. Its supervisor restarts it, and the restarted process has everything that was acknowledged.
 */
import { writeSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';

/** File system errors: no space, over quota, I/O error, file too large, read-only disk. */
const DISK_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'EROFS']);
/** SQLSTATEs: disk full, I/O error. */
const DISK_STATES: ReadonlySet<string> = new Set(['53100', '58030']);
/** SQLSTATEs: data corrupted, index corrupted. */
const DAMAGE_STATES: ReadonlySet<string> = new Set(['XX001', 'XX002']);

/** Exit status with which PostgreSQL leaves its main loop after a failed statement. Anything else thrown there is a crash. */
const STATEMENT_FAILED = 100;

/**
 * Describes why the process must exit, for the operator who reads its last line.
 * @param error from the file layer or the database; its message is never repeated, because it may contain submitted data
 * @returns null for an error that affects one statement only
 */
export function describeFatalError(error: unknown): string | null {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  if (typeof code !== 'string') return null;
  if (DISK_CODES.has(code) || DISK_STATES.has(code)) {
    return `its disk failed (${code}). Check that the disk works and has free space, then start again.`;
  }
  if (DAMAGE_STATES.has(code)) {
    return `its files are damaged (${code}). If this happens again, restore the last backup.`;
  }
  return null;
}

/** Whether something thrown out of PostgreSQL's main loop means that the database cannot continue. */
export const isCrash = (thrown: unknown): boolean =>
  (thrown as { status?: unknown } | null | undefined)?.status !== STATEMENT_FAILED;

/** Exits on a fatal error, before the caller learns of it. */
export function exitIfFatal(error: unknown): void {
  const reason = describeFatalError(error);
  if (reason !== null) exitWith(reason);
}

/**
 * Exits when a statement fails with a fatal error. Statements of commands pass through `execProtocolStream`; those of the server are
 * checked in databaseWorker.ts.
 */
export function exitOnFatalError(client: Pick<PGlite, 'execProtocolStream'>): void {
  const send = client.execProtocolStream.bind(client);
  client.execProtocolStream = (...message) =>
    send(...message).catch((error: unknown) => {
      exitIfFatal(error);
      throw error;
    });
}

/** Exits because the database has crashed. */
export const exitAfterCrash = (): never => exitWith('it has crashed. Start again.');

/** A thread of the database has no descriptor in `process.stderr`. */
const STANDARD_ERROR = 2;

/**
 * Writes synchronously: an asynchronous log line would be lost. In the thread of the database, the exit ends only the thread, which
 * does nothing more, and then startWorker.ts ends the process.
 */
function exitWith(reason: string): never {
  const message = `Referral Desk exits now. Its embedded database cannot continue: ${reason}\nAll acknowledged data is safe.\n`;
  try {
    writeSync(STANDARD_ERROR, message);
  } catch {
    // A closed standard error must not prevent the exit.
  }
  process.exit(1);
}
