import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve';
import { listCounties } from './repository';

export async function countyListRoute(app: FastifyInstance): Promise<void> {
  serve(app, 'listCounties', () => listCounties(app.database.db));
}
