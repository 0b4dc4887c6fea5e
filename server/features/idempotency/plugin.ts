import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { scheduleJob } from '../../http/scheduleJob';
import { deleteExpiredRecords } from './idempotencyRecords';

/** Milliseconds. */
const CLEAN_UP_INTERVAL = 10 * 60_000;

/** Deletes expired idempotency records. */
export const idempotencyPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    scheduleJob(app, CLEAN_UP_INTERVAL, () => deleteExpiredRecords(app.database.db));
  },
  { name: 'idempotency', dependencies: ['database'] },
);
