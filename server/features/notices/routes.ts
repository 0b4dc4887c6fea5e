import type { FastifyInstance } from 'fastify';
import { can } from '../../../contract/permissions';
import { requireCaller } from '../access';
import { registerOperation } from '../../http/registerOperation';
import { hasRestoredConsents } from '../referrals';
import { hasGeneratedPassword, hasUndecidedSites } from './databaseChecks';

/**
 * Notices for the caller: faults of the installation and what waits for a decision, for roles that may see them, and the caller's
 * generated password.
 */
export async function noticeRoutes(app: FastifyInstance): Promise<void> {
  registerOperation(app, 'listNotices', async (_input, request) => {
    const { accountId, role } = await requireCaller(request);
    const operational = can(role, 'notice.listOperational') ? await app.operationalNotices() : [];
    const { db } = app.database;
    const isUndecided = can(role, 'site.mark') && (await hasUndecidedSites(db));
    const isRestored = can(role, 'referral.accounting') && (await hasRestoredConsents(db));
    const isGenerated = await hasGeneratedPassword(db, accountId);
    const codes = [
      ...operational,
      ...(isUndecided ? (['sitesUndecided'] as const) : []),
      ...(isRestored ? (['consentsRestored'] as const) : []),
      ...(isGenerated ? (['generatedPassword'] as const) : []),
    ];
    return codes.map((code) => ({ code }));
  });
}
