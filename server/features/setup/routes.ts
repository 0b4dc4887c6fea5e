import type { FastifyInstance } from 'fastify';
import { reloadCaller, requireCaller } from '../access';
import { registerOperation } from '../../http/registerOperation';
import { auditChange, auditDone } from '../audit';
import { testDelivery } from '../mail';
import { findLanguage, readProgress, storeMarks } from './progress';
import { listSteps } from './rules';

/** The first day of an installation (docs/decisions/0041-first-day.md). */
export async function setupRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  registerOperation(app, 'getSetup', async () => listSteps(app.settings, await readProgress(db)));

  registerOperation(app, 'updateSetup', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const marks = { isDismissed: body.dismissed, isPosterPrinted: body.poster_printed };
      // Every printed poster is reported, also years after the first.
      if (await storeMarks(tx, marks)) await auditChange(tx, request, caller, []);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'sendTestEmail', async (_input, request) => {
    // Checks the session first: the email cannot be rolled back.
    const { accountId, username } = await reloadCaller(request);
    const language = await findLanguage(db, accountId);
    const result = await testDelivery(app.settings, { username, language }, request.log);
    await db.transaction(async (tx) => {
      if (result.outcome === 'sent') await storeMarks(tx, { isEmailTested: true });
      await auditDone(tx, request, accountId);
    });
    return { recipient: username, ...result };
  });
}
