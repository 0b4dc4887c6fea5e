import type { FastifyInstance } from 'fastify';
import { can } from '../../../../contract/permissions';
import { ForbiddenError } from '../../../http/errors';
import { requireCaller } from '../../access';
import { registerOperation } from '../../../http/registerOperation';
import { auditEachChange } from '../../audit';
import { withIdempotency } from '../../idempotency';
import { BULK_RULES, changeReferrals } from './changeReferrals';
import { readNow } from '../now';
import { followUpRules } from '../followUpRules';
import { forgetOwnFilings } from '../record/changes';
import { emailOwner, requireNewOwner } from '../record/owner';

/** Changing many referrals at once (docs/decisions/0043-bulk-changes.md). */
export async function bulkRoutes(app: FastifyInstance): Promise<void> {
  registerOperation(app, 'changeReferrals', async ({ body }, request) => {
    const caller = await requireCaller(request);
    const { call, permission } = BULK_RULES[body.action];
    if (!can(caller.role, permission)) throw new ForbiddenError();
    return withIdempotency(
      request,
      async (tx) => {
        const { action } = body;
        const ownerId = action === 'owner' ? body.owner : undefined;
        const owner = ownerId ? await requireNewOwner(tx, ownerId) : null;
        const { results, changes } = await changeReferrals(tx, caller, body, {
          rules: followUpRules(app.settings),
          now: await readNow(tx),
        });
        if (owner && changes.length > 0) await emailOwner(app, tx, owner, caller);
        if (action === 'delete') {
          await forgetOwnFilings(
            tx,
            caller,
            changes.map(([referralId]) => referralId),
          );
        }
        await auditEachChange(tx, request, caller, { call, action: permission }, changes);
        return { results };
      },
      { isByKeyOnly: true },
    );
  });
}
