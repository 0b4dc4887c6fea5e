/** One try to sign in, as far as it can be a guess. */
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/openDatabase';
import type { KeyOf } from '../limits/keys';
import { networkOfRequest } from '../limits/network';
import { type Addressee, queueLetter, withdrawLetters } from '../mail/outbox';
import { readDevice } from './deviceMarks';
import { changeGuards, clearGuards } from './guardRepository';
import { isStopped, STOP_AFTER, takenBack, weigh, whenRight } from './guessing';

/** Seconds for which the letter about a stop waits: as long as a password may take to be checked, which may yet be right. */
const STOP_LETTER_WAIT = 10;

export interface Attempt {
  /** Whether its password has any say. If not, it is checked and refused all the same: how long that takes tells nothing. */
  readonly isWeighed: boolean;
  /** The marked device it came from; null when that has no mark, or one that has no say any more. */
  readonly device: string | null;
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
  const email = emailKey(keyOf, username);
  const marked = readDevice(request, keyOf, username);
  const atAddress = { email, place: keyOf(networkOfRequest(request)), isDevice: false };

  const { keys, isWeighed } = await database.db.transaction(async (tx) => {
    if (marked !== null) {
      const onDevice = { email, place: keyOf('device', marked), isDevice: true };
      const { here, isWeighed: counts } = await changeGuards(tx, onDevice, weigh);
      if (counts || !isStopped(here)) return { keys: onDevice, isWeighed: counts };
    }
    const weighed = await changeGuards(tx, atAddress, weigh);
    if (weighed.isWeighed && weighed.anywhere?.consecutive === STOP_AFTER) {
      const to = owner?.state === 'active' ? owner : null;
      await queueLetter(tx, settings, to, { kind: 'loginStopped' }, { wait: STOP_LETTER_WAIT });
    }
    return { keys: atAddress, isWeighed: weighed.isWeighed };
  });

  const goesOn = async (tx: Database, change: typeof whenRight) => {
    await changeGuards(tx, keys, change);
    // What a device does changes nothing about a stop of strangers.
    if (!keys.isDevice) await withdrawLetters(tx, owner, 'loginStopped');
  };
  return {
    isWeighed,
    device: keys.isDevice ? marked : null,
    right: (tx) => goesOn(tx, whenRight),
    async takeBack() {
      if (isWeighed) await database.db.transaction((tx) => goesOn(tx, takenBack));
    },
  };
}

/** Lets an e-mail be tried anew: its owner has a new password, or a super user says so. Call it in that transaction. */
export async function liftStop(
  tx: Database,
  { keyOf }: { keyOf: KeyOf },
  username: string,
): Promise<void> {
  await clearGuards(tx, emailKey(keyOf, username));
}

const emailKey = (keyOf: KeyOf, username: string) => keyOf('e-mail', username);
