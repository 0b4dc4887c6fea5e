import type { FastifyInstance } from 'fastify';
import { registerOperation } from '../../registerOperation';
import { countHeld } from './counterRepository';

/** Whether anything waits for a look, asked each minute: a number alone, so that no look at a person is entered for it. */
export async function heldReferralRoutes(app: FastifyInstance): Promise<void> {
  registerOperation(app, 'countSuspected', async () => ({
    count: await countHeld(app.database.db),
  }));
}
