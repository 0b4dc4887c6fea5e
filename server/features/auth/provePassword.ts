import type { FastifyRequest } from 'fastify';
import { normalEmail } from '../../../contract/entities/text';
import { UnauthorizedError } from '../../http/errors';
import { setAuditRecords } from '../audit';
import { findAccountByEmail } from './accountByEmail';
import { createDeviceId } from './deviceCookie';
import { awaitsConfirmation } from './emailConfirmation';
import { beginLoginAttempt } from './loginAttempt';
import type { Proof } from './startSession';
import { hasPasswordHash } from './storedPassword';

const WRONG_LOGIN = 'Email or password is wrong';

/**
 * Verifies email and password, and returns the proof for `startSession`. Call it within `passwords.runQueued`.
 * @returns the account, the proof, and the id for the device cookie
 * @throws UnauthorizedError for an unknown email, a wrong password, a delay and a lockout: the same error after the same work
 */
export async function provePassword(
  request: FastifyRequest,
  { username: email, password }: { username: string; password: string },
) {
  const { database, passwords, settings } = request.server;
  const username = normalEmail(email);
  const stored = await findAccountByEmail(database.db, username);
  if (stored) setAuditRecords(request, stored.accountId);
  // Treat an unconfirmed account as unknown. Otherwise, logging in after registering would reveal whether the email had an
  // account.
  const account = stored && !awaitsConfirmation(settings, stored) ? stored : null;
  const passwordHash = account?.passwordHash ?? null;
  const attempt = await beginLoginAttempt(request, username, account);
  const isRight = await passwords.check(passwordHash, password).catch(async (error: unknown) => {
    await attempt.refund();
    throw error;
  });
  if (!account || passwordHash === null || !isRight || !attempt.isAdmitted) {
    throw new UnauthorizedError(WRONG_LOGIN);
  }
  const proof: Proof = {
    condition: hasPasswordHash(passwordHash),
    refusal: WRONG_LOGIN,
    onStarted: attempt.succeed,
    onNotStarted: attempt.refund,
  };
  return { account, proof, deviceId: attempt.deviceId ?? createDeviceId() };
}
