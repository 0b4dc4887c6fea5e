import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database';
import type { Caller } from '../auth/repository';
import { queueEmail } from '../mail/outbox';
import type { lockOwner } from './ownerRepository';

/** Seconds before the email is sent: another assignment until then replaces it. */
const OWNER_EMAIL_WAIT = 30;

/** Tells an account by email that it owns one or more referrals now, unless it assigned them itself or wants no such emails. */
export async function emailOwner(
  { settings }: FastifyInstance,
  db: Database,
  owner: NonNullable<Awaited<ReturnType<typeof lockOwner>>>,
  caller: Caller,
): Promise<void> {
  if (!owner.wantsEmails || owner.accountId === caller.accountId) return;
  await queueEmail(db, settings, owner, { kind: 'assigned' }, { wait: OWNER_EMAIL_WAIT });
}
