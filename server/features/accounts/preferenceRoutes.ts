import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../access';
import { registerOperation } from '../../http/registerOperation';
import { auditChange } from '../audit';
import { findPreferences, setPreferences } from './preferences';

/** The caller's own preferences. */
export async function preferenceRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  registerOperation(app, 'getPreferences', async (_input, request) =>
    findPreferences(db, (await requireCaller(request)).accountId),
  );

  registerOperation(app, 'setPreferences', async ({ body }, request) => {
    const caller = await requireCaller(request);
    const { accountId } = caller;
    await db.transaction(async (tx) => {
      await setPreferences(tx, accountId, body);
      await auditChange(tx, request, caller, [accountId]);
    });
    return { detail: 'ok' };
  });
}
