/**
 * What the embedded database does not survive: a write, a flush or a read of its disk that failed, damaged files, a crash.
 * It would go on all the same: acknowledge what was not flushed, or spin for ever. So the process ends at once, before
 * anything more is acknowledged, and whoever supervises it starts it again: it then has what was acknowledged.
 */
import { writeSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';

/** Of the file system: no room, over quota, a broken disk, a file grown too large, a disk that has become read-only. */
const DISK_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'EROFS']);
/** PostgreSQL's own: disk full, input or output failed. */
const DISK_STATES: ReadonlySet<string> = new Set(['53100', '58030']);
/** A damaged table, a damaged index. */
const DAMAGE_STATES: ReadonlySet<string> = new Set(['XX001', 'XX002']);

/** What PostgreSQL leaves its main loop with when a statement has failed; anything else that is thrown there is a crash. */
const STATEMENT_FAILED = 100;

/**
 * Why the process must end, for the person who reads its last line.
 * @param error of the file layer or of the database; how it is worded is never repeated, as it may hold what was sent
 * @returns null for every error that one statement may have and the next one survives
 */
export function reasonToEnd(error: unknown): string | null {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  if (typeof code !== 'string') return null;
  if (DISK_CODES.has(code) || DISK_STATES.has(code)) {
    return `its disk failed (${code}). Make sure that it is in order and has room, then start again.`;
  }
  if (DAMAGE_STATES.has(code)) {
    return `its files are damaged (${code}). Should this come again, restore the last backup.`;
  }
  return null;
}

/** Whether something thrown out of PostgreSQL's main loop leaves nothing that could go on. */
export const isCrash = (thrown: unknown): boolean =>
  (thrown as { status?: unknown } | null | undefined)?.status !== STATEMENT_FAILED;

/** Ends the process if it must, before the caller learns of the error. */
export function endIfFatal(error: unknown): void {
  const reason = reasonToEnd(error);
  if (reason !== null) end(reason);
}

/** Ends the process at an answer of the database after which it must not go on. Every statement passes here. */
export function endOnFatalAnswer(client: Pick<PGlite, 'execProtocolStream'>): void {
  const send = client.execProtocolStream.bind(client);
  client.execProtocolStream = (...message) =>
    send(...message).catch((error: unknown) => {
      endIfFatal(error);
      throw error;
    });
}

/** Ends the process as the database has crashed. */
export const endAsCrashed = (): never => end('it has crashed. Start again.');

/** Nothing waits: a log that is written later would not be. */
function end(reason: string): never {
  const words = `Referral Desk stops at once. Its embedded database cannot go on: ${reason}\nEverything acknowledged is kept.\n`;
  try {
    writeSync(process.stderr.fd, words);
  } catch {
    // Nobody reads it: that must not keep the process.
  }
  process.exit(1);
}
