import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../access';
import { registerOperation } from '../../../http/registerOperation';
import { auditChange, auditReadOne } from '../../audit';
import { withIdempotency } from '../../idempotency';
import { findDuplicates, listDuplicates } from './duplicates';
import { listSamePerson, markNotSamePerson } from './samePerson';

/** Referrals that may be of the same person: hints for super users, never merged and never refused. */
export async function duplicateRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  // No audit entry: it returns no personal data, for the rows of a list whose read has an entry.
  registerOperation(app, 'listDuplicates', async ({ query }, request) =>
    listDuplicates(db, await requireCaller(request), query.ids),
  );

  registerOperation(app, 'getDuplicates', async ({ params }, request) => {
    const caller = await requireCaller(request);
    return auditReadOne(
      request,
      caller.accountId,
      () => findDuplicates(db, caller, params.id),
      ({ referral, duplicates }) => [referral, ...duplicates].map(({ _id }) => _id),
    );
  });

  registerOperation(app, 'listSamePerson', async ({ params }, request) => {
    const caller = await requireCaller(request);
    return auditReadOne(
      request,
      caller.accountId,
      () => listSamePerson(db, caller, params.id),
      ({ referrals }) => [params.id, ...referrals.map(({ _id }) => _id)],
    );
  });

  registerOperation(app, 'markNotSamePerson', async ({ body: { id, other } }, request) => {
    const caller = await requireCaller(request);
    return withIdempotency(
      request,
      async (tx) => {
        await markNotSamePerson(tx, caller, id, other);
        await auditChange(tx, request, caller, [id, other]);
        return { detail: 'ok' };
      },
      { isByKeyOnly: true },
    );
  });
}
