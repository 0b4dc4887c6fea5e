/** What a server that starts well warns of all the same: in its log, at every start. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/openDatabase';
import { markMoved } from './db/movedMark';
import { keepsGeneratedPassword } from './features/auth/repository';
import type { Settings } from './settings';

/** What is less safe than it could be, by the settings alone. */
export function warnOfSettings(settings: Settings, log: FastifyBaseLogger): void {
  if (settings.TRUST_PROXY === true) {
    log.warn(
      'TRUST_PROXY=true believes any X-Forwarded-For: whoever sends one chooses the address that limits and the audit trail count. Set the number of proxies in front, such as 1, or their addresses.',
    );
  }
  if (settings.SMTP_ALLOW_PLAINTEXT) {
    log.warn(
      'SMTP_ALLOW_PLAINTEXT=true lets mails, with links that open accounts, and the password of SMTP_URL cross the network unencrypted. Remove it as soon as the mail server offers STARTTLS.',
    );
  }
}

/**
 * What the database and the data folder are less safe for.
 * @param isNew whether this start has put the first super user in place
 */
export async function warnOfDatabase(
  settings: Settings,
  db: Database,
  log: FastifyBaseLogger,
  isNew: boolean,
): Promise<void> {
  // A PostgreSQL that was empty until now is not where the folder's data went.
  if (!isNew && tryToMark(settings, log)) {
    log.warn(
      'DATA_DIR holds an embedded database that is no longer used. It is marked, and no command opens it any more. Delete its folder postgres once the move has proved itself.',
    );
  }
  if (!isNew && (await keepsGeneratedPassword(db))) {
    log.warn(
      'The generated first password of a super user was not replaced yet: log in and replace it under Your Profile.',
    );
  }
}

/** A folder that cannot be marked keeps no server from its PostgreSQL. */
function tryToMark(settings: Settings, log: FastifyBaseLogger): boolean {
  try {
    return markMoved(settings);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.warn({ code }, 'DATA_DIR holds an embedded database that could not be marked as moved');
    return false;
  }
}
