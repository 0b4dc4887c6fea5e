import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../plugins/signIn';
import { registerOperation } from '../../registerOperation';
import { auditDone } from '../audit/entries';
import { findPreferences, setPreferences } from './preferenceRepository';

/** The caller's own preferences. */
export async function preferenceRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  registerOperation(app, 'getPreferences', async (_input, request) =>
    findPreferences(db, (await requireCaller(request)).accountId),
  );

  registerOperation(app, 'setPreferences', async ({ body }, request) => {
    const { accountId } = await requireCaller(request);
    await db.transaction(async (tx) => {
      await setPreferences(tx, accountId, body);
      await auditDone(tx, request, accountId, accountId);
    });
    return { detail: 'ok' };
  });
}
