import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database';
import { sqlState } from '../../db/sqlState';
import { ConflictError, NotFoundError } from '../../http/errors';
import { requireCaller } from '../access';
import { expectedVersion, registerOperation } from '../../http/registerOperation';
import { auditChange, setAuditRecords } from '../audit';
import { clearIdempotency, withIdempotency } from '../idempotency';
import { addSite, deleteSite, findSite, listSites, renameSite } from './sites';

const NAME_TAKEN = 'Site already exists';
const PROTECTED = 'This site is part of the referral form and cannot be changed';

/** Managing sites. `siteListRoute` serves the public list. */
export async function siteRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  registerOperation(app, 'addSite', async ({ body }, request) => {
    const caller = await requireCaller(request);
    return withIdempotency(request, async (tx, id) => {
      const added = await addSite(tx, id, body.name);
      if (!added) throw new ConflictError(NAME_TAKEN);
      await auditChange(tx, request, caller, [added._id]);
      return added;
    });
  });

  registerOperation(app, 'updateSite', async ({ body }, request) => {
    const caller = await requireCaller(request);
    try {
      return await db.transaction(async (tx) => {
        await refuseProtected(tx, request, body.id);
        const renamed = await renameSite(tx, body.id, body.name, expectedVersion(request));
        if (!renamed) throw new ConflictError(NAME_TAKEN);
        await clearIdempotency(tx, body.id);
        await auditChange(tx, request, caller, [body.id]);
        return renamed;
      });
    } catch (error) {
      if (sqlState(error) === '23505') throw new ConflictError(NAME_TAKEN);
      throw error;
    }
  });

  registerOperation(app, 'deleteSite', async ({ body }, request) => {
    const caller = await requireCaller(request);
    await db.transaction(async (tx) => {
      await refuseProtected(tx, request, body.id);
      await deleteSite(tx, body.id, expectedVersion(request));
      await clearIdempotency(tx, body.id);
      await auditChange(tx, request, caller, [body.id]);
    });
    return { detail: 'ok' };
  });
}

/** Refuses changes to 'Probation Referral' and 'Location Not Listed', because product rules depend on them. */
async function refuseProtected(db: Database, request: FastifyRequest, id: string): Promise<void> {
  const found = await findSite(db, id);
  if (!found) throw new NotFoundError();
  setAuditRecords(request, id);
  if (found.kind !== 'ordinary') throw new ConflictError(PROTECTED);
}

/** The public list of sites that every referral form loads. */
export async function siteListRoute(app: FastifyInstance): Promise<void> {
  registerOperation(app, 'listSites', () => listSites(app.database.db));
}
