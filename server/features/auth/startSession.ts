/** Starts a session for a proven login, whatever the kind of proof. */
import { eq, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { NOT_APPROVED_DETAIL } from '../../../contract/constants';
import type { SessionSubject } from '../../../contract/entities/session';
import type { Language } from '../../../contract/languages';
import type { Database } from '../../db/database';
import { account } from '../../db/schema';
import { ForbiddenError, UnauthorizedError } from '../../http/errors';
import { detectLanguage } from '../../languages';
import { hasLoginStopped, toSessionSubject } from '../access';
import { auditDone } from '../audit';
import { insertSession } from './sessions';

/** Proof that a person may sign in to an account, by a password or in another way. */
export interface Proof {
  /**
   * A condition on the account that must still be true when its session is stored. For a password: the hash is still the one
   * that was checked. A change that makes it false must lock the account first.
   */
  readonly condition: SQL;
  /** The detail of the refusal if the condition is false: the same as for a wrong proof. */
  readonly refusal: string;
  /** Called in the transaction of the session. Consumes a one-time proof, and clears the throttle of failed attempts. */
  onStarted?(tx: Database): Promise<void>;
  /** Called if no session is started. Refunds the attempt, which was counted as failed. */
  onNotStarted?(): Promise<void>;
}

/** An account as it was when the proof was checked. */
interface ProvenAccount extends Omit<SessionSubject, 'approved' | 'id'> {
  readonly accountId: string;
  readonly state: string;
  readonly language: Language | null;
}

/**
 * Starts a session of an account, with its audit entry.
 * @param options.remember the 'Remember Me' choice
 * @returns the response of a call that signs in
 * @throws ForbiddenError if the account is not active, or a parent's login that has stopped
 * @throws UnauthorizedError if the proof's condition is false, or the account was deactivated since it was checked
 */
export async function startSession(
  request: FastifyRequest,
  proven: ProvenAccount,
  proof: Proof,
  { remember }: { remember: boolean },
) {
  const { database, settings, tokens } = request.server;
  const { accountId } = proven;
  const store = async () => {
    if (proven.state !== 'active') throw new ForbiddenError(NOT_APPROVED_DETAIL);
    return database.db.transaction(async (tx) => {
      const language = detectLanguage(request);
      if (language && language !== proven.language) await setLanguage(tx, accountId, language);
      if (await hasLoginStopped(tx, accountId, settings.TIME_ZONE))
        throw new ForbiddenError(NOT_APPROVED_DETAIL);
      const id = await insertSession(tx, { accountId, remember }, proof.condition);
      if (id === null) throw new UnauthorizedError(proof.refusal);
      await proof.onStarted?.(tx);
      await auditDone(tx, request, accountId);
      return id;
    });
  };
  const sessionId = await store().catch(async (error: unknown) => {
    await proof.onNotStarted?.();
    throw error;
  });
  const user = toSessionSubject(proven);
  const pair = await tokens.issuePair({ sessionId, counter: 0 }, user);
  return { ...pair, token_type: 'bearer' as const, user };
}

/** Stores the language for emails to the person. */
async function setLanguage(db: Database, accountId: string, language: Language): Promise<void> {
  await db.update(account).set({ language }).where(eq(account.id, accountId));
}
