import type { FastifyInstance } from 'fastify';
import { registerOperation } from '../../registerOperation';
import { countHeld } from './counterRepository';

/** Counts held referrals; the web app polls it every minute. It returns a number only, so no audit entry of a read is needed. */
export async function heldReferralRoutes(app: FastifyInstance): Promise<void> {
  registerOperation(app, 'countSuspected', async () => ({
    count: await countHeld(app.database.db),
  }));
}
