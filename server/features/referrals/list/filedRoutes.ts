import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toPage } from '../../../http/page';
import { registerOperation } from '../../../http/registerOperation';
import { type Caller, reloadCaller, requireCaller } from '../../access';
import { auditRead } from '../../audit';
import { countFiled, type FiledQuery, listFiled } from './filed';

/** What an account filed, and how it reads referrals. */
export async function filedRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  // The session may have ended while the body arrived.
  registerOperation(app, 'listFiled', async ({ body }, request) =>
    readFiled(request, await reloadCaller(request), body),
  );

  // It returns a number only, so no audit entry of a read is needed.
  registerOperation(app, 'getReader', async (_input, request) => {
    const { accountId, isInside } = await requireCaller(request);
    return { is_inside: isInside, filed: await countFiled(db, accountId) };
  });
}

/** A page of what the caller filed, in a list of referrals, whose items it does not have. */
export async function readFiledPage(request: FastifyRequest, query: FiledQuery) {
  const { items, ...page } = await readFiled(request, await requireCaller(request), query);
  return { itemsJson: JSON.stringify(items), ...page };
}

/** Reads a page of what the caller filed. */
async function readFiled(request: FastifyRequest, { accountId }: Caller, query: FiledQuery) {
  const read = () => listFiled(request.server.database.db, accountId, query);
  const found = await auditRead(request, accountId, read, ({ items }) =>
    items.map(({ _id }) => _id),
  );
  return toPage(found, query);
}
