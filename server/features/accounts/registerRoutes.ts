import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACCOUNT_REFUSALS, type Role } from '../../../contract/constants';
import { ConflictError, NotFoundError } from '../../plugins/errors';
import { callerOf } from '../../plugins/signIn';
import { type Handler, serve } from '../../serve';
import { languageOf } from '../../language';
import { auditConcerns, auditDone, auditRefused } from '../audit/entries';
import { hashPassword } from '../auth/passwords';
import { refuseGuessable } from '../auth/rules';
import { queueLetter } from '../mail/outbox';
import {
  addAccount,
  findReferral,
  holdReferral,
  type NewAccount,
  takeRegistrationNotice,
} from './registerRepository';
import { refuseIncompleteRegistration, registrationOf } from './rules';
import { sitesOf } from './siteChoices';

/** The three ways an account comes to be. */
export async function registerRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { settings } = app;

  /** Adds an account in the name of a super user, who is told honestly when the e-mail is taken. */
  const addFor = async (request: FastifyRequest, added: NewAccount) => {
    const caller = await callerOf(request);
    const { referralId } = added;
    await db.transaction(async (tx) => {
      // Hashing took a while, in which it may have been deleted: no login may outlive its referral.
      if (referralId && !(await holdReferral(tx, referralId))) throw new NotFoundError();
      const id = await addAccount(tx, added);
      if (!id && referralId && (await findReferral(tx, referralId))?.accountId) {
        throw new ConflictError(ACCOUNT_REFUSALS.hasAccount);
      }
      if (!id) throw new ConflictError(ACCOUNT_REFUSALS.emailTaken);
      await auditDone(tx, request, caller.accountId, id, ...(referralId ? [referralId] : []));
    });
    return { detail: 'ok' };
  };

  const byWhom = async (role: Role | undefined, request: FastifyRequest) => {
    const presented = request.bearer() !== null;
    const caller = await request.caller();
    const isAged = presented && caller === null;
    return { caller, isAged, ...registrationOf(role, { role: caller?.role, presented }) };
  };

  const register: Handler<'register'> = async ({ body }, request) => {
    const { caller, role, bySuperuser } = await byWhom(body.role, request);
    const fullname = body.fullname ?? body.username;
    const added: NewAccount = {
      fullname,
      username: body.username,
      passwordHash: await hashPassword(body.password),
      role,
      state: bySuperuser ? 'active' : 'pending',
      siteIds: role === 'SUPERUSER' ? [] : await sitesOf(db, body.schools),
    };
    if (bySuperuser) return addFor(request, added);
    // A taken e-mail gets the same answer after the same statements: who has an account is told to nobody but its owner.
    await db.transaction(async (tx) => {
      const id = await addAccount(tx, { ...added, language: languageOf(request) });
      const owner = await takeRegistrationNotice(tx, added.username, id);
      await queueLetter(tx, settings, owner, { kind: 'registeredAlready' });
      if (id) await auditDone(tx, request, caller?.accountId ?? null, id);
      else await auditRefused(tx, request);
    });
    return { detail: 'ok' };
  };

  serve(app, 'register', register, {
    async check({ body }, request) {
      const { bySuperuser, isAged } = await byWhom(body.role, request);
      if (!bySuperuser) refuseIncompleteRegistration(body, isAged);
      refuseGuessable(settings, 'password', body.password, [body.username, body.fullname ?? '']);
    },
  });

  serve(app, 'registerSuperuser', async ({ body }, request) => {
    refuseGuessable(settings, 'password', body.password, [body.username, body.fullname]);
    return addFor(request, {
      fullname: body.fullname,
      username: body.username,
      passwordHash: await hashPassword(body.password),
      role: 'SUPERUSER',
      state: 'active',
      siteIds: [],
    });
  });

  serve(app, 'registerReferral', async ({ body }, request) => {
    const found = await findReferral(db, body.referral);
    if (!found) throw new NotFoundError();
    auditConcerns(request, body.referral);
    if (found.accountId !== null) throw new ConflictError(ACCOUNT_REFUSALS.hasAccount);
    refuseGuessable(settings, 'password', body.password, [body.username, body.fullname]);
    // The referral's own site counts even when it was deleted since; any other must be live.
    const others = body.schools.filter((school) => school.id !== found.siteId);
    const namesOwn = others.length < body.schools.length || body.schools.length === 0;
    return addFor(request, {
      fullname: body.fullname,
      username: body.username,
      passwordHash: await hashPassword(body.password),
      role: 'REFERRAL',
      state: 'active',
      siteIds: [...(namesOwn ? [found.siteId] : []), ...(await sitesOf(db, others))],
      referralId: body.referral,
    });
  });
}
