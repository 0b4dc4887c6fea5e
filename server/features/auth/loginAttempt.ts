/** One try to sign in, as far as it can be a guess. */
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/openDatabase';
import type { Hmac } from '../limits/hmac';
import { networkOfRequest } from '../limits/network';
import { type Recipient, queueEmail, withdrawEmails } from '../mail/outbox';
import { readDevice } from './deviceCookie';
import { updateThrottles, clearThrottles } from './loginThrottleRepository';
import {
  isLockedOut,
  LOCKOUT_AFTER,
  refundAttempt,
  registerAttempt,
  clearAfterSuccess,
} from './loginThrottle';

/** Seconds for which the letter about a stop waits: as long as a password may take to be checked, which may yet be right. */
const LOCKOUT_EMAIL_DELAY = 10;

export interface LoginAttempt {
  /** Whether its password has any say. If not, it is checked and refused all the same: how long that takes tells nothing. */
  readonly isAdmitted: boolean;
  /** The marked device it came from; null when that has no mark, or one that has no say any more. */
  readonly device: string | null;
  /** The password was right; call it in the transaction that begins the session. */
  succeed(tx: Database): Promise<void>;
  /** It was no guess after all. */
  refund(): Promise<void>;
}

/**
 * Begins a try; it counts as a wrong password until it is known to be none. With the last that counts, the owner's letter is
 * queued: nobody gets in any more, and should the process end now, they hear of it all the same.
 * @param username in its normal form
 * @param owner null when it is nobody's
 */
export async function beginLoginAttempt(
  request: FastifyRequest,
  username: string,
  owner: (Recipient & { state: string }) | null,
): Promise<LoginAttempt> {
  const { hmac, database, settings } = request.server;
  const email = emailKey(hmac, username);
  const marked = readDevice(request, hmac, username);
  const atAddress = { email, place: hmac(networkOfRequest(request)), isDevice: false };

  const { keys, isAdmitted } = await database.db.transaction(async (tx) => {
    if (marked !== null) {
      const onDevice = { email, place: hmac('device', marked), isDevice: true };
      const { here, isAdmitted: counts } = await updateThrottles(tx, onDevice, registerAttempt);
      if (counts || !isLockedOut(here)) return { keys: onDevice, isAdmitted: counts };
    }
    const updated = await updateThrottles(tx, atAddress, registerAttempt);
    if (updated.isAdmitted && updated.anywhere?.consecutive === LOCKOUT_AFTER) {
      const to = owner?.state === 'active' ? owner : null;
      await queueEmail(tx, settings, to, { kind: 'loginStopped' }, { wait: LOCKOUT_EMAIL_DELAY });
    }
    return { keys: atAddress, isAdmitted: updated.isAdmitted };
  });

  const apply = async (tx: Database, change: typeof clearAfterSuccess) => {
    await updateThrottles(tx, keys, change);
    // What a device does changes nothing about a stop of strangers.
    if (!keys.isDevice) await withdrawEmails(tx, owner, 'loginStopped');
  };
  return {
    isAdmitted,
    device: keys.isDevice ? marked : null,
    succeed: (tx) => apply(tx, clearAfterSuccess),
    async refund() {
      if (isAdmitted) await database.db.transaction((tx) => apply(tx, refundAttempt));
    },
  };
}

/** Lets an e-mail be tried anew: its owner has a new password, or a super user says so. Call it in that transaction. */
export async function liftLockout(
  tx: Database,
  { hmac }: { hmac: Hmac },
  username: string,
): Promise<void> {
  await clearThrottles(tx, emailKey(hmac, username));
}

const emailKey = (hmac: Hmac, username: string) => hmac('e-mail', username);
