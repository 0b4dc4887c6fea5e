import type { FastifyInstance } from 'fastify';
import { can } from '../../../../contract/permissions';
import { ForbiddenError, NotFoundError } from '../../../http/errors';
import { requireCaller } from '../../access';
import { expectedVersion, registerOperation } from '../../../http/registerOperation';
import { auditChange, auditParts, auditRead, auditReadOne } from '../../audit';
import { withIdempotency } from '../../idempotency';
import { addNote } from '../changeReferral';
import { followUpRules } from '../followUpRules';
import { toStatusChange } from '../ending';
import { findHistory } from './history';
import { assignOwner, emailOwner, listOwners, lockOwner } from './owner';
import {
  canBeReferrer,
  correctReferral,
  deleteReferral,
  forgetOwnFilings,
  releaseReferral,
  updateReferral,
} from './changes';
import { findReferral } from './findReferral';
import { describeSave, saveReferral } from './saveReferral';
import { readCorrection } from '../filing/submission';

/** Reading and changing one referral. */
export async function recordRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const rules = followUpRules(app.settings);

  registerOperation(app, 'getReferral', async ({ params }, request) => {
    const caller = await requireCaller(request);
    return auditReadOne(
      request,
      caller.accountId,
      () => findReferral(db, caller, params.id),
      ({ _id }) => [_id],
    );
  });

  registerOperation(app, 'releaseReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      await releaseReferral(tx, caller, rules, body.id, expectedVersion(request));
      await auditChange(tx, request, caller, [body.id]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'updateReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const referrerId = typeof body.referred_by === 'string' ? body.referred_by : '';
      const referrers = referrerId && (await canBeReferrer(tx, referrerId)) ? [referrerId] : [];
      const change = {
        ...(body.status != null && toStatusChange({ status: body.status })),
        ...(body.notes != null && { notes: body.notes }),
        ...(referrers[0] && { assigned_to: referrers[0] }),
      };
      await updateReferral(tx, caller, rules, body.id, change, expectedVersion(request));
      await auditChange(tx, request, caller, [body.id, ...referrers]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'assignReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      if (!(await canBeReferrer(tx, body.user_id))) throw new NotFoundError();
      const change = { assigned_to: body.user_id };
      await updateReferral(tx, caller, rules, body.referral_id, change, expectedVersion(request));
      await auditChange(tx, request, caller, [body.referral_id, body.user_id]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'deleteReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const { id, ...reason } = body;
      const changed = await deleteReferral(tx, caller, id, expectedVersion(request), reason);
      await forgetOwnFilings(tx, caller, [body.id]);
      await auditChange(tx, request, caller, changed);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'getHistory', async ({ params }, request) => {
    const caller = await requireCaller(request);
    return auditReadOne(
      request,
      caller.accountId,
      () => findHistory(db, caller, params.id),
      () => [params.id],
    );
  });

  registerOperation(app, 'addNote', async ({ body }, request) => {
    const caller = await requireCaller(request);
    return withIdempotency(request, async (tx, id) => {
      await addNote(tx, caller, id, { referralId: body.id, text: body.text });
      await auditChange(tx, request, caller, [body.id]);
      return { detail: 'ok' };
    });
  });

  registerOperation(
    app,
    'correctReferral',
    async ({ body }, request) => {
      const caller = await requireCaller(request);
      await db.transaction(async (tx) => {
        const correction = await readCorrection(tx, request);
        await correctReferral(tx, caller, rules, body.id, correction, expectedVersion(request));
        await auditChange(tx, request, caller, [body.id]);
      });
      return { detail: 'ok' };
    },
    { handlesInvalid: true },
  );

  registerOperation(app, 'listOwners', async (_input, request) => {
    const caller = await requireCaller(request);
    const read = () => listOwners(db, caller);
    return auditRead(request, caller.accountId, read, (shown) => shown.map(({ _id }) => _id));
  });

  registerOperation(app, 'assignOwner', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const owner = body.owner === null ? null : await lockOwner(tx, body.owner);
      if (body.owner !== null && !owner) throw new NotFoundError();
      const isNew = await assignOwner(
        tx,
        caller,
        rules,
        body.id,
        body.owner,
        expectedVersion(request),
      );
      if (isNew && owner) await emailOwner(app, tx, owner, caller);
      await auditChange(tx, request, caller, [body.id, ...(body.owner ? [body.owner] : [])]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'saveReferral', async ({ body }, request) => {
    const caller = await requireCaller(request);
    const { parts, permissions } = describeSave(body);
    if (!permissions.every((action) => can(caller.role, action))) throw new ForbiddenError();
    return withIdempotency(
      request,
      async (tx, noteId) => {
        const version = expectedVersion(request);
        const newOwner = await saveReferral(tx, caller, noteId, body, rules, version);
        if (newOwner) await emailOwner(app, tx, newOwner, caller);
        await auditParts(tx, request, caller, parts, ...permissions);
        return { detail: 'ok' };
      },
      { isByKeyOnly: true },
    );
  });
}
