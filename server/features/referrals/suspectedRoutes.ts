import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve';
import { countSuspected } from './tallyRepository';

/** Whether anything waits for a look, asked each minute: a number alone, so that no look at a person is entered for it. */
export async function suspectedRoutes(app: FastifyInstance): Promise<void> {
  serve(app, 'countSuspected', async () => ({ count: await countSuspected(app.database.db) }));
}
