import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { INVALID_RESET_TOKEN_DETAIL, NOT_APPROVED_DETAIL } from '../../../contract/constants';
import type { SessionSubject, TokenPair } from '../../../contract/entities/session';
import { normalEmail } from '../../../contract/entities/text';
import { ForbiddenError, RefusedError, UnauthorizedError } from '../../plugins/errors';
import { languageOf } from '../../languages';
import { type Handler, registerOperation } from '../../registerOperation';
import { auditConcerns, auditDone, auditRefused, auditReuse } from '../audit/entries';
import { networkOfRequest } from '../limits/network';
import { queueEmail } from '../mail/outbox';
import { beginLoginAttempt, liftLockout } from './loginAttempt';
import { RESET_MAILS_PER_HOUR } from './lifetimes';
import { awaitsConfirmation, revokeLinks } from './emailConfirmation';
import { deviceCookie, newDevice } from './deviceCookie';
import {
  endResets,
  findCaller,
  findLogin,
  lockLogin,
  setLanguage,
  setPassword,
  startSession,
} from './repository';
import {
  addReset,
  applyRegistration,
  confirmMailbox,
  countRecentResets,
  findLinkOwner,
  findReset,
  useReset,
} from './resetRepository';
import { refuseGuessable } from './rules';
import {
  revokeSession,
  revokeStolenSession,
  rotateSession,
  wasJustRotated,
} from './sessionRepository';
import { hashResetToken, newResetToken, subjectOf } from './tokens';

const WRONG_LOGIN = 'E-mail or password is wrong';

/** A guess, as far as anyone can tell. */
class WrongLoginError extends UnauthorizedError {
  constructor() {
    super(WRONG_LOGIN);
  }
}

/** Signing in, staying signed in, and getting back in. */
export async function authRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { settings, passwords, tokens } = app;

  const pairFor = async (
    claim: { sessionId: string; counter: number },
    subject: SessionSubject,
  ): Promise<TokenPair> => ({
    access_token: await tokens.access(claim.sessionId, subject),
    refresh_token: tokens.refresh(claim),
  });

  registerOperation(app, 'refresh', async (_input, request) => {
    const claim = tokens.readRefresh(request.bearer() ?? '');
    const caller = claim && (await findCaller(db, claim.sessionId));
    if (!claim || !caller) throw new UnauthorizedError();
    const rotated =
      (await rotateSession(db, claim.sessionId, claim.counter)) ||
      (await wasJustRotated(db, claim.sessionId, claim.counter));
    if (!rotated) {
      auditConcerns(request, caller.accountId);
      await db.transaction(async (tx) => {
        // An old token came back: somebody has a copy. Nobody keeps the session.
        const isTheft = await revokeStolenSession(tx, claim.sessionId, claim.counter);
        if (isTheft) await auditReuse(tx, request, caller.accountId);
      });
      throw new UnauthorizedError();
    }
    return pairFor({ ...claim, counter: claim.counter + 1 }, subjectOf(caller));
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
    // Asked here, as the embedded database could not find out within the transaction.
    const caller = await request.caller();
    const token = newResetToken();
    // Who is known must not show in how long it takes: the same statements for everyone, in the name of nobody if need be.
    const nobody = randomUUID();
    await db.transaction(async (tx) => {
      const known = await lockLogin(tx, body.email);
      if (known) auditConcerns(request, known.accountId);
      const recent = await countRecentResets(tx, known?.accountId ?? nobody, 'reset');
      const mayHave = known?.state === 'active' && recent < RESET_MAILS_PER_HOUR;
      const to = mayHave ? { ...known, language: languageOf(request) ?? known.language } : null;
      const accountId = to?.accountId ?? nobody;
      // Not the link an approval has mailed: anyone may ask for a reset.
      await endResets(tx, accountId, 'reset');
      await addReset(tx, { accountId, tokenHash: hashResetToken(token), purpose: 'reset' });
      await queueEmail(tx, settings, to, { kind: 'resetLink', token });
      if (to) await auditDone(tx, request, caller?.accountId ?? null, to.accountId);
      else await auditRefused(tx, request);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'checkResetToken', async ({ query }) => {
    if (!(await findReset(db, hashResetToken(query.reset_token)))) throw deadLink();
    return { detail: 'ok' };
  });

  /** Outside the transaction, which would take the entry along when it is undone. */
  const refuseLink = async (request: FastifyRequest, tokenHash: string): Promise<never> => {
    const owner = await findLinkOwner(db, tokenHash);
    if (owner) auditConcerns(request, owner);
    await auditRefused(db, request);
    throw deadLink();
  };

  registerOperation(app, 'resetPassword', async ({ body }, request) => {
    const tokenHash = hashResetToken(body.token);
    const owner = await findReset(db, tokenHash);
    if (!owner) return refuseLink(request, tokenHash);
    auditConcerns(request, owner.accountId);
    const { username, registered } = owner;
    const fullname = registered?.fullname ?? owner.fullname;
    refuseGuessable(settings, 'new_pass', body.new_pass, [username, fullname]);
    const passwordHash = await passwords.hash(body.new_pass, networkOfRequest(request));
    const isSet = await db.transaction(async (tx) => {
      // The account first, as everywhere: hashing took a while, in which it may have been shut out or got a newer link.
      await lockLogin(tx, username);
      const isGood = (await findReset(tx, tokenHash)) && (await useReset(tx, tokenHash));
      if (!isGood) return false;
      await revokeLinks(tx, owner);
      if (registered) await applyRegistration(tx, owner.accountId, registered);
      await setPassword(tx, owner.accountId, passwordHash);
      await confirmMailbox(tx, owner.accountId);
      await liftLockout(tx, app, username);
      // Whoever chooses the first password has the letter about it in hand.
      const isChange = owner.purpose === 'reset';
      await queueEmail(tx, settings, isChange ? owner : null, { kind: 'passwordChanged' });
      await auditDone(tx, request, owner.accountId, owner.accountId);
      return true;
    });
    if (!isSet) return refuseLink(request, tokenHash);
    return { detail: 'ok', approved: owner.state === 'active' };
  });
}

const deadLink = () => new RefusedError(400, INVALID_RESET_TOKEN_DETAIL);

/** Its own scope: the one call that is form-encoded. */
export async function loginRoute(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { passwords, tokens } = app;

  const logIn: Handler<'login'> = async ({ body }, request, reply) => {
    await request.takeTry();
    const username = normalEmail(body.username);
    const stored = await findLogin(db, username);
    if (stored) auditConcerns(request, stored.accountId);
    // Else the password one has just registered with would tell whether the e-mail was known before.
    const found = stored && !awaitsConfirmation(app.settings, stored) ? stored : null;
    // An unknown e-mail, a wrong password, a delay and a stop are alike: the same work, the same answer.
    const attempt = await beginLoginAttempt(request, username, found);
    const sessionId = randomUUID();
    try {
      const isRight = await passwords.check(found?.passwordHash ?? null, body.password);
      if (!found || !isRight || !attempt.isAdmitted) throw new WrongLoginError();
      if (found.state !== 'active') throw new ForbiddenError(NOT_APPROVED_DETAIL);
      await db.transaction(async (tx) => {
        const { accountId, passwordHash } = found;
        const language = languageOf(request);
        if (language && language !== found.language) await setLanguage(tx, accountId, language);
        const begun = { id: sessionId, accountId, passwordHash, remember: body.remember };
        // The password was changed, or the account shut out, while it was being checked.
        if (!(await startSession(tx, begun))) throw new UnauthorizedError(WRONG_LOGIN);
        await attempt.succeed(tx);
        await auditDone(tx, request, accountId);
      });
    } catch (error) {
      if (!(error instanceof WrongLoginError)) await attempt.refund();
      throw error;
    }
    const user = subjectOf(found);
    const access_token = await tokens.access(sessionId, user);
    const device = attempt.device ?? newDevice();
    reply.header('set-cookie', deviceCookie(request, app, { username, device }));
    return {
      access_token,
      refresh_token: tokens.refresh({ sessionId, counter: 0 }),
      token_type: 'bearer' as const,
      user,
    };
  };

  // The whole of it takes its turn: a flood must not queue up at the database either, which the embedded one serves in turn.
  const logInInTurn: Handler<'login'> = (input, request, reply) =>
    passwords.inTurn(networkOfRequest(request), () => logIn(input, request, reply));

  registerOperation(app, 'login', logInInTurn, {
    // A form is the one body that any page may send without asking first.
    check: async (_input, request) => request.refuseStrangePage(),
    consumesOwnLimit: true,
  });
}
