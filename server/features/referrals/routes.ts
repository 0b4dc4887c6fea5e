import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { ReferralSubmission } from '../../../contract/entities/referral';
import type { Issue } from '../../../contract/calls/call';
import type { Database } from '../../db/openDatabase';
import { bodyIssue, InvalidFieldsError, NotFoundError, readIssues } from '../../plugins/errors';
import { callerOf } from '../../plugins/signIn';
import { toPage } from '../../page';
import { serve } from '../../serve';
import { auditDone } from '../audit/entries';
import {
  addReferral,
  canBeReferrer,
  countReferrals,
  countyExists,
  deleteReferral,
  findSiteForReferral,
  listReferrals,
  updateReferral,
} from './repository';
import { type NewReferral, readProbation, siteIdOf, toNewReferral } from './rules';

/** Filing, listing and working on referrals. */
export async function referralRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  serve(
    app,
    'addReferral',
    async (_input, request) => {
      const caller = await callerOf(request);
      const filed = await readSubmission(db, request);
      return db.transaction(async (tx) => {
        const added = await addReferral(tx, filed, caller.accountId);
        await auditDone(tx, request, caller.accountId, added._id);
        return added;
      });
    },
    { refusesItself: true },
  );

  serve(
    app,
    'addGuestReferral',
    async (_input, request) => {
      const filed = await readSubmission(db, request);
      await db.transaction(async (tx) => {
        const added = await addReferral(tx, filed, null);
        await auditDone(tx, request, null, added._id);
      });
      return { detail: 'ok' };
    },
    { refusesItself: true },
  );

  serve(app, 'listReferrals', async ({ query }, request) =>
    toPage(await listReferrals(db, await callerOf(request), query), query),
  );

  serve(app, 'filterReferrals', async ({ query }, request) =>
    toPage(await listReferrals(db, await callerOf(request), query), query),
  );

  serve(app, 'countReferrals', async (_input, request) => ({
    count: await countReferrals(db, await callerOf(request)),
  }));

  serve(app, 'updateReferral', async ({ body }, request) => {
    const caller = await callerOf(request);
    await db.transaction(async (tx) => {
      const referrer = typeof body.referred_by === 'string' ? body.referred_by : undefined;
      const updated = await updateReferral(tx, body.id, {
        ...(body.status != null && { status: body.status }),
        ...(body.notes != null && { notes: body.notes }),
        ...(referrer && (await canBeReferrer(tx, referrer)) && { assigned_to: referrer }),
      });
      if (!updated) throw new NotFoundError();
      await auditDone(tx, request, caller.accountId, body.id);
    });
    return { detail: 'ok' };
  });

  serve(app, 'assignReferral', async ({ body }, request) => {
    const caller = await callerOf(request);
    await db.transaction(async (tx) => {
      const assigned =
        (await canBeReferrer(tx, body.user_id)) &&
        (await updateReferral(tx, body.referral_id, { assigned_to: body.user_id }));
      if (!assigned) throw new NotFoundError();
      await auditDone(tx, request, caller.accountId, body.referral_id);
    });
    return { detail: 'ok' };
  });

  serve(app, 'deleteReferral', async ({ body }, request) => {
    const caller = await callerOf(request);
    await db.transaction(async (tx) => {
      if (!(await deleteReferral(tx, body.id))) throw new NotFoundError();
      await auditDone(tx, request, caller.accountId, body.id);
    });
    return { detail: 'ok' };
  });
}

/**
 * Checks a submission whole, so that one answer flags every field: what the schema refused, and what only the stored site
 * can tell, as the label that was sent is never believed (spec section 2).
 * @throws InvalidFieldsError
 */
async function readSubmission(db: Database, request: FastifyRequest): Promise<NewReferral> {
  const fault = request.validationError as FastifyError | undefined;
  const issues: Issue[] = fault ? readIssues(fault) : [];
  const siteId = siteIdOf(request.body);
  const site = siteId === undefined ? null : await findSiteForReferral(db, siteId);
  if (siteId !== undefined && !site) issues.push(bodyIssue('site', 'No such site'));

  const probation = site?.kind === 'probation' ? readProbation(request.body) : undefined;
  issues.push(...(probation?.issues ?? []));
  const countyId = probation?.details?.mediCal_county;
  if (countyId !== undefined && !(await countyExists(db, countyId))) {
    issues.push(bodyIssue('mediCal_county', 'No such county'));
  }

  if (issues.length > 0 || !site) throw new InvalidFieldsError(issues);
  // Nothing was refused, so the body is what the schema made of it.
  return toNewReferral(request.body as ReferralSubmission, site.id, probation?.details);
}
