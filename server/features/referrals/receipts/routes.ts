import type { FastifyInstance } from 'fastify';
import { registerOperation } from '../../../http/registerOperation';
import { requireCaller } from '../../access';
import { auditChange } from '../../audit';
import { lookUp } from './lookUp';
import { renewReceipt } from './renew';

/** Receipts of guests (docs/decisions/0081-receipts.md): what their holder may learn, and new codes. */
export async function receiptRoutes(app: FastifyInstance): Promise<void> {
  registerOperation(app, 'lookUp', ({ body }, request) => lookUp(request, body));

  registerOperation(app, 'renewReceipt', async ({ body: { id } }, request) => {
    const caller = await requireCaller(request);
    return app.database.db.transaction(async (tx) => {
      const renewed = await renewReceipt(tx, caller, app.receiptCodes, id);
      await auditChange(tx, request, caller, [id]);
      return renewed;
    });
  });
}
