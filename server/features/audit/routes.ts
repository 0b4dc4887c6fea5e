import type { FastifyInstance } from 'fastify';
import { callerOf } from '../../plugins/signIn';
import { registerOperation } from '../../registerOperation';
import { auditShown } from './entries';
import { listAudit } from './listRepository';

/** Reading the audit trail, which is entered there like any other look at people's details: super users only. */
export async function auditRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  registerOperation(app, 'listAudit', async ({ query }, request, reply) => {
    const caller = await callerOf(request);
    const { filter, range, sort } = query;
    const { items, total } = await auditShown(
      db,
      request,
      caller.accountId,
      (tx) => listAudit(tx, { filter, range, order: sort[1] }),
      (shown) => [...new Set(shown.items.flatMap(peopleIn))],
    );
    const [first] = range;
    const places = items.length === 0 ? '*' : `${first}-${first + items.length - 1}`;
    void reply.header('content-range', `audit ${places}/${total}`);
    return items;
  });
}

/** Whose names an entry shows. */
const peopleIn = ({ actor, records }: Awaited<ReturnType<typeof listAudit>>['items'][number]) => [
  ...(actor ? [actor.id] : []),
  ...records.filter(({ kind }) => kind !== 'unknown').map(({ id }) => id),
];
