import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SITE_REFUSALS } from '../../../contract/staffConstants';
import { sameKey } from '../../../contract/textMatching';
import type { Database } from '../../db/database';
import { sqlState } from '../../db/sqlState';
import { ConflictError, NotFoundError } from '../../http/errors';
import { requireCaller } from '../access';
import { expectedVersion, registerOperation } from '../../http/registerOperation';
import { auditChange, auditRead, setAuditRecords } from '../audit';
import { clearIdempotency, withIdempotency } from '../idempotency';
import {
  addSite,
  deleteSite,
  findNameConflict,
  findSite,
  listRestorableSites,
  listSiteMarks,
  listSites,
  lockSite,
  markSite,
  renameSite,
  restoreSite,
} from './sites';

/** Managing sites. `siteListRoute` serves the public list. */
export async function siteRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  registerOperation(app, 'addSite', async ({ body }, request) => {
    const caller = await requireCaller(request);
    return withIdempotency(request, async (tx, id) => {
      await refuseNamesake(tx, body.name, id);
      const added = await addSite(tx, id, body.name);
      if (!added) throw new ConflictError(SITE_REFUSALS.nameTaken);
      await auditChange(tx, request, caller, [added._id]);
      return added;
    });
  });

  registerOperation(app, 'updateSite', async ({ body }, request) => {
    const caller = await requireCaller(request);
    return withNameConflict(() =>
      db.transaction(async (tx) => {
        const { name } = await requireEditableSite(tx, request, body.id);
        await refuseNamesake(tx, body.name, body.id, name);
        const renamed = await renameSite(tx, body.id, body.name, expectedVersion(request));
        await clearIdempotency(tx, body.id);
        await auditChange(tx, request, caller, [body.id]);
        return renamed;
      }),
    );
  });

  registerOperation(app, 'deleteSite', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      await requireEditableSite(tx, request, body.id);
      await deleteSite(tx, body.id, expectedVersion(request));
      await clearIdempotency(tx, body.id);
      await auditChange(tx, request, caller, [body.id]);
    });
    return { detail: 'ok' };
  });

  // No audit entry of a read: it returns no personal data.
  registerOperation(app, 'listSiteMarks', () => listSiteMarks(db));

  registerOperation(app, 'markSite', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      await markSite(tx, body);
      await auditChange(tx, request, caller, [body._id]);
    });
    return { detail: 'ok' };
  });

  registerOperation(app, 'listRestorableSites', async ({ query }, request) => {
    const caller = await requireCaller(request);
    const read = () => listRestorableSites(db, query.name);
    return auditRead(request, caller.accountId, read, (shown) =>
      shown.flatMap(({ _id, accounts }) => [_id, ...accounts.map((each) => each._id)]),
    );
  });

  registerOperation(app, 'restoreSite', async ({ body }, request) => {
    const caller = await requireCaller(request);
    return withNameConflict(() =>
      db.transaction(async (tx) => {
        const found = await lockSite(tx, body.id);
        if (!found) throw new NotFoundError();
        setAuditRecords(request, body.id);
        const { isDeleted, ...site } = found;
        if (isDeleted && (await findNameConflict(tx, site.name, site._id)) === 'live') {
          throw new ConflictError(SITE_REFUSALS.nameTaken);
        }
        const restored = isDeleted ? await restoreSite(tx, site._id) : site;
        await auditChange(tx, request, caller, [site._id]);
        return restored;
      }),
    );
  });
}

/**
 * Refuses the name of another site. A site keeps its own name even if a deleted site has it, too.
 * @param id the site that is to get the name
 * @param currentName the site's name before the change
 */
async function refuseNamesake(db: Database, name: string, id: string, currentName?: string) {
  const conflict = await findNameConflict(db, name, id);
  if (conflict === 'live') throw new ConflictError(SITE_REFUSALS.nameTaken);
  const keepsName = currentName !== undefined && sameKey(currentName) === sameKey(name);
  if (conflict === 'deleted' && !keepsName) throw new ConflictError(SITE_REFUSALS.nameDeleted);
}

/** Runs a change of a site's name. A unique violation, from a change at the same time, becomes the refusal of a taken name. */
async function withNameConflict<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (sqlState(error) === '23505') throw new ConflictError(SITE_REFUSALS.nameTaken);
    throw error;
  }
}

/**
 * Finds a site that is to be changed. Refuses 'Probation Referral' and 'Location Not Listed', because product rules depend on
 * them.
 */
async function requireEditableSite(db: Database, request: FastifyRequest, id: string) {
  const found = await findSite(db, id);
  if (!found) throw new NotFoundError();
  setAuditRecords(request, id);
  if (found.kind !== 'ordinary') throw new ConflictError(SITE_REFUSALS.protected);
  return found;
}

/** The public list of sites that every referral form loads. */
export async function siteListRoute(app: FastifyInstance): Promise<void> {
  registerOperation(app, 'listSites', () => listSites(app.database.db));
}
