import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { bodyIssue, InvalidFieldsError } from '../../http/errors';
import { reloadCaller, toSessionSubject } from '../access';
import { type Handler, registerOperation } from '../../http/registerOperation';
import { setAuditRecords, auditDone, auditRefused } from '../audit';
import { getNetworkPath } from '../../http/clientAddress';
import { queueEmail } from '../mail';
import { beginLoginAttempt, liftLockout } from './loginAttempt';
import { findAccountByEmail, lockAccountByEmail } from './accountByEmail';
import { revokeResetTokens } from './mailedLinks';
import { refuseWeakPassword } from './refuseWeakPassword';
import { createReplacementSession } from './sessions';
import { setPassword } from './storedPassword';

/** A 422: a 401 would mean that the session has ended. */
class WrongPasswordError extends InvalidFieldsError {
  constructor() {
    super([bodyIssue('current_password', 'Is not the current password', 'password_wrong')]);
  }
}

/** Changes the caller's own password. */
export async function passwordRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { settings, passwords, tokens } = app;

  const change: Handler<'changePassword'> = async ({ body }, request) => {
    await request.consumeAttempt();
    // The request may have waited in the queue, and the session may have ended.
    const caller = await reloadCaller(request);
    const { accountId, username } = caller;
    setAuditRecords(request, accountId);
    if (body.new_pass === body.current_password.normalize('NFC')) {
      throw new InvalidFieldsError([
        bodyIssue('new_pass', 'Must differ from the current password', 'password_unchanged'),
      ]);
    }
    await refuseWeakPassword(app, 'new_pass', body.new_pass, [username, caller.fullname]);
    const found = await findAccountByEmail(db, username);
    // Throttled like login attempts, so that a stolen session does not allow guessing the password. Counted separately from
    // other people's attempts, so that those do not keep the owner from changing it.
    const attempt = await beginLoginAttempt(request, username, found, accountId);
    const sessionId = randomUUID();
    try {
      const isRight = await passwords.check(found?.passwordHash ?? null, body.current_password);
      if (!found || !isRight || !attempt.isAdmitted) throw new WrongPasswordError();
      const passwordHash = await passwords.hashNow(body.new_pass);
      await db.transaction(async (tx) => {
        // Lock the account first, as everywhere. The session may have ended while the password was hashed.
        await lockAccountByEmail(tx, username);
        await reloadCaller(request, tx);
        await revokeResetTokens(tx, accountId);
        await setPassword(tx, accountId, passwordHash);
        // The caller gets a new session, too: the tokens of the current one may have been copied.
        await createReplacementSession(tx, {
          id: sessionId,
          accountId,
          previous: caller.sessionId,
        });
        await attempt.succeed(tx);
        await liftLockout(tx, app, username);
        await queueEmail(tx, settings, found, { kind: 'passwordChanged' });
        await auditDone(tx, request, accountId, accountId);
      });
    } catch (error) {
      if (error instanceof WrongPasswordError) await auditRefused(db, request);
      else await attempt.refund();
      throw error;
    }
    return tokens.issuePair({ sessionId, counter: 0 }, toSessionSubject(caller));
  };

  // The whole handler runs in the queue, as for login.
  const changeQueued: Handler<'changePassword'> = (input, request, reply) =>
    passwords.runQueued(getNetworkPath(request), () => change(input, request, reply));

  registerOperation(app, 'changePassword', changeQueued, { consumesOwnLimit: true });
}
