import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../../plugins/errors';
import { requireCaller } from '../../plugins/signIn';
import { expectedVersion, registerOperation } from '../../registerOperation';
import { auditChange } from '../audit/changes';
import { auditRead, auditReadOne } from '../audit/entries';
import { withIdempotency } from '../idempotency/withIdempotency';
import { addNote } from './eventRepository';
import { findHistory } from './historyRepository';
import { emailOwner } from './ownerEmail';
import { assignOwner, listOwners, lockOwner } from './ownerRepository';
import { correctReferral } from './repository';
import { readCorrection } from './submission';

/** Working on a referral: its history, notes, corrections and owner. */
export async function workRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

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
        await correctReferral(tx, caller, body.id, correction, expectedVersion(request));
        await auditChange(tx, request, caller, [body.id]);
      });
      return { detail: 'ok' };
    },
    { handlesInvalid: true },
  );

  registerOperation(app, 'listOwners', async (_input, request) => {
    const caller = await requireCaller(request);
    const read = () => listOwners(db);
    return auditRead(request, caller.accountId, read, (shown) => shown.map(({ _id }) => _id));
  });

  registerOperation(app, 'assignOwner', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      const owner = body.owner === null ? null : await lockOwner(tx, body.owner);
      if (body.owner !== null && !owner) throw new NotFoundError();
      const isNew = await assignOwner(tx, caller, body.id, body.owner, expectedVersion(request));
      if (isNew && owner) await emailOwner(app, tx, owner, caller);
      await auditChange(tx, request, caller, [body.id, ...(body.owner ? [body.owner] : [])]);
    });
    return { detail: 'ok' };
  });
}
