/** What every way to sign in has in common, once the person has proven whose account it is. */
import { eq, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { NOT_APPROVED_DETAIL } from '../../../contract/constants';
import type { SessionSubject } from '../../../contract/entities/session';
import type { Language } from '../../../contract/languages';
import type { Database } from '../../db/database';
import { account } from '../../db/schema';
import { ForbiddenError, UnauthorizedError } from '../../http/errors';
import { detectLanguage } from '../../languages';
import { toSessionSubject } from '../access';
import { auditDone } from '../audit';
import { insertSession } from './sessions';

/** Proof that a person may sign in to an account, by a password or in another way. */
export interface Proof {
  /**
   * What must still hold of the account when its session is stored. For a password: its hash is the one that was checked. What makes
   * it false locks the account first.
   */
  readonly condition: SQL;
  /** The detail of the refusal if it no longer holds: the same as for a wrong proof. */
  readonly refusal: string;
  /** Called in the transaction of the session. Uses the proof up if it is valid once, and lifts the throttle of wrong ones. */
  onStarted?(tx: Database): Promise<void>;
  /** Called if no session is started. Undoes that the attempt was counted as a wrong one. */
  onNotStarted?(): Promise<void>;
}

/** An account as it was when the proof was checked. */
interface ProvenAccount extends Omit<SessionSubject, 'approved'> {
  readonly accountId: string;
  readonly state: string;
  readonly language: Language | null;
}

/**
 * Starts a session of an account, with its audit entry.
 * @param options.remember the 'Remember Me' choice
 * @returns the response of a call that signs in
 * @throws ForbiddenError if the account is not active
 * @throws UnauthorizedError if the proof no longer holds, or the account was deactivated since it was checked
 */
export async function startSession(
  request: FastifyRequest,
  proven: ProvenAccount,
  proof: Proof,
  { remember }: { remember: boolean },
) {
  const { database, tokens } = request.server;
  const { accountId } = proven;
  const store = async () => {
    if (proven.state !== 'active') throw new ForbiddenError(NOT_APPROVED_DETAIL);
    return database.db.transaction(async (tx) => {
      const language = detectLanguage(request);
      if (language && language !== proven.language) await setLanguage(tx, accountId, language);
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
