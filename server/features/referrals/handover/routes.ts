import type { FastifyInstance } from 'fastify';
import { can } from '../../../../contract/permissions';
import { ForbiddenError, NotFoundError } from '../../../http/errors';
import { registerOperation } from '../../../http/registerOperation';
import { requireCaller } from '../../access';
import { deactivateLocked, lockForDeactivation } from '../../accounts';
import { auditParts } from '../../audit';
import { withIdempotency } from '../../idempotency';
import { emailOwner, requireNewOwner } from '../record/owner';
import { countOwned, handOver } from './handOver';

/** Audit entries that one statement appends. */
const ENTRIES_PER_STATEMENT = 1_000;

/** What becomes of the open referrals of an account that is deactivated. */
export async function handoverRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  // It returns a number only, so no audit entry of a read is needed.
  registerOperation(app, 'countOwned', async ({ params }) => {
    const open = await countOwned(db, params.id);
    if (open === null) throw new NotFoundError();
    return { open };
  });

  registerOperation(app, 'deactivateOwner', async ({ body: { id, owner: to } }, request) => {
    const caller = await requireCaller(request);
    if (!can(caller.role, 'referral.assignOwner')) throw new ForbiddenError();
    return withIdempotency(
      request,
      async (tx) => {
        await lockForDeactivation(tx, request, caller, id);
        const owner = to === null ? null : await requireNewOwner(tx, to, id);
        const changed = await handOver(tx, caller, id, to);
        await deactivateLocked(tx, request, id);
        if (owner && changed.length > 0) await emailOwner(app, tx, owner, caller);
        const deactivation = { call: 'deactivateAccount' as const, recordIds: [id] };
        const assignments = changed.map((referralId) => ({
          call: 'assignOwner' as const,
          recordIds: [referralId, ...(to === null ? [] : [to])],
        }));
        const entries = [deactivation, ...assignments];
        for (let done = 0; done < entries.length; done += ENTRIES_PER_STATEMENT) {
          const some = entries.slice(done, done + ENTRIES_PER_STATEMENT);
          await auditParts(tx, request, caller, some, 'referral.assignOwner');
        }
        return { detail: 'ok' };
      },
      { isByKeyOnly: true },
    );
  });
}
