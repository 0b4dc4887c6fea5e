import type { FastifyInstance } from 'fastify';
import { registerOperation } from '../../../http/registerOperation';
import { reloadCaller, requireCaller } from '../../access';
import { auditChange, auditRead, auditReadOne } from '../../audit';
import { withIdempotency } from '../../idempotency';
import { endLockedConsents } from '../consent/consents';
import { followUpRules } from '../followUpRules';
import { answerCopyRequest, readLogin, setLoginHolder } from './login';
import { askForCopy, lockOwnConsent, readOwn } from './readOwn';

/** The own referral of a person, and their login as staff see it (docs/decisions/0082-own-referral.md). */
export async function ownReferralRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const rules = followUpRules(app.settings);

  registerOperation(app, 'getOwnReferral', async (_input, request) => {
    const caller = await requireCaller(request);
    const read = () => readOwn(db, caller, rules);
    const found = await auditRead(request, caller.accountId, read, (own) => (own ? [own.id] : []));
    return { referral: found?.referral ?? null };
  });

  registerOperation(app, 'stopOwnConsent', async ({ body }, request) => {
    await requireCaller(request);
    await db.transaction(async (tx) => {
      const caller = await reloadCaller(request, tx);
      const referralId = await lockOwnConsent(tx, caller, body.consent);
      await endLockedConsents(tx, caller, [body.consent], null);
      await auditChange(tx, request, caller, [referralId]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'askForCopy', async (_input, request) => {
    const caller = await requireCaller(request);
    return withIdempotency(
      request,
      async (tx, id) => {
        const referralId = await askForCopy(tx, caller, id);
        await auditChange(tx, request, caller, [referralId]);
        return { detail: 'ok' };
      },
      { isByKeyOnly: true },
    );
  });

  registerOperation(app, 'getLogin', async ({ params }, request) => {
    const caller = await requireCaller(request);
    const read = () => readLogin(db, caller, rules, params.id);
    return auditReadOne(request, caller.accountId, read, () => [params.id]);
  });

  registerOperation(app, 'setLoginHolder', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const accountId = await setLoginHolder(tx, caller, rules, body.id, body.holder);
      await auditChange(tx, request, caller, [body.id, accountId]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'answerCopyRequest', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      await answerCopyRequest(tx, caller, body.id);
      await auditChange(tx, request, caller, [body.id]);
    });
    return { detail: 'ok' };
  });
}
