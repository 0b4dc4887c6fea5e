/** One try to sign in, as far as it can be a guess. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../db/openDatabase';
import { addressOf, networkOf } from '../limits/network';
import { type Addressee, queueLetter, withdrawLetters } from '../mail/outbox';
import { changeGuards, clearGuards } from './guardRepository';
import { STOP_AFTER, takenBack, weigh, whenRight } from './guessing';

/** Seconds for which the letter about a stop waits: as long as a password may take to be checked, which may yet be right. */
const STOP_LETTER_WAIT = 10;

export interface Attempt {
  /** Whether its password has any say. If not, it is checked and refused all the same: how long that takes tells nothing. */
  readonly isWeighed: boolean;
  /** The password was right; call it in the transaction that begins the session. */
  right(tx: Database): Promise<void>;
  /** It was no guess after all. */
  takeBack(): Promise<void>;
}

/**
 * Begins a try; it counts as a wrong password until it is known to be none. With the last that counts, the owner's letter is
 * queued: nobody gets in any more, and should the process end now, they hear of it all the same.
 * @param username in its normal form
 * @param owner null when it is nobody's
 */
export async function beginAttempt(
  request: FastifyRequest,
  username: string,
  owner: (Addressee & { state: string }) | null,
): Promise<Attempt> {
  const { keyOf, database, settings } = request.server;
  const keys = {
    email: emailKey(request.server, username),
    address: keyOf(networkOf(addressOf(request))),
  };
  const isWeighed = await database.db.transaction(async (tx) => {
    const weighed = await changeGuards(tx, keys, weigh);
    if (weighed.isWeighed && weighed.anywhere.consecutive === STOP_AFTER) {
      const to = owner?.state === 'active' ? owner : null;
      await queueLetter(tx, settings, to, { kind: 'loginStopped' }, { wait: STOP_LETTER_WAIT });
    }
    return weighed.isWeighed;
  });
  const goesOn = async (tx: Database, change: typeof whenRight) => {
    await changeGuards(tx, keys, change);
    await withdrawLetters(tx, owner, 'loginStopped');
  };
  return {
    isWeighed,
    right: (tx) => goesOn(tx, whenRight),
    async takeBack() {
      if (isWeighed) await database.db.transaction((tx) => goesOn(tx, takenBack));
    },
  };
}

/** Lets an e-mail be tried anew: its owner has a new password, or a super user says so. Call it in that transaction. */
export async function liftStop(
  tx: Database,
  app: FastifyInstance,
  username: string,
): Promise<void> {
  await clearGuards(tx, emailKey(app, username));
}

const emailKey = (app: FastifyInstance, username: string) => app.keyOf('e-mail', username);
