/** Deactivates accounts, for each call that does. */
import type { FastifyRequest } from 'fastify';
import { ACCOUNT_REFUSALS } from '../../../contract/staffConstants';
import type { Database } from '../../db/database';
import { ConflictError, NotFoundError } from '../../http/errors';
import type { Caller } from '../access';
import { setAuditRecords } from '../audit';
import { awaitsConfirmation, revokeLinks } from '../auth';
import { deactivate, discardPassword, lockAccount, lockSuperusers } from './accounts';

/**
 * Makes deactivations run one after the other until the end of the transaction, in which nobody makes the account an owner either.
 * @throws ConflictError for the caller's own account, and for that of the last super user
 */
export async function lockForDeactivation(
  tx: Database,
  request: FastifyRequest,
  caller: Caller,
  id: string,
): Promise<void> {
  const superusers = await lockSuperusers(tx);
  const refuse = (reason: string) => {
    setAuditRecords(request, id);
    return new ConflictError(reason);
  };
  if (id === caller.accountId) throw refuse(ACCOUNT_REFUSALS.oneself);
  if (superusers.length === 1 && superusers[0] === id) {
    throw refuse(ACCOUNT_REFUSALS.lastSuperuser);
  }
}

/**
 * Deactivates an account after `lockForDeactivation`. Change its referrals before: this locks the account against those who refer
 * to it, and their changes may wait for those referrals.
 * @throws NotFoundError if there is no such account
 */
export async function deactivateLocked(
  tx: Database,
  request: FastifyRequest,
  id: string,
): Promise<void> {
  const found = await lockAccount(tx, id);
  if (!found) throw new NotFoundError();
  if (awaitsConfirmation(request.server.settings, found)) {
    await discardPassword(tx, id);
    await revokeLinks(tx, found);
  }
  await deactivate(tx, id);
}
