import type { FastifyInstance } from 'fastify';
import { toPage } from '../../../http/page';
import { registerOperation } from '../../../http/registerOperation';
import { requireCaller } from '../../access';
import { auditChange, auditedReads } from '../../audit';
import { withIdempotency } from '../../idempotency';
import { countDeleted, listDeleted } from './listDeleted';
import { putBackReferral } from './putBack';

/** Deleted referrals, and putting them back. */
export async function deletedRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const days = app.settings.DELETED_DAYS;

  registerOperation(app, 'listDeleted', async ({ query }, request) => {
    const { accountId } = await requireCaller(request);
    const found = await listDeleted(auditedReads(db, request, accountId), days, query);
    return toPage({ ...found, days }, query);
  });

  // The web app polls it every minute. It returns numbers only, so no audit entry of a read is needed.
  registerOperation(app, 'countDeleted', async () => ({
    count: await countDeleted(db, days),
    days,
  }));

  registerOperation(app, 'putBackReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    return withIdempotency(
      request,
      async (tx) => {
        await putBackReferral(tx, caller, body.id, { days, note: body.note ?? '' });
        await auditChange(tx, request, caller, [body.id]);
        return { detail: 'ok' };
      },
      { isByKeyOnly: true },
    );
  });
}
