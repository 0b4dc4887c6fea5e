import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireCaller } from '../../access';
import { toPage } from '../../../http/page';
import { registerOperation } from '../../../http/registerOperation';
import { registerRead, auditedReads } from '../../audit';
import { countHeld } from './counters';
import {
  COUNTS_OF_CALLER,
  listHeld,
  listReferrals,
  filteredPagesOfCaller,
  pagesOfCaller,
  readCount,
  readFiltered,
  filterValues,
} from './list';
import { readPage, windowOf } from './page';
import { listWorklist, readWorklist, worklistsOfCaller, worklistValues } from './worklistPage';

/** Listing and counting referrals. */
export async function listRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  /** The caller, and a function that reads records and audits the read. */
  const auditedReadsOf = async (request: FastifyRequest) => {
    const caller = await requireCaller(request);
    return { caller, read: auditedReads(db, request, caller.accountId) };
  };

  registerRead(app, 'listReferrals', {
    statements: ({ query }) => pagesOfCaller(query),
    values: ({ query }) => windowOf(query),
    respond: (row, { query }) => toPage(readPage(row), query),
  });

  registerRead(app, 'filterReferrals', {
    statements: ({ query }) => filteredPagesOfCaller(query),
    values: ({ query }) => filterValues(query),
    respond: (row, { query }) => toPage(readFiltered(row), query),
    async otherwise({ query }, request) {
      const { caller, read } = await auditedReadsOf(request);
      return toPage(await listReferrals(db, read, caller, query), query);
    },
  });

  registerRead(app, 'listWorklist', {
    statements: ({ body }) => worklistsOfCaller(body),
    values: ({ body }) => worklistValues(body),
    respond: (row, { body }) => toPage(readWorklist(row, body), body),
    async otherwise({ body }, request) {
      const { caller, read } = await auditedReadsOf(request);
      return toPage(await listWorklist(db, read, caller, body), body);
    },
  });

  registerRead(app, 'countReferrals', {
    statements: () => COUNTS_OF_CALLER,
    respond: (row) => ({ count: readCount(row) }),
  });

  registerOperation(app, 'listSuspected', async ({ query }, request) => {
    const { read } = await auditedReadsOf(request);
    return toPage(await listHeld(read, query), query);
  });

  // The web app polls it every minute. It returns a number only, so no audit entry of a read is needed.
  registerOperation(app, 'countSuspected', async () => ({ count: await countHeld(db) }));
}
