import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotFoundError } from '../../plugins/errors';
import { requireCaller } from '../../plugins/signIn';
import { toPage } from '../../page';
import { expectedVersion, registerOperation } from '../../registerOperation';
import { registerRead } from '../../registerRead';
import { auditChange } from '../audit/changes';
import { auditedReads, auditReadOne } from '../audit/entries';
import { countHeld } from './counterRepository';
import {
  COUNTS_OF_CALLER,
  findReferral,
  listHeld,
  listReferrals,
  filteredPagesOfCaller,
  pagesOfCaller,
  readCount,
  readFiltered,
  filterValues,
} from './listRepository';
import { addIdempotently } from '../idempotency/idempotentStatement';
import { clearIdempotency } from '../idempotency/withIdempotency';
import { guestKey } from '../limits/limits';
import { getNetworkChain } from '../limits/network';
import { addByAccount, addByGuest, addValues } from './addRepository';
import { canBeReferrer, deleteReferral, releaseReferral, updateReferral } from './repository';
import { readPage, windowOf } from './pageRepository';
import { holdReasonOf, newTrackingId } from './rules';
import { readSubmission, refuseTypos, requireValid } from './submission';
import {
  listWorklist,
  readWorklist,
  worklistsOfCaller,
  worklistValues,
} from './worklistPageRepository';

/** Creating, listing and editing referrals. */
export async function referralRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  registerOperation(
    app,
    'addReferral',
    async (_input, request) => {
      const caller = await requireCaller(request);
      const add = async (id: string) => {
        const tracking_id = newTrackingId();
        const submission = await readSubmission(db, request);
        const filed = { id, tracking_id, created_by: caller.accountId, ...submission };
        return { run: addByAccount, values: addValues(filed), response: { _id: id, tracking_id } };
      };
      return addIdempotently(request, caller, add, () => requireValid(db, request));
    },
    { handlesInvalid: true, check: (_input, request) => refuseTypos(db, request) },
  );

  registerOperation(
    app,
    'addGuestReferral',
    ({ body }, request) => {
      const add = async (id: string) => {
        const submission = await readSubmission(db, request);
        const filed = { id, tracking_id: newTrackingId(), ...submission };
        const guest = {
          held: holdReasonOf(body),
          guestKey: guestKey(app.hmac, getNetworkChain(request)),
        };
        const values = addValues(filed, guest);
        return { run: addByGuest, values, response: { detail: 'ok' } };
      };
      // Always a visitor: a session may begin or end between a request and its repeat.
      return addIdempotently(request, null, add, () => requireValid(db, request));
    },
    { handlesInvalid: true, check: (_input, request) => refuseTypos(db, request) },
  );

  /** The caller, and a function that reads records and audits the read. */
  const auditedReadsOf = async (request: FastifyRequest) => {
    const caller = await requireCaller(request);
    return { caller, read: auditedReads(db, request, caller.accountId) };
  };

  registerRead(app, 'listReferrals', {
    statements: ({ query }) => pagesOfCaller(query),
    values: ({ query }) => windowOf(query),
    respond: (row, { query }) => toPage(readPage(row), query),
  });

  registerRead(app, 'filterReferrals', {
    statements: ({ query }) => filteredPagesOfCaller(query),
    values: ({ query }) => filterValues(query),
    respond: (row, { query }) => toPage(readFiltered(row), query),
    async otherwise({ query }, request) {
      const { caller, read } = await auditedReadsOf(request);
      return toPage(await listReferrals(db, read, caller, query), query);
    },
  });

  registerRead(app, 'listWorklist', {
    statements: ({ body }) => worklistsOfCaller(body),
    values: ({ body }) => worklistValues(body),
    respond: (row, { body }) => toPage(readWorklist(row, body), body),
    async otherwise({ body }, request) {
      const { caller, read } = await auditedReadsOf(request);
      return toPage(await listWorklist(db, read, caller, body), body);
    },
  });

  registerOperation(app, 'getReferral', async ({ params }, request) => {
    const caller = await requireCaller(request);
    return auditReadOne(
      request,
      caller.accountId,
      () => findReferral(db, caller, params.id),
      ({ _id }) => [_id],
    );
  });

  registerRead(app, 'countReferrals', {
    statements: () => COUNTS_OF_CALLER,
    respond: (row) => ({ count: readCount(row) }),
  });

  registerOperation(app, 'listSuspected', async ({ query }, request) => {
    const { read } = await auditedReadsOf(request);
    return toPage(await listHeld(read, query), query);
  });

  // The web app polls it every minute. It returns a number only, so no audit entry of a read is needed.
  registerOperation(app, 'countSuspected', async () => ({ count: await countHeld(db) }));

  registerOperation(app, 'releaseReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      await releaseReferral(tx, caller, body.id, expectedVersion(request));
      await auditChange(tx, request, caller, [body.id]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'updateReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const referrerId = typeof body.referred_by === 'string' ? body.referred_by : '';
      const referrers = referrerId && (await canBeReferrer(tx, referrerId)) ? [referrerId] : [];
      const change = {
        ...(body.status != null && { status: body.status }),
        ...(body.notes != null && { notes: body.notes }),
        ...(referrers[0] && { assigned_to: referrers[0] }),
      };
      await updateReferral(tx, caller, body.id, change, expectedVersion(request));
      await auditChange(tx, request, caller, [body.id, ...referrers]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'assignReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      if (!(await canBeReferrer(tx, body.user_id))) throw new NotFoundError();
      const change = { assigned_to: body.user_id };
      await updateReferral(tx, caller, body.referral_id, change, expectedVersion(request));
      await auditChange(tx, request, caller, [body.referral_id, body.user_id]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'deleteReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const changed = await deleteReferral(tx, caller, body.id, expectedVersion(request));
      await clearIdempotency(tx, body.id);
      await auditChange(tx, request, caller, changed);
    });
    return { detail: 'ok' };
  });
}
