import type { FastifyInstance } from 'fastify';
import { registerOperation } from '../../../http/registerOperation';
import { lookUp } from './lookUp';

/** What the holder of a receipt may learn. */
export async function receiptRoutes(app: FastifyInstance): Promise<void> {
  registerOperation(app, 'lookUp', ({ body }, request) => lookUp(request, body));
}
