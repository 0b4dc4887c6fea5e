import type { FastifyInstance } from 'fastify';
import { type Action, can } from '../../../../contract/permissions';
import { ForbiddenError } from '../../../http/errors';
import { expectedVersion, registerOperation } from '../../../http/registerOperation';
import { requireCaller } from '../../access';
import { auditChange, auditParts } from '../../audit';
import { withIdempotency } from '../../idempotency';
import { addEvents } from '../changeReferral';
import { mayActAnywhere, requireActing } from '../acting';
import { addAttempt } from './addAttempt';
import { setFollowUp } from './followUp';
import { changeStatus, lockVisible } from './lockVisible';
import { readNow } from '../now';
import { followUpRules } from '../followUpRules';
import { strikeAttempt } from './strikeAttempt';

/** Contact attempts, and the days to call back. */
export async function contactRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const rules = followUpRules(app.settings);

  // The provider's settings: no audit entry of a read is needed.
  registerOperation(app, 'getFollowUpRules', async (_input, request) => ({
    time_zone: rules.timeZone,
    holidays: [...rules.holidays],
    response_days: rules.responseDays,
    failed_attempts: rules.failedAttempts,
    may_act: await mayActAnywhere(db, await requireCaller(request)),
  }));

  registerOperation(app, 'addContactAttempt', async ({ body }, request) => {
    const caller = await requireCaller(request);
    const setsStatus = body.status != null;
    if (setsStatus && !can(caller.role, 'referral.update')) throw new ForbiddenError();
    return withIdempotency(
      request,
      async (tx) => {
        const before = await lockVisible(tx, caller, body.id);
        const changed =
          body.status != null &&
          (await changeStatus(tx, caller, rules, body.id, body.status, expectedVersion(request)));
        const row = changed ? await lockVisible(tx, caller, body.id) : before;
        const now = await readNow(tx);
        const { saved, changedIds } = await addAttempt(
          tx,
          caller,
          rules,
          now,
          { row, before },
          body,
        );
        const ids = new Set([...(changed ? [body.id] : []), ...changedIds]);
        // A repeat that stores nothing is no change; the session is checked all the same.
        const parts =
          ids.size > 0 ? [{ call: 'addContactAttempt' as const, recordIds: [...ids] }] : [];
        const needed: Action[] = setsStatus ? ['referral.update'] : [];
        await auditParts(tx, request, caller, parts, ...needed);
        return saved;
      },
      { isByKeyOnly: true },
    );
  });

  registerOperation(app, 'strikeContactAttempt', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const ids = await strikeAttempt(tx, caller, await readNow(tx), body);
      await auditChange(tx, request, caller, ids);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'addParentNotContacted', async ({ body }, request) => {
    const caller = await requireCaller(request);
    return withIdempotency(request, async (tx, id) => {
      const row = await lockVisible(tx, caller, body.id);
      await requireActing(tx, caller, [row.id]);
      await addEvents(tx, caller, [
        { id, referral_id: row.id, kind: 'parentNotContacted', text: body.because },
      ]);
      await auditChange(tx, request, caller, [body.id]);
      return { detail: 'ok' };
    });
  });

  registerOperation(app, 'setFollowUp', async ({ body }, request) => {
    const caller = await requireCaller(request);
    return db.transaction(async (tx) => {
      const change = { id: body.id, followUp: body.follow_up, because: body.because };
      const previous = await setFollowUp(tx, caller, rules, await readNow(tx), change);
      await auditChange(tx, request, caller, [body.id]);
      return { previous };
    });
  });
}
