import type { FastifyInstance } from 'fastify';
import { registerOperation } from '../../http/registerOperation';
import { listCounties } from './counties';

export async function countyListRoute(app: FastifyInstance): Promise<void> {
  registerOperation(app, 'listCounties', () => listCounties(app.database.db));
}
