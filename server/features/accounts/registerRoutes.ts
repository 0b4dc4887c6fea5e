import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dayIn } from '../../../contract/calendar';
import { mayHoldLogin } from '../../../contract/consent';
import type { Role } from '../../../contract/constants';
import { ACCOUNT_REFUSALS } from '../../../contract/staffConstants';
import type { Action } from '../../../contract/permissions';
import { getRoleTraits } from '../../../contract/roles';
import { bodyIssue, ConflictError, InvalidFieldsError, NotFoundError } from '../../http/errors';
import { readClock } from '../../db/statements/storedTimes';
import type { Database } from '../../db/database';
import { requireCaller } from '../access';
import { type Handler, registerOperation } from '../../http/registerOperation';
import { detectLanguage } from '../../languages';
import { auditChange, setAuditRecords, auditAddedSites, auditDone, auditRefused } from '../audit';
import {
  createConfirmationToken,
  awaitsConfirmation,
  canConfirmEmails,
  refuseWeakPassword,
  emailOtherSuperusers,
} from '../auth';
import { exceedsVisitorEmails, networkKeys } from '../limits';
import { getNetworkChain, getNetworkPath } from '../../http/clientAddress';
import { queueEmail } from '../mail';
import { withIdempotency } from '../idempotency';
import {
  addAccount,
  findReferral,
  lockReferral,
  type NewAccount,
  lockAccountByUsername,
  claimRegistrationNotice,
} from './registrations';
import { refuseIncompleteRegistration, resolveRegistration } from './rules';
import { addFixedSites, resolveSiteIds } from './accountSites';

/** The three calls that create an account. */
export async function registerRoutes(app: FastifyInstance): Promise<void> {
  const { settings, passwords } = app;

  /** Creates an account for a super user. Unlike self-registration, it reports a taken email as a conflict. */
  const addBySuperuser = async (
    tx: Database,
    request: FastifyRequest,
    added: NewAccount,
    action: Action,
    addedSites: readonly string[] = [],
  ) => {
    const caller = await requireCaller(request);
    const { id, referralId, role } = added;
    if (!(await addAccount(tx, added))) {
      const isSecondLogin = referralId && (await findReferral(tx, referralId))?.accountId;
      throw new ConflictError(ACCOUNT_REFUSALS[isSecondLogin ? 'hasAccount' : 'emailTaken']);
    }
    await emailOtherSuperusers(tx, settings, { accountId: id, role });
    await auditAddedSites(tx, request, caller.accountId, addedSites);
    await auditChange(tx, request, caller, [id, ...(referralId ? [referralId] : [])], action);
    return DONE;
  };

  /** Queues the email after a self-registration: a confirmation link, or a notice to the owner of an existing account. */
  const queueRegistrationEmail = async (
    tx: Database,
    request: FastifyRequest,
    { username, fullname, siteIds }: NewAccount,
    isNew: boolean,
  ) => {
    const chain = getNetworkChain(request);
    // Counted like every registration, so that the response time does not reveal whether an account exists.
    const isHeldBack = await exceedsVisitorEmails(tx, app.hmac, chain);
    const found = await lockAccountByUsername(tx, username);
    const isUnconfirmed = found !== null && awaitsConfirmation(settings, found);
    const registered = isNew ? undefined : { fullname, siteIds };
    const unconfirmedId = isUnconfirmed ? found.accountId : null;
    const token =
      canConfirmEmails(settings) &&
      (await createConfirmationToken(
        tx,
        isHeldBack ? null : unconfirmedId,
        networkKeys(app.hmac, chain)[0].key,
        registered,
      ));
    const isOwned = found && !isNew && !isUnconfirmed && !isHeldBack;
    const ownerId = isOwned ? found.accountId : null;
    const isNoticeDue = await claimRegistrationNotice(tx, ownerId);
    if (token && found) {
      const to = { ...found, language: detectLanguage(request) ?? found.language };
      await queueEmail(tx, settings, to, { kind: 'confirmEmail', token });
    } else {
      await queueEmail(tx, settings, isNoticeDue ? found : null, { kind: 'registeredAlready' });
    }
  };

  const identifyRegistrant = async (role: Role | undefined, request: FastifyRequest) => {
    const presented = request.bearer() !== null;
    const caller = await request.caller();
    const hasInvalidToken = presented && caller === null;
    return {
      caller,
      hasInvalidToken,
      ...resolveRegistration(role, { role: caller?.role, presented }),
    };
  };

  const register: Handler<'register'> = async ({ body }, request) => {
    const { caller, role, bySuperuser } = await identifyRegistrant(body.role, request);
    // Otherwise the password is set through a mailed link, whether the email is new or taken.
    const isPasswordUsed = bySuperuser || !canConfirmEmails(settings);
    const passwordHash = isPasswordUsed
      ? await passwords.hash(body.password, getNetworkPath(request))
      : null;
    const add = async (tx: Database, id: string) => {
      const schools = getRoleTraits(role).sites === 'all' ? [] : body.schools;
      const addedSites = bySuperuser ? await addFixedSites(tx, schools, settings.FIXED_SITES) : [];
      const added: NewAccount = {
        id,
        fullname: body.fullname ?? body.username,
        username: body.username,
        passwordHash,
        role,
        state: bySuperuser ? 'active' : 'pending',
        siteIds: await resolveSiteIds(tx, schools),
      };
      if (bySuperuser) return addBySuperuser(tx, request, added, 'account.add', addedSites);
      // A taken email causes the same statements and the same response, so that they do not reveal whether an account exists.
      const isNew = await addAccount(tx, { ...added, language: detectLanguage(request) });
      await queueRegistrationEmail(tx, request, added, isNew);
      if (isNew) await auditDone(tx, request, caller?.accountId ?? null, id);
      else await auditRefused(tx, request);
      return DONE;
    };
    return withIdempotency(request, add, { restsOnSession: bySuperuser });
  };

  registerOperation(app, 'register', register, {
    async check({ body }, request) {
      const { bySuperuser, hasInvalidToken } = await identifyRegistrant(body.role, request);
      if (!bySuperuser) refuseIncompleteRegistration(body, hasInvalidToken);
      await refuseWeakPassword(app, 'password', body.password, [
        body.username,
        body.fullname ?? '',
      ]);
    },
  });

  registerOperation(app, 'registerSuperuser', async ({ body }, request) => {
    await refuseWeakPassword(app, 'password', body.password, [body.username, body.fullname]);
    const passwordHash = await passwords.hash(body.password, getNetworkPath(request));
    return withIdempotency(request, (tx, id) =>
      addBySuperuser(
        tx,
        request,
        {
          id,
          fullname: body.fullname,
          username: body.username,
          passwordHash,
          role: 'SUPERUSER',
          state: 'active',
          siteIds: [],
        },
        'superuser.add',
      ),
    );
  });

  registerOperation(app, 'registerReferral', async ({ body }, request) => {
    await refuseWeakPassword(app, 'password', body.password, [body.username, body.fullname]);
    const passwordHash = await passwords.hash(body.password, getNetworkPath(request));
    return withIdempotency(request, async (tx, id) => {
      // The lock prevents a concurrent deletion: an account must not outlive its referral.
      const isLocked = await lockReferral(tx, body.referral);
      const found = isLocked ? await findReferral(tx, body.referral) : null;
      if (!found) throw new NotFoundError();
      setAuditRecords(request, body.referral);
      if (found.accountId !== null) throw new ConflictError(ACCOUNT_REFUSALS.hasAccount);
      const today = dayIn(settings.TIME_ZONE, new Date((await readClock(tx)) * MILLISECONDS));
      if (body.holder && !mayHoldLogin(body.holder, found.birthDate, today))
        throw new InvalidFieldsError([bodyIssue('holder', 'The person is not under 12')]);
      // The referral's own site is allowed even if it is deleted; any other site must be live.
      const others = body.schools.filter((school) => school.id !== found.siteId);
      const namesOwn = others.length < body.schools.length || body.schools.length === 0;
      const added: NewAccount = {
        id,
        fullname: body.fullname,
        username: body.username,
        passwordHash,
        role: 'REFERRAL',
        state: 'active',
        siteIds: [...(namesOwn ? [found.siteId] : []), ...(await resolveSiteIds(tx, others))],
        referralId: body.referral,
        holder: body.holder,
      };
      return addBySuperuser(tx, request, added, 'referral.createLogin');
    });
  });
}

const DONE = { detail: 'ok' };
const MILLISECONDS = 1_000;
