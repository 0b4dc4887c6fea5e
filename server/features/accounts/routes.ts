import type { FastifyInstance } from 'fastify';
import { ACCOUNT_REFUSALS } from '../../../contract/constants';
import { bodyIssue, ConflictError, InvalidFieldsError, NotFoundError } from '../../plugins/errors';
import { callerOf } from '../../plugins/signIn';
import { toPage } from '../../page';
import { serve } from '../../serve';
import { auditDone } from '../audit/entries';
import { queueLetter } from '../mail/outbox';
import {
  activate,
  deactivate,
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

  serve(app, 'listManagers', () => listManagers(db));

  serve(app, 'listPendingAccounts', async ({ query }) =>
    toPage(await listPending(db, query), query),
  );

  serve(app, 'listAccounts', async ({ query }) => toPage(await listAccounts(db, query), query));

  serve(app, 'searchAccounts', async ({ query }) =>
    query.query === '' ? [] : searchAccounts(db, query.query),
  );

  serve(app, 'approveAccount', async ({ body }, request) => {
    const caller = await callerOf(request);
    await db.transaction(async (tx) => {
      const found = await lockAccount(tx, body.user_id);
      if (!found) throw new NotFoundError();
      if (found.state === 'deactivated') throw new ConflictError(ACCOUNT_REFUSALS.deactivated);
      if (!(await activate(tx, body.user_id, 'pending'))) return;
      await queueLetter(tx, settings, found, { kind: 'approved' });
      await auditDone(tx, request, caller.accountId, body.user_id);
    });
    return { detail: 'ok' };
  });

  serve(app, 'updateAccount', async ({ params, body }, request) => {
    const caller = await callerOf(request);
    await db.transaction(async (tx) => {
      const found = await lockAccount(tx, params.id);
      if (!found) throw new NotFoundError();
      if (body.username !== undefined && body.username !== found.username) {
        throw new InvalidFieldsError([bodyIssue('username', 'Cannot be changed')]);
      }
      const hasSites = found.role !== 'SUPERUSER' && body.schools !== undefined;
      await updateAccount(tx, params.id, {
        ...(body.fullname !== undefined && { fullname: body.fullname }),
        ...(body.created_referrals_only !== undefined && {
          created_referrals_only: body.created_referrals_only,
        }),
        ...(hasSites && { siteIds: await sitesOf(tx, body.schools ?? [], params.id) }),
      });
      await auditDone(tx, request, caller.accountId, params.id);
    });
    return { detail: 'ok' };
  });

  serve(app, 'deactivateAccount', async ({ params }, request) => {
    const caller = await callerOf(request);
    if (params.id === caller.accountId) throw new ConflictError(ACCOUNT_REFUSALS.oneself);
    await db.transaction(async (tx) => {
      const superusers = await lockSuperusers(tx);
      if (superusers.length === 1 && superusers[0] === params.id) {
        throw new ConflictError(ACCOUNT_REFUSALS.lastSuperuser);
      }
      if (!(await lockAccount(tx, params.id))) throw new NotFoundError();
      await deactivate(tx, params.id);
      await auditDone(tx, request, caller.accountId, params.id);
    });
    return { detail: 'ok' };
  });

  serve(app, 'reactivateAccount', async ({ params }, request) => {
    const caller = await callerOf(request);
    await db.transaction(async (tx) => {
      const found = await lockAccount(tx, params.id);
      if (!found) throw new NotFoundError();
      // One that was still pending is approved by this, and its owner waits for the word.
      const isApproval = await activate(tx, params.id, 'pending');
      if (isApproval) await queueLetter(tx, settings, found, { kind: 'approved' });
      else await activate(tx, params.id, 'deactivated');
      await auditDone(tx, request, caller.accountId, params.id);
    });
    return { detail: 'ok' };
  });
}
