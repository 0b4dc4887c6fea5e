import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACCOUNT_REFUSALS, type Role } from '../../../contract/constants';
import { traitsOf } from '../../../contract/roles';
import { ConflictError, NotFoundError } from '../../plugins/errors';
import type { Database } from '../../db/openDatabase';
import { callerOf } from '../../plugins/signIn';
import { type Handler, registerOperation } from '../../registerOperation';
import { languageOf } from '../../languages';
import { auditConcerns, auditDone, auditRefused } from '../audit/entries';
import { addConfirmation, awaitsConfirmation, canConfirmEmails } from '../auth/emailConfirmation';
import { refuseGuessable } from '../auth/rules';
import { networkOfRequest } from '../limits/network';
import { queueEmail } from '../mail/outbox';
import { withIdempotency } from '../idempotency/withIdempotency';
import {
  addAccount,
  findReferral,
  holdReferral,
  type NewAccount,
  lockRegistered,
  takeRegistrationNotice,
} from './registerRepository';
import { refuseIncompleteRegistration, registrationOf } from './rules';
import { sitesOf } from './siteChoices';

/** The three ways an account comes to be. */
export async function registerRoutes(app: FastifyInstance): Promise<void> {
  const { settings, passwords } = app;

  /** Adds an account in the name of a super user, who is told honestly when the e-mail is taken. */
  const addFor = async (tx: Database, request: FastifyRequest, added: NewAccount) => {
    const caller = await callerOf(request);
    const { id, referralId } = added;
    if (!(await addAccount(tx, added))) {
      const isSecondLogin = referralId && (await findReferral(tx, referralId))?.accountId;
      throw new ConflictError(ACCOUNT_REFUSALS[isSecondLogin ? 'hasAccount' : 'emailTaken']);
    }
    await auditDone(tx, request, caller.accountId, id, ...(referralId ? [referralId] : []));
    return DONE;
  };

  /** Sends the letter a visitor's registration leads to: a link that proves the mailbox, or word to an account's owner. */
  const mailRegistered = async (
    tx: Database,
    request: FastifyRequest,
    { username, fullname, siteIds }: NewAccount,
    isNew: boolean,
  ) => {
    const found = await lockRegistered(tx, username);
    const isAwaited = found !== null && awaitsConfirmation(settings, found);
    const registered = isNew ? undefined : { fullname, siteIds };
    const awaitedId = isAwaited ? found.accountId : null;
    const token = canConfirmEmails(settings) && (await addConfirmation(tx, awaitedId, registered));
    const toldId = found && !isNew && !isAwaited ? found.accountId : null;
    const isTold = await takeRegistrationNotice(tx, toldId);
    if (token && found) {
      const to = { ...found, language: languageOf(request) ?? found.language };
      await queueEmail(tx, settings, to, { kind: 'confirmEmail', token });
    } else {
      await queueEmail(tx, settings, isTold ? found : null, { kind: 'registeredAlready' });
    }
  };

  const byWhom = async (role: Role | undefined, request: FastifyRequest) => {
    const presented = request.bearer() !== null;
    const caller = await request.caller();
    const isAged = presented && caller === null;
    return { caller, isAged, ...registrationOf(role, { role: caller?.role, presented }) };
  };

  const register: Handler<'register'> = async ({ body }, request) => {
    const { caller, role, bySuperuser } = await byWhom(body.role, request);
    const passwordHash = await passwords.hash(body.password, networkOfRequest(request));
    return withIdempotency(request, async (tx, id) => {
      const added: NewAccount = {
        id,
        fullname: body.fullname ?? body.username,
        username: body.username,
        passwordHash,
        role,
        state: bySuperuser ? 'active' : 'pending',
        siteIds: traitsOf(role).sites === 'all' ? [] : await sitesOf(tx, body.schools),
      };
      if (bySuperuser) return addFor(tx, request, added);
      // A taken e-mail gets the same answer after the same statements: who has an account is told to nobody but its owner.
      const isNew = await addAccount(tx, { ...added, language: languageOf(request) });
      await mailRegistered(tx, request, added, isNew);
      if (isNew) await auditDone(tx, request, caller?.accountId ?? null, id);
      else await auditRefused(tx, request);
      return DONE;
    });
  };

  registerOperation(app, 'register', register, {
    async check({ body }, request) {
      const { bySuperuser, isAged } = await byWhom(body.role, request);
      if (!bySuperuser) refuseIncompleteRegistration(body, isAged);
      refuseGuessable(settings, 'password', body.password, [body.username, body.fullname ?? '']);
    },
  });

  registerOperation(app, 'registerSuperuser', async ({ body }, request) => {
    refuseGuessable(settings, 'password', body.password, [body.username, body.fullname]);
    const passwordHash = await passwords.hash(body.password, networkOfRequest(request));
    return withIdempotency(request, (tx, id) =>
      addFor(tx, request, {
        id,
        fullname: body.fullname,
        username: body.username,
        passwordHash,
        role: 'SUPERUSER',
        state: 'active',
        siteIds: [],
      }),
    );
  });

  registerOperation(app, 'registerReferral', async ({ body }, request) => {
    refuseGuessable(settings, 'password', body.password, [body.username, body.fullname]);
    const passwordHash = await passwords.hash(body.password, networkOfRequest(request));
    return withIdempotency(request, async (tx, id) => {
      // No login may outlive its referral.
      const isHeld = await holdReferral(tx, body.referral);
      const found = isHeld ? await findReferral(tx, body.referral) : null;
      if (!found) throw new NotFoundError();
      auditConcerns(request, body.referral);
      if (found.accountId !== null) throw new ConflictError(ACCOUNT_REFUSALS.hasAccount);
      // The referral's own site counts even when it was deleted since; any other must be live.
      const others = body.schools.filter((school) => school.id !== found.siteId);
      const namesOwn = others.length < body.schools.length || body.schools.length === 0;
      return addFor(tx, request, {
        id,
        fullname: body.fullname,
        username: body.username,
        passwordHash,
        role: 'REFERRAL',
        state: 'active',
        siteIds: [...(namesOwn ? [found.siteId] : []), ...(await sitesOf(tx, others))],
        referralId: body.referral,
      });
    });
  });
}

const DONE = { detail: 'ok' };
