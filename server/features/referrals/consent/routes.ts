import type { FastifyInstance } from 'fastify';
import { registerOperation } from '../../../http/registerOperation';
import { requireCaller } from '../../access';
import { auditChange, auditDone, auditReadOne } from '../../audit';
import { revokeSession } from '../../auth';
import { withIdempotency } from '../../idempotency';
import { discloserOf } from '../consentFacts';
import { followUpRules } from '../followUpRules';
import { askConsent, confirmConsent, confirmRestored, endConsents, signOnPaper } from './consents';
import { answerConsent, handOver } from './handOver';
import { readAccounting, tellAnswer } from './ledger';
import { readConsents } from './readConsents';

/** Consents, the answers that they allow, and the ledger of what was said (docs/decisions/0079-consents.md). */
export async function consentRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const rules = followUpRules(app.settings);
  const discloser = discloserOf(app.settings);

  registerOperation(app, 'getConsents', async ({ params }, request) => {
    const caller = await requireCaller(request);
    const read = () => readConsents(db, caller, rules, params.id);
    return auditReadOne(request, caller.accountId, read, () => [params.id]);
  });

  registerOperation(app, 'askConsent', async ({ body }, request) => {
    const caller = await requireCaller(request);
    return withIdempotency(request, async (tx, id) => {
      await askConsent(tx, caller, id, discloser, body);
      await auditChange(tx, request, caller, [body.id]);
      return { detail: 'ok' };
    });
  });

  registerOperation(app, 'signConsentOnPaper', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const referralId = await signOnPaper(tx, caller, rules, body);
      await auditChange(tx, request, caller, [referralId]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'handOverConsent', async ({ body }, request) => {
    const caller = await requireCaller(request);
    return db.transaction(async (tx) => {
      const { token, referralId } = await handOver(tx, caller, rules, body.consent);
      await auditChange(tx, request, caller, [referralId]);
      // After the entry, which checks that the session is live.
      await revokeSession(tx, caller.sessionId);
      return { token };
    });
  });

  registerOperation(app, 'answerConsent', async ({ body }, request) => {
    await db.transaction(async (tx) => {
      const referralId = await answerConsent(tx, rules, body);
      if (referralId !== null) await auditDone(tx, request, null, referralId);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'endConsents', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const referralIds = await endConsents(tx, caller, body);
      await auditChange(tx, request, caller, referralIds);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'confirmConsent', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const referralId = await confirmConsent(tx, caller, body.consent);
      await auditChange(tx, request, caller, [referralId]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'tellAnswer', async ({ body }, request) => {
    const caller = await requireCaller(request);
    return withIdempotency(
      request,
      async (tx) => {
        const referralId = await tellAnswer(tx, caller, rules, body);
        await auditChange(tx, request, caller, [referralId]);
        return { detail: 'ok' };
      },
      { isByKeyOnly: true },
    );
  });

  registerOperation(app, 'getAccounting', async ({ params }, request) => {
    const caller = await requireCaller(request);
    const read = () => readAccounting(db, caller, params.id);
    return auditReadOne(request, caller.accountId, read, () => [params.id]);
  });

  registerOperation(app, 'confirmRestoredConsents', async (_input, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const referralIds = await confirmRestored(tx);
      await auditChange(tx, request, caller, referralIds);
    });
    return { detail: 'ok' };
  });
}
