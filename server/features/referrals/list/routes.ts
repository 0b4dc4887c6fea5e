import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, requireCaller } from '../../access';
import { UnauthorizedError } from '../../../http/errors';
import { toPage } from '../../../http/page';
import { registerOperation } from '../../../http/registerOperation';
import { auditedReads, registerRead } from '../../audit';
import { countReadable, readFiledPage } from './filedRoutes';
import { countHeld } from './counters';
import { listDeletedSites } from './deletedSites';
import { COUNT_STATEMENTS, listStatements, listValues, readCount, readList } from './findPage';
import { heldMatchesStatements, listHeld } from './held';
import { searchValues } from './search';
import { readSimilar, SIMILAR_STATEMENTS, similarValues } from './similar';
import { readCursor, signCursor } from './cursor';
import { listSiteCounts } from './siteCounts';

/**
 * Responds to a caller outside of the program, for whom no statement has a row.
 * @throws UnauthorizedError if the caller belongs to the program: the role has changed between the statements
 */
async function outside<Response>(
  request: FastifyRequest,
  respond: (caller: Caller) => Promise<Response>,
): Promise<Response> {
  const caller = await requireCaller(request);
  if (caller.isInside) throw new UnauthorizedError();
  return respond(caller);
}

/** Listing and counting referrals. */
export async function listRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;
  const { hmac } = app;

  for (const name of ['listReferrals', 'filterReferrals'] as const) {
    registerRead(app, name, {
      statements: ({ query }) => listStatements(query),
      values: ({ query }) => listValues(query),
      respond(row, { query }) {
        const { counts: _counts, cursor: _cursor, ...page } = readList(row);
        return toPage(page, query);
      },
      otherwise: ({ query }, request) => outside(request, () => readFiledPage(request, query)),
    });
  }

  registerRead(app, 'listWorklist', {
    statements: ({ body }) => listStatements(toListQuery(body)),
    values: ({ body }) => listValues(toListQuery(body)),
    respond(row, { body }) {
      const { cursor, ...page } = readList(row, body.referral_status);
      return toPage({ ...page, ...(cursor && { next: signCursor(hmac, cursor) }) }, body);
    },
    otherwise: ({ body }, request) =>
      outside(request, async () => ({ ...(await readFiledPage(request, body)), counts: null })),
  });

  const toListQuery = <Body extends { after?: string | undefined }>({ after, ...query }: Body) => ({
    ...query,
    after: readCursor(hmac, after),
    hasTabs: true,
  });

  registerRead(app, 'countReferrals', {
    statements: () => COUNT_STATEMENTS,
    respond: (row) => ({ count: readCount(row) }),
    otherwise: (_input, request) =>
      outside(request, async (caller) => ({ count: await countReadable(request, caller) })),
  });

  registerOperation(app, 'listHeld', async ({ query }, request) => {
    const { accountId } = await requireCaller(request);
    return toPage(await listHeld(auditedReads(db, request, accountId), query), query);
  });

  registerRead(app, 'countHeldMatches', {
    statements: ({ body }) => heldMatchesStatements(body),
    values: ({ body }) => searchValues(body),
    respond: (row) => ({ count: readCount(row) }),
  });

  registerRead(app, 'listSimilarNames', {
    statements: () => SIMILAR_STATEMENTS,
    values: ({ body }) => similarValues(body),
    respond: (row) => readSimilar(row),
    otherwise: (_input, request) => outside(request, async () => []),
  });

  // It returns names of sites only, so no audit entry of a read is needed.
  registerOperation(app, 'listDeletedSites', async (_input, request) =>
    listDeletedSites(db, await requireCaller(request)),
  );

  // It returns numbers of sites only, so no audit entry of a read is needed.
  registerOperation(app, 'listSiteCounts', () => listSiteCounts(db));

  // The web app polls it every minute. It returns a number only, so no audit entry of a read is needed.
  registerOperation(app, 'countHeld', async () => ({ count: await countHeld(db) }));
}
