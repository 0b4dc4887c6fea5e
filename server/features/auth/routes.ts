import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { INVALID_RESET_TOKEN_DETAIL, NOT_APPROVED_DETAIL } from '../../../contract/constants';
import type { SessionSubject, TokenPair } from '../../../contract/entities/session';
import { normalEmail } from '../../../contract/entities/text';
import { ForbiddenError, RefusedError, UnauthorizedError } from '../../http/errors';
import { detectLanguage } from '../../languages';
import { type Handler, registerOperation } from '../../http/registerOperation';
import { setAuditRecords, auditDone, auditRefused, auditTokenReuse } from '../audit';
import { networkKeys } from '../limits';
import { getNetworkChain, getNetworkPath } from '../../http/clientAddress';
import { queueEmail } from '../mail';
import { beginLoginAttempt, liftLockout } from './loginAttempt';
import { awaitsConfirmation, revokeLinks } from './emailConfirmation';
import { deviceCookie, createDeviceId } from './deviceCookie';
import {
  revokeResetTokens,
  findLogin,
  lockLogin,
  setLanguage,
  setPassword,
  startSession,
} from './repository';
import { findCaller, toSessionSubject } from '../access';
import {
  insertResetToken,
  applyRegistration,
  setEmailConfirmed,
  mayMailLink,
  findLinkOwner,
  findResetToken,
  consumeResetToken,
} from './mailedLinks';
import { refuseWeakPassword } from './rules';
import {
  findUnapprovedOwner,
  revokeSession,
  revokeStolenSession,
  rotateSession,
  wasJustRotated,
} from './sessions';
import { hashResetToken, createResetToken } from './resetToken';

const WRONG_LOGIN = 'Email or password is wrong';

/** Possibly a wrong password: counts against the login throttle. */
class WrongLoginError extends UnauthorizedError {
  constructor() {
    super(WRONG_LOGIN);
  }
}

/** Refresh, logout and password reset. */
export async function authRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { settings, passwords, tokens } = app;

  const createTokenPair = async (
    claim: { sessionId: string; counter: number },
    subject: SessionSubject,
  ): Promise<TokenPair> => ({
    access_token: await tokens.issueAccess(claim.sessionId, subject),
    refresh_token: tokens.issueRefresh(claim),
  });

  registerOperation(app, 'refresh', async (_input, request) => {
    const claim = tokens.readRefresh(request.bearer() ?? '');
    if (!claim) throw new UnauthorizedError();
    const caller = await findCaller(db, claim.sessionId);
    if (!caller) {
      const owner = await findUnapprovedOwner(db, claim.sessionId, claim.counter);
      if (!owner) throw new UnauthorizedError();
      setAuditRecords(request, owner);
      throw new UnauthorizedError(NOT_APPROVED_DETAIL);
    }
    const rotated =
      (await rotateSession(db, claim.sessionId, claim.counter)) ||
      (await wasJustRotated(db, claim.sessionId, claim.counter));
    if (!rotated) {
      setAuditRecords(request, caller.accountId);
      await db.transaction(async (tx) => {
        // Refresh-token reuse: revoke the session.
        const isTheft = await revokeStolenSession(tx, claim.sessionId, claim.counter);
        if (isTheft) await auditTokenReuse(tx, request, caller.accountId);
      });
      throw new UnauthorizedError();
    }
    return createTokenPair({ ...claim, counter: claim.counter + 1 }, toSessionSubject(caller));
  });

  registerOperation(app, 'logout', async (_input, request) => {
    const claim = tokens.readRefresh(request.bearer() ?? '');
    const caller = claim && (await findCaller(db, claim.sessionId));
    if (!claim || !caller) throw new UnauthorizedError();
    await db.transaction(async (tx) => {
      await revokeSession(tx, claim.sessionId);
      await auditDone(tx, request, caller.accountId);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'forgotPassword', async ({ body }, request) => {
    // Resolve the caller first: on PGlite, a query from outside an open transaction waits for its end, a deadlock.
    const caller = await request.caller();
    const token = createResetToken();
    // Run the same statements for an unknown email, with an unused id, so that the response time does not reveal accounts.
    const unknownId = randomUUID();
    const [{ key: networkKey }] = networkKeys(app.hmac, getNetworkChain(request));
    await db.transaction(async (tx) => {
      const known = await lockLogin(tx, body.email);
      if (known) setAuditRecords(request, known.accountId);
      const knownId = known?.accountId ?? unknownId;
      const mayMail = await mayMailLink(tx, knownId, 'reset', networkKey);
      const to =
        known?.state === 'active' && mayMail
          ? { ...known, language: detectLanguage(request) ?? known.language }
          : null;
      const accountId = to?.accountId ?? unknownId;
      // Only reset links: anyone may request a reset, which must not revoke the link mailed at approval.
      await revokeResetTokens(tx, accountId, 'reset');
      const tokenHash = hashResetToken(token);
      await insertResetToken(tx, { accountId, tokenHash, purpose: 'reset', networkKey });
      await queueEmail(tx, settings, to, { kind: 'resetLink', token });
      if (to) await auditDone(tx, request, caller?.accountId ?? null, to.accountId);
      else await auditRefused(tx, request);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'checkResetToken', async ({ query }) => {
    if (!(await findResetToken(db, hashResetToken(query.reset_token)))) throw invalidLink();
    return { detail: 'ok' };
  });

  /** Call it outside the transaction, whose rollback would remove the audit entry. */
  const refuseInvalidLink = async (request: FastifyRequest, tokenHash: string): Promise<never> => {
    const owner = await findLinkOwner(db, tokenHash);
    if (owner) setAuditRecords(request, owner);
    await auditRefused(db, request);
    throw invalidLink();
  };

  registerOperation(app, 'resetPassword', async ({ body }, request) => {
    const tokenHash = hashResetToken(body.token);
    const owner = await findResetToken(db, tokenHash);
    if (!owner) return refuseInvalidLink(request, tokenHash);
    setAuditRecords(request, owner.accountId);
    const { username, registered } = owner;
    const fullname = registered?.fullname ?? owner.fullname;
    await refuseWeakPassword(app, 'new_pass', body.new_pass, [username, fullname]);
    const passwordHash = await passwords.hash(body.new_pass, getNetworkPath(request));
    const isSet = await db.transaction(async (tx) => {
      // Lock the account first, as everywhere. It may have been deactivated or got a newer link during hashing.
      await lockLogin(tx, username);
      const isConsumed =
        (await findResetToken(tx, tokenHash)) && (await consumeResetToken(tx, tokenHash));
      if (!isConsumed) return false;
      await revokeLinks(tx, owner);
      if (registered) await applyRegistration(tx, owner.accountId, registered);
      await setPassword(tx, owner.accountId, passwordHash);
      await setEmailConfirmed(tx, owner.accountId);
      await liftLockout(tx, app, username);
      // No email about the first password: its link came by email.
      const isChange = owner.purpose === 'reset';
      await queueEmail(tx, settings, isChange ? owner : null, { kind: 'passwordChanged' });
      await auditDone(tx, request, owner.accountId, owner.accountId);
      return true;
    });
    if (!isSet) return refuseInvalidLink(request, tokenHash);
    return { detail: 'ok', approved: owner.state === 'active' };
  });
}

const invalidLink = () => new RefusedError(400, INVALID_RESET_TOKEN_DETAIL);

/** Login has its own Fastify scope because it is the only form-encoded call. */
export async function loginRoute(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { passwords, tokens } = app;

  const logIn: Handler<'login'> = async ({ body }, request, reply) => {
    await request.consumeAttempt();
    const username = normalEmail(body.username);
    const stored = await findLogin(db, username);
    if (stored) setAuditRecords(request, stored.accountId);
    // Treat an unconfirmed account as unknown. Otherwise, logging in after registering would reveal whether the email had an account.
    const found = stored && !awaitsConfirmation(app.settings, stored) ? stored : null;
    // An unknown email, a wrong password, a delay and a lockout cause the same work and the same response.
    const attempt = await beginLoginAttempt(request, username, found);
    const sessionId = randomUUID();
    try {
      const isRight = await passwords.check(found?.passwordHash ?? null, body.password);
      if (!found || !isRight || !attempt.isAdmitted) throw new WrongLoginError();
      if (found.state !== 'active') throw new ForbiddenError(NOT_APPROVED_DETAIL);
      await db.transaction(async (tx) => {
        const { accountId, passwordHash } = found;
        const language = detectLanguage(request);
        if (language && language !== found.language) await setLanguage(tx, accountId, language);
        const newSession = { id: sessionId, accountId, passwordHash, remember: body.remember };
        // The password changed or the account was deactivated during verification.
        if (!(await startSession(tx, newSession))) throw new UnauthorizedError(WRONG_LOGIN);
        await attempt.succeed(tx);
        await auditDone(tx, request, accountId);
      });
    } catch (error) {
      if (!(error instanceof WrongLoginError)) await attempt.refund();
      throw error;
    }
    const user = toSessionSubject(found);
    const access_token = await tokens.issueAccess(sessionId, user);
    const deviceId = attempt.deviceId ?? createDeviceId();
    reply.header('set-cookie', deviceCookie(request, app, { username, deviceId }));
    return {
      access_token,
      refresh_token: tokens.issueRefresh({ sessionId, counter: 0 }),
      token_type: 'bearer' as const,
      user,
    };
  };

  // The whole handler runs in the queue, so that a flood does not pile up at the database either: PGlite runs one query at a time.
  const logInQueued: Handler<'login'> = (input, request, reply) =>
    passwords.runQueued(getNetworkPath(request), () => logIn(input, request, reply));

  registerOperation(app, 'login', logInQueued, {
    // Any web page can post a form without a CORS preflight, so check the origin here.
    check: async (_input, request) => request.rejectForeignOrigin(),
    consumesOwnLimit: true,
  });
}
