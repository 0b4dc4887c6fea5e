import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { INVALID_RESET_TOKEN_DETAIL, NOT_APPROVED_DETAIL } from '../../../contract/constants';
import { RefusedError, UnauthorizedError } from '../../http/errors';
import { detectLanguage } from '../../languages';
import { type Handler, registerOperation } from '../../http/registerOperation';
import { setAuditRecords, auditDone, auditRefused, auditTokenReuse } from '../audit';
import { networkKeys } from '../limits';
import { getNetworkChain, getNetworkPath } from '../../http/clientAddress';
import { queueEmail } from '../mail';
import { liftLockout } from './loginAttempt';
import { revokeLinks } from './emailConfirmation';
import { deviceCookie } from './deviceCookie';
import { lockAccountByEmail } from './accountByEmail';
import { findCaller, toSessionSubject } from '../access';
import {
  insertResetToken,
  applyRegistration,
  setEmailConfirmed,
  mayMailLink,
  findLinkOwner,
  findResetToken,
  consumeResetToken,
  revokeResetTokens,
} from './mailedLinks';
import { provePassword } from './provePassword';
import { refuseWeakPassword } from './refuseWeakPassword';
import {
  findUnapprovedOwner,
  revokeSession,
  revokeStolenSession,
  rotateSession,
  wasJustRotated,
} from './sessions';
import { hashOneTimeToken, createOneTimeToken } from './oneTimeToken';
import { startSession } from './startSession';
import { setPassword } from './storedPassword';

/** Refresh, logout and password reset. */
export async function authRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { settings, passwords, tokens } = app;

  registerOperation(app, 'refresh', async (_input, request) => {
    const claim = tokens.readRefresh(request.bearer() ?? '');
    if (!claim) throw new UnauthorizedError();
    const caller = await findCaller(db, claim.sessionId, settings.TIME_ZONE);
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
    return tokens.issuePair({ ...claim, counter: claim.counter + 1 }, toSessionSubject(caller));
  });

  registerOperation(app, 'logout', async (_input, request) => {
    const claim = tokens.readRefresh(request.bearer() ?? '');
    const caller = claim && (await findCaller(db, claim.sessionId, settings.TIME_ZONE));
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
    const token = createOneTimeToken();
    // Run the same statements for an unknown email, with an unused id, so that the response time does not reveal accounts.
    const unknownId = randomUUID();
    const [{ key: networkKey }] = networkKeys(app.hmac, getNetworkChain(request));
    await db.transaction(async (tx) => {
      const known = await lockAccountByEmail(tx, body.email);
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
      const tokenHash = hashOneTimeToken(token);
      await insertResetToken(tx, { accountId, tokenHash, purpose: 'reset', networkKey });
      await queueEmail(tx, settings, to, { kind: 'resetLink', token });
      if (to) await auditDone(tx, request, caller?.accountId ?? null, to.accountId);
      else await auditRefused(tx, request);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'checkResetToken', async ({ query }) => {
    if (!(await findResetToken(db, hashOneTimeToken(query.reset_token)))) throw invalidLink();
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
    const tokenHash = hashOneTimeToken(body.token);
    const owner = await findResetToken(db, tokenHash);
    if (!owner) return refuseInvalidLink(request, tokenHash);
    setAuditRecords(request, owner.accountId);
    const { username, registered } = owner;
    const fullname = registered?.fullname ?? owner.fullname;
    await refuseWeakPassword(app, 'new_pass', body.new_pass, [username, fullname]);
    const passwordHash = await passwords.hash(body.new_pass, getNetworkPath(request));
    const isSet = await db.transaction(async (tx) => {
      // Lock the account first, as everywhere. It may have been deactivated or got a newer link during hashing.
      await lockAccountByEmail(tx, username);
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
  const { passwords } = app;

  const logIn: Handler<'login'> = async ({ body }, request, reply) => {
    await request.consumeAttempt();
    const { account, proof, deviceId } = await provePassword(request, body);
    const started = await startSession(request, account, proof, body);
    const { username } = account;
    reply.header('set-cookie', deviceCookie(request, app, { username, deviceId }));
    return started;
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
