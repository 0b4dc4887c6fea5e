import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACCOUNT_REFUSALS } from '../../../contract/constants';
import { traitsOf } from '../../../contract/roles';
import type { Database } from '../../db/openDatabase';
import {
  bodyIssue,
  ConflictError,
  InvalidFieldsError,
  NotFoundError,
  StaleError,
} from '../../plugins/errors';
import { callerOf } from '../../plugins/signIn';
import { toPage } from '../../page';
import { registerOperation } from '../../registerOperation';
import { expectedVersion } from '../../expectedVersion';
import { auditConcerns, auditDone, auditShown } from '../audit/entries';
import { liftLockout } from '../auth/loginAttempt';
import { awaitsConfirmation, revokeLinks, mailPasswordLink } from '../auth/emailConfirmation';
import { queueEmail } from '../mail/outbox';
import {
  activate,
  deactivate,
  discardPassword,
  isReferralDeleted,
  listAccounts,
  listManagers,
  listPending,
  lockAccount,
  lockSuperusers,
  searchAccounts,
  updateAccount,
} from './repository';
import { sitesOf } from './siteChoices';

/** Running the accounts: super users only. */
export async function accountRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { settings } = app;

  /** Accounts for a super user to see, and the entry of it. */
  const show = async <A extends { _id: string }>(
    request: FastifyRequest,
    read: (tx: Database) => Promise<A[]>,
  ) => {
    const caller = await callerOf(request);
    return auditShown(db, request, caller.accountId, read, idsOf);
  };
  const showPage = async <A extends { _id: string }>(
    request: FastifyRequest,
    read: (tx: Database) => Promise<{ items: A[]; total: number }>,
  ) => {
    const caller = await callerOf(request);
    return auditShown(db, request, caller.accountId, read, ({ items }) => idsOf(items));
  };

  registerOperation(app, 'listManagers', (_input, request) => show(request, listManagers));

  registerOperation(app, 'listPendingAccounts', async ({ query }, request) =>
    toPage(await showPage(request, (tx) => listPending(tx, settings, query)), query),
  );

  registerOperation(app, 'listAccounts', async ({ query }, request) =>
    toPage(await showPage(request, (tx) => listAccounts(tx, query)), query),
  );

  registerOperation(app, 'searchAccounts', ({ query }, request) =>
    show(request, async (tx) => (query.query === '' ? [] : searchAccounts(tx, query.query))),
  );

  /**
   * Lets a pending account in and tells its person. Where the mailbox is not proved, a stranger may have registered it: the
   * password given then is discarded, and whoever reads the mailbox is sent a link to choose one.
   */
  const approve = async (tx: Database, found: LockedAccount) => {
    const isAwaited = awaitsConfirmation(settings, found);
    await activate(tx, found.accountId, 'pending');
    if (isAwaited) await discardPassword(tx, found.accountId);
    if (isAwaited || !found.hasPassword) await mailPasswordLink(tx, settings, found);
    else await queueEmail(tx, settings, found, { kind: 'approved' });
  };

  registerOperation(app, 'approveAccount', async ({ body }, request) => {
    const caller = await callerOf(request);
    await db.transaction(async (tx) => {
      const found = await lockAccount(tx, body.user_id);
      if (!found) throw new NotFoundError();
      auditConcerns(request, found.accountId);
      if (found.state === 'deactivated') throw new ConflictError(ACCOUNT_REFUSALS.deactivated);
      const version = expectedVersion(request) ?? found.version;
      // Proving the mailbox may have brought other sites than those that were shown.
      if (found.state === 'pending' && version !== found.version) throw new StaleError();
      if (found.state === 'pending') await approve(tx, found);
      await auditDone(tx, request, caller.accountId, body.user_id);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'updateAccount', async ({ params, body }, request) => {
    const caller = await callerOf(request);
    await db.transaction(async (tx) => {
      const found = await lockAccount(tx, params.id);
      if (!found) throw new NotFoundError();
      if (body.username !== undefined && body.username !== found.username) {
        throw new InvalidFieldsError([bodyIssue('username', 'Cannot be changed')]);
      }
      const hasSites = traitsOf(found.role).sites !== 'all' && body.schools !== undefined;
      const change = {
        ...(body.fullname !== undefined && { fullname: body.fullname }),
        ...(body.created_referrals_only !== undefined && {
          created_referrals_only: body.created_referrals_only,
        }),
        ...(hasSites && { siteIds: await sitesOf(tx, body.schools ?? [], params.id) }),
      };
      await updateAccount(tx, params.id, change, expectedVersion(request));
      await auditDone(tx, request, caller.accountId, params.id);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'deactivateAccount', async ({ params }, request) => {
    const caller = await callerOf(request);
    if (params.id === caller.accountId) {
      auditConcerns(request, caller.accountId);
      throw new ConflictError(ACCOUNT_REFUSALS.oneself);
    }
    await db.transaction(async (tx) => {
      const superusers = await lockSuperusers(tx);
      if (superusers.length === 1 && superusers[0] === params.id) {
        auditConcerns(request, params.id);
        throw new ConflictError(ACCOUNT_REFUSALS.lastSuperuser);
      }
      const found = await lockAccount(tx, params.id);
      if (!found) throw new NotFoundError();
      if (awaitsConfirmation(settings, found)) {
        await discardPassword(tx, params.id);
        await revokeLinks(tx, found);
      }
      await deactivate(tx, params.id);
      await auditDone(tx, request, caller.accountId, params.id);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'reactivateAccount', async ({ params }, request) => {
    const caller = await callerOf(request);
    await db.transaction(async (tx) => {
      const found = await lockAccount(tx, params.id);
      if (!found) throw new NotFoundError();
      if (await isReferralDeleted(tx, params.id)) {
        auditConcerns(request, params.id);
        throw new ConflictError(ACCOUNT_REFUSALS.referralDeleted);
      }
      // One that was still pending is approved by this, and its owner waits for the word.
      if (found.state === 'pending') await approve(tx, found);
      else {
        const isLetIn = await activate(tx, params.id, 'deactivated');
        // Its password was discarded when it was shut out, or never set.
        if (isLetIn && !found.hasPassword) await mailPasswordLink(tx, settings, found);
      }
      await liftLockout(tx, app, found.username);
      await auditDone(tx, request, caller.accountId, params.id);
    });
    return { detail: 'ok' };
  });
}

type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

const idsOf = (shown: readonly { _id: string }[]) => shown.map(({ _id }) => _id);
