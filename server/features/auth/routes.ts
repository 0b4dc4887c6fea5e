import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { INVALID_RESET_TOKEN_DETAIL, NOT_APPROVED_DETAIL } from '../../../contract/constants';
import type { SessionSubject, TokenPair } from '../../../contract/entities/session';
import { ForbiddenError, RefusedError, UnauthorizedError } from '../../plugins/errors';
import { languageOf } from '../../language';
import { serve } from '../../serve';
import { auditDone, auditRefused } from '../audit/entries';
import { queueLetter } from '../mail/outbox';
import { RESET_MAILS_PER_HOUR } from './limits';
import { checkPassword, hashPassword } from './passwords';
import {
  addReset,
  countRecentResets,
  endResets,
  findCaller,
  findLogin,
  findReset,
  lockLogin,
  revokeSession,
  rotateSession,
  setLanguage,
  setPassword,
  startSession,
  useReset,
  wasJustRotated,
} from './repository';
import { refuseGuessable } from './rules';
import { hashResetToken, newResetToken } from './tokens';

const WRONG_LOGIN = 'E-mail or password is wrong';

/** Signing in, staying signed in, and getting back in. */
export async function authRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { settings, tokens } = app;

  const pairFor = async (
    claim: { sessionId: string; counter: number },
    subject: SessionSubject,
  ): Promise<TokenPair> => ({
    access_token: await tokens.access(claim.sessionId, subject),
    refresh_token: tokens.refresh(claim),
  });

  serve(app, 'refresh', async (_input, request) => {
    const claim = tokens.readRefresh(request.bearer() ?? '');
    const caller = claim && (await findCaller(db, claim.sessionId));
    if (!claim || !caller) throw new UnauthorizedError();
    const rotated =
      (await rotateSession(db, claim.sessionId, claim.counter)) ||
      (await wasJustRotated(db, claim.sessionId, claim.counter));
    if (!rotated) {
      // An old token came back: somebody has a copy. Nobody keeps the session.
      await revokeSession(db, claim.sessionId);
      throw new UnauthorizedError();
    }
    return pairFor({ ...claim, counter: claim.counter + 1 }, subjectOf(caller));
  });

  serve(app, 'logout', async (_input, request) => {
    const claim = tokens.readRefresh(request.bearer() ?? '');
    const caller = claim && (await findCaller(db, claim.sessionId));
    if (!claim || !caller) throw new UnauthorizedError();
    await db.transaction(async (tx) => {
      await revokeSession(tx, claim.sessionId);
      await auditDone(tx, request, caller.accountId);
    });
    return { detail: 'ok' };
  });

  serve(app, 'forgotPassword', async ({ body }, request) => {
    // Either way something is written, so that how soon the answer comes does not tell who is known.
    await db.transaction(async (tx) => {
      const known = await lockLogin(tx, body.email);
      if (known?.state !== 'active') return auditRefused(tx, request);
      const isOften = (await countRecentResets(tx, known.accountId)) >= RESET_MAILS_PER_HOUR;
      if (isOften) return auditRefused(tx, request);
      const token = newResetToken();
      await endResets(tx, known.accountId);
      await addReset(tx, known.accountId, hashResetToken(token));
      const to = { ...known, language: languageOf(request) ?? known.language };
      await queueLetter(tx, settings, to, { kind: 'resetLink', token });
      return auditDone(tx, request, null, known.accountId);
    });
    return { detail: 'ok' };
  });

  serve(app, 'checkResetToken', async ({ query }) => {
    if (!(await findReset(db, hashResetToken(query.reset_token)))) {
      throw new RefusedError(400, INVALID_RESET_TOKEN_DETAIL);
    }
    return { detail: 'ok' };
  });

  serve(app, 'resetPassword', async ({ body }, request) => {
    const tokenHash = hashResetToken(body.token);
    const owner = await findReset(db, tokenHash);
    if (!owner) throw new RefusedError(400, INVALID_RESET_TOKEN_DETAIL);
    refuseGuessable(settings, 'new_pass', body.new_pass, [owner.username, owner.fullname]);
    const passwordHash = await hashPassword(body.new_pass);
    await db.transaction(async (tx) => {
      // The account first, as everywhere: hashing took a while, in which it may have been shut out or got a newer link.
      await lockLogin(tx, owner.username);
      const isGood = (await findReset(tx, tokenHash)) && (await useReset(tx, tokenHash));
      if (!isGood) throw new RefusedError(400, INVALID_RESET_TOKEN_DETAIL);
      await endResets(tx, owner.accountId);
      await setPassword(tx, owner.accountId, passwordHash);
      await queueLetter(tx, settings, owner, { kind: 'passwordChanged' });
      await auditDone(tx, request, owner.accountId, owner.accountId);
    });
    return { detail: 'ok' };
  });
}

/** Its own scope: the one call that is form-encoded. */
export async function loginRoute(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { tokens } = app;

  serve(app, 'login', async ({ body }, request) => {
    const found = await findLogin(db, body.username.trim().normalize('NFC').toLowerCase());
    const isRight = await checkPassword(found?.passwordHash ?? null, body.password);
    if (!found || !isRight) throw new UnauthorizedError(WRONG_LOGIN);
    if (found.state !== 'active') throw new ForbiddenError(NOT_APPROVED_DETAIL);
    const sessionId = randomUUID();
    await db.transaction(async (tx) => {
      const { accountId, passwordHash } = found;
      const language = languageOf(request);
      if (language && language !== found.language) await setLanguage(tx, accountId, language);
      const begun = { id: sessionId, accountId, passwordHash, remember: body.remember };
      if (!(await startSession(tx, begun))) throw new UnauthorizedError(WRONG_LOGIN);
      await auditDone(tx, request, found.accountId);
    });
    const user = subjectOf(found);
    return {
      access_token: await tokens.access(sessionId, user),
      refresh_token: tokens.refresh({ sessionId, counter: 0 }),
      token_type: 'bearer' as const,
      user,
    };
  });
}

/** Only active accounts get this far, so `approved` is true. */
function subjectOf(account: Omit<SessionSubject, 'approved'>): SessionSubject {
  const { username, fullname, role } = account;
  return { username, fullname, role, approved: true };
}
