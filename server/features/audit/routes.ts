import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../access';
import { registerOperation } from '../../http/registerOperation';
import { auditRead } from './entries';
import { listAudit } from './list';

/** Reading the audit trail, for super users only. Each read is itself audited, like any read of personal data. */
export async function auditRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.database;

  registerOperation(app, 'listAudit', async ({ query }, request, reply) => {
    const caller = await requireCaller(request);
    const { filter, range, sort } = query;
    const { items, total } = await auditRead(
      request,
      caller.accountId,
      () => listAudit(db, { filter, range, order: sort[1] }),
      (shown) => [...new Set(shown.items.flatMap(peopleIn))],
    );
    const [first] = range;
    const indexes = items.length === 0 ? '*' : `${first}-${first + items.length - 1}`;
    void reply.header('content-range', `audit ${indexes}/${total}`);
    return items;
  });
}

/** Ids of the records whose names an entry shows. */
const peopleIn = ({ actor, records }: Awaited<ReturnType<typeof listAudit>>['items'][number]) => [
  ...(actor ? [actor.id] : []),
  ...records.filter(({ kind }) => kind !== 'unknown').map(({ id }) => id),
];
