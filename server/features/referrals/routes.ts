import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database';
import { NotFoundError } from '../../plugins/errors';
import { requireCaller } from '../../plugins/signIn';
import { type PageOf, toPage } from '../../page';
import { expectedVersion, registerOperation } from '../../registerOperation';
import { auditDone, auditRead, auditReadOne } from '../audit/entries';
import type { Caller } from '../auth/repository';
import { exceedsGuestLimit } from '../limits/limits';
import { countHeld } from './counterRepository';
import {
  countReferrals,
  findReferral,
  listHeld,
  listReferrals,
  listWorklist,
} from './listRepository';
import { clearIdempotency, withIdempotency } from '../idempotency/withIdempotency';
import {
  addReferral,
  canBeReferrer,
  deleteReferral,
  releaseReferral,
  updateReferral,
} from './repository';
import { holdReasonOf } from './rules';
import { readSubmission, refuseTypos } from './submission';

/** Creating, listing and editing referrals. */
export async function referralRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  registerOperation(
    app,
    'addReferral',
    async (_input, request) => {
      const caller = await requireCaller(request);
      return withIdempotency(request, async (tx, id) => {
        const filed = await readSubmission(tx, request);
        const added = await addReferral(tx, { id, created_by: caller.accountId, ...filed });
        await auditDone(tx, request, caller.accountId, id);
        return added;
      });
    },
    { handlesInvalid: true },
  );

  registerOperation(
    app,
    'addGuestReferral',
    ({ body }, request) =>
      withIdempotency(
        request,
        async (tx, id) => {
          const filed = await readSubmission(tx, request);
          const suspected = holdReasonOf(body) ?? ((await exceedsGuestLimit(tx)) ? 'flood' : null);
          await addReferral(tx, { id, suspected, ...filed });
          await auditDone(tx, request, null, id);
          return { detail: 'ok' };
        },
        { ignoresCaller: true },
      ),
    { handlesInvalid: true, check: (_input, request) => refuseTypos(db, request) },
  );

  /** Reads a page of referrals and audits the read. */
  const readPage = async <R extends { _id: string }, P extends PageOf<R>>(
    request: FastifyRequest,
    read: (tx: Database, caller: Caller) => Promise<P & PageOf<R>>,
  ) => {
    const caller = await requireCaller(request);
    return auditRead(
      db,
      request,
      caller.accountId,
      (tx) => read(tx, caller),
      ({ items }) => items.map(({ _id }) => _id),
    );
  };

  registerOperation(app, 'listReferrals', async ({ query }, request) =>
    toPage(await readPage(request, (tx, caller) => listReferrals(tx, caller, query)), query),
  );

  registerOperation(app, 'filterReferrals', async ({ query }, request) =>
    toPage(await readPage(request, (tx, caller) => listReferrals(tx, caller, query)), query),
  );

  registerOperation(app, 'listWorklist', async ({ body }, request) =>
    toPage(await readPage(request, (tx, caller) => listWorklist(tx, caller, body)), body),
  );

  registerOperation(app, 'getReferral', async ({ params }, request) => {
    const caller = await requireCaller(request);
    return auditReadOne(
      db,
      request,
      caller.accountId,
      (tx) => findReferral(tx, caller, params.id),
      ({ _id }) => [_id],
    );
  });

  registerOperation(app, 'countReferrals', async (_input, request) => ({
    count: await countReferrals(db, await requireCaller(request)),
  }));

  registerOperation(app, 'listSuspected', async ({ query }, request) =>
    toPage(await readPage(request, (tx) => listHeld(tx, query)), query),
  );

  // The web app polls it every minute. It returns a number only, so no audit entry of a read is needed.
  registerOperation(app, 'countSuspected', async () => ({ count: await countHeld(db) }));

  registerOperation(app, 'releaseReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      await releaseReferral(tx, caller, body.id, expectedVersion(request));
      await auditDone(tx, request, caller.accountId, body.id);
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
      await auditDone(tx, request, caller.accountId, body.id, ...referrers);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'assignReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      if (!(await canBeReferrer(tx, body.user_id))) throw new NotFoundError();
      const change = { assigned_to: body.user_id };
      await updateReferral(tx, caller, body.referral_id, change, expectedVersion(request));
      await auditDone(tx, request, caller.accountId, body.referral_id, body.user_id);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'deleteReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const changed = await deleteReferral(tx, caller, body.id, expectedVersion(request));
      await clearIdempotency(tx, body.id);
      await auditDone(tx, request, caller.accountId, ...changed);
    });
    return { detail: 'ok' };
  });
}
