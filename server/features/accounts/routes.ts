import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACCOUNT_REFUSALS } from '../../../contract/staffConstants';
import { getRoleTraits } from '../../../contract/roles';
import type { Database } from '../../db/database';
import {
  bodyIssue,
  ConflictError,
  InvalidFieldsError,
  NotFoundError,
  StaleError,
} from '../../http/errors';
import { requireCaller } from '../access';
import { toPage } from '../../http/page';
import { expectedVersion, registerOperation } from '../../http/registerOperation';
import { auditChange, setAuditRecords, auditRead, auditReadOne } from '../audit';
import {
  liftLockout,
  awaitsConfirmation,
  canConfirmEmails,
  mailPasswordLink,
  emailOtherSuperusers,
} from '../auth';
import { queueEmail } from '../mail';
import {
  activate,
  discardPassword,
  findAccount,
  isReferralDeleted,
  listAccounts,
  listManagers,
  listPending,
  lockAccount,
  searchAccounts,
  updateAccount,
} from './accounts';
import { resolveSiteIds } from './accountSites';
import { deactivateLocked, lockForDeactivation } from './deactivation';

/** Account administration, for super users only. */
export async function accountRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { settings } = app;

  /** Reads accounts and records in the audit trail which ones were shown. */
  const readAudited = async <A extends { _id: string }>(
    request: FastifyRequest,
    read: () => Promise<A[]>,
  ) => {
    const caller = await requireCaller(request);
    return auditRead(request, caller.accountId, read, idsOf);
  };
  const readPageAudited = async <A extends { _id: string }>(
    request: FastifyRequest,
    read: () => Promise<{ items: A[]; total: number }>,
  ) => {
    const caller = await requireCaller(request);
    return auditRead(request, caller.accountId, read, ({ items }) => idsOf(items));
  };

  registerOperation(app, 'listManagers', async (_input, request) => {
    const caller = await requireCaller(request);
    return auditRead(request, caller.accountId, () => listManagers(db, caller), idsOf);
  });

  registerOperation(app, 'listPendingAccounts', async ({ query }, request) =>
    toPage(await readPageAudited(request, () => listPending(db, settings, query)), query),
  );

  registerOperation(app, 'listAccounts', async ({ query }, request) =>
    toPage(await readPageAudited(request, () => listAccounts(db, settings, query)), query),
  );

  registerOperation(app, 'getAccount', async ({ params }, request) => {
    const caller = await requireCaller(request);
    return auditReadOne(
      request,
      caller.accountId,
      () => findAccount(db, settings, params.id),
      ({ _id }) => [_id],
    );
  });

  registerOperation(app, 'searchAccounts', ({ query }, request) =>
    readAudited(request, () => searchAccounts(db, settings, query.query)),
  );

  /** Refuses to activate an account without a password if no link to choose one can be delivered: login would be impossible. */
  const refuseWithoutPassword = ({ hasPassword }: LockedAccount) => {
    if (!hasPassword && !canConfirmEmails(settings)) {
      throw new ConflictError(ACCOUNT_REFUSALS.noPassword);
    }
  };

  /**
   * Activates a pending account and notifies its owner. A stranger may have registered an unconfirmed email: the password that
   * an older version stored, or a server without SMTP_URL, is discarded, and the mailbox receives a link to choose one.
   */
  const approve = async (tx: Database, found: LockedAccount) => {
    refuseWithoutPassword(found);
    const isUnconfirmed = awaitsConfirmation(settings, found);
    await activate(tx, found.accountId);
    if (isUnconfirmed) await discardPassword(tx, found.accountId);
    if (isUnconfirmed || !found.hasPassword) await mailPasswordLink(tx, settings, found);
    else await queueEmail(tx, settings, found, { kind: 'approved' });
    await emailOtherSuperusers(tx, settings, found);
  };

  /** Activates a deactivated account. Without a password, its owner receives a link to choose one. */
  const reactivate = async (tx: Database, found: LockedAccount) => {
    refuseWithoutPassword(found);
    await activate(tx, found.accountId);
    if (!found.hasPassword) await mailPasswordLink(tx, settings, found);
    await emailOtherSuperusers(tx, settings, found);
  };

  registerOperation(app, 'approveAccount', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const found = await lockAccount(tx, body.user_id);
      if (!found) throw new NotFoundError();
      setAuditRecords(request, found.accountId);
      if (found.state === 'deactivated') throw new ConflictError(ACCOUNT_REFUSALS.deactivated);
      const version = expectedVersion(request) ?? found.version;
      // Confirming the email may have changed the sites since the super user saw them.
      if (found.state === 'pending' && version !== found.version) throw new StaleError();
      if (found.state === 'pending') await approve(tx, found);
      await auditChange(tx, request, caller, [body.user_id]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'updateAccount', async ({ params, body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const found = await lockAccount(tx, params.id);
      if (!found) throw new NotFoundError();
      if (body.username !== undefined && body.username !== found.username) {
        throw new InvalidFieldsError([bodyIssue('username', 'Cannot be changed')]);
      }
      const hasSites = getRoleTraits(found.role).sites !== 'all' && body.schools !== undefined;
      const change = {
        ...(body.fullname !== undefined && { fullname: body.fullname }),
        ...(body.created_referrals_only !== undefined && {
          created_referrals_only: body.created_referrals_only,
        }),
        ...(hasSites && { siteIds: await resolveSiteIds(tx, body.schools ?? [], params.id) }),
      };
      await updateAccount(tx, params.id, change, expectedVersion(request));
      await auditChange(tx, request, caller, [params.id]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'deactivateAccount', async ({ params }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      await lockForDeactivation(tx, request, caller, params.id);
      await deactivateLocked(tx, request, params.id);
      await auditChange(tx, request, caller, [params.id]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'reactivateAccount', async ({ params }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const found = await lockAccount(tx, params.id);
      if (!found) throw new NotFoundError();
      setAuditRecords(request, found.accountId);
      if (await isReferralDeleted(tx, params.id)) {
        throw new ConflictError(ACCOUNT_REFUSALS.referralDeleted);
      }
      // Reactivating a pending account approves it, including the email to its owner.
      if (found.state === 'pending') await approve(tx, found);
      if (found.state === 'deactivated') await reactivate(tx, found);
      await liftLockout(tx, app, found.username);
      await auditChange(tx, request, caller, [params.id]);
    });
    return { detail: 'ok' };
  });
}

type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

const idsOf = (shown: readonly { _id: string }[]) => shown.map(({ _id }) => _id);
