/** A login attempt, counted against the login throttles. */
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database';
import { type Hmac, allowanceOf, networkKeys } from '../limits';
import { getNetworkChain } from '../../http/clientAddress';
import { type Recipient, queueEmail, withdrawEmails } from '../mail';
import { readDeviceId } from './deviceCookie';
import { updateThrottles, clearThrottles, type ThrottleKeys } from './throttleCounters';
import {
  DELAY_FROM,
  isLockedOut,
  LOCKOUT_AFTER,
  refundAttempt,
  registerAttempt,
  clearAfterSuccess,
} from './loginThrottle';

/** Seconds before the lockout email is sent: as long as a password check may take. `succeed` and `refund` withdraw it. */
const LOCKOUT_EMAIL_DELAY = 10;

export interface LoginAttempt {
  /** Whether a right password succeeds. If not, the password is checked and refused, so that the response time reveals nothing. */
  readonly isAdmitted: boolean;
  /** The id from the device cookie; null without a valid entry, or when the device is locked out. */
  readonly deviceId: string | null;
  /** The password was right. Call it in the transaction that creates the session. */
  succeed(tx: Database): Promise<void>;
  /** Undoes the count of an attempt that failed for another reason than a wrong password. */
  refund(): Promise<void>;
}

/**
 * Begins an attempt and counts it as a wrong password until `succeed` or `refund` is called. The attempt that reaches
 * LOCKOUT_AFTER queues the lockout email in the same transaction, so that the owner is notified even if the process crashes.
 * @param username normalized
 * @param owner null for an unknown email
 * @param accountId of the session that checks its own password: it is known like a device
 */
export async function beginLoginAttempt(
  request: FastifyRequest,
  username: string,
  owner: (Recipient & { state: string }) | null,
  accountId?: string,
): Promise<LoginAttempt> {
  const { hmac, database, settings } = request.server;
  const email = emailKey(hmac, username);
  const deviceId = accountId === undefined ? readDeviceId(request, hmac, username) : null;
  const knownKey =
    accountId === undefined
      ? deviceId && hmac('device', deviceId)
      : hmac('own password', accountId);

  const { keys, isAdmitted } = await database.db.transaction(async (tx) => {
    if (knownKey !== null) {
      const source = { key: knownKey, delayFrom: DELAY_FROM };
      const knownKeys = { email, source, narrower: [], isKnown: true };
      const { perSource, isAdmitted: isKnownAdmitted } = await updateThrottles(
        tx,
        knownKeys,
        registerAttempt,
      );
      if (isKnownAdmitted || !isLockedOut(perSource))
        return { keys: knownKeys, isAdmitted: isKnownAdmitted };
    }
    const strangerKeys = networkThrottleKeys(request, email);
    const updated = await updateThrottles(tx, strangerKeys, registerAttempt);
    if (updated.isAdmitted && updated.perEmail?.consecutive === LOCKOUT_AFTER) {
      const to = owner?.state === 'active' ? owner : null;
      await queueEmail(tx, settings, to, { kind: 'loginStopped' }, { wait: LOCKOUT_EMAIL_DELAY });
    }
    return { keys: strangerKeys, isAdmitted: updated.isAdmitted };
  });

  const apply = async (tx: Database, change: typeof clearAfterSuccess) => {
    await updateThrottles(tx, keys, change);
    // Attempts from a known source do not affect the lockout of other clients.
    if (!keys.isKnown) await withdrawEmails(tx, owner, 'loginStopped');
  };
  return {
    isAdmitted,
    deviceId: keys.isKnown ? deviceId : null,
    succeed: (tx) => apply(tx, clearAfterSuccess),
    async refund() {
      if (isAdmitted) await database.db.transaction((tx) => apply(tx, refundAttempt));
    },
  };
}

function networkThrottleKeys(request: FastifyRequest, email: string): ThrottleKeys {
  const [widest, ...narrower] = networkKeys(request.server.hmac, getNetworkChain(request));
  const toSource = ({ key, share }: typeof widest) => ({
    key,
    delayFrom: allowanceOf(DELAY_FROM, share),
  });
  return { email, source: toSource(widest), narrower: narrower.map(toSource), isKnown: false };
}

/** Lifts a lockout after a password change or by a super user's action. Call it in the transaction of that change. */
export async function liftLockout(
  tx: Database,
  { hmac }: { hmac: Hmac },
  username: string,
): Promise<void> {
  await clearThrottles(tx, emailKey(hmac, username));
}

const emailKey = (hmac: Hmac, username: string) => hmac('e-mail', username);
