import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { scheduleJob } from '../../http/scheduleJob';
import { deleteExpiredRecords, shortenLifetimes } from './idempotencyRecords';
import { DUPLICATE_WINDOW, KEY_LIFETIME } from './requestRecords';

/** Milliseconds. */
const CLEAN_UP_INTERVAL = 10 * 60_000;

/** Deletes expired idempotency records. */
export const idempotencyPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    scheduleJob(app, CLEAN_UP_INTERVAL, () => deleteExpiredRecords(app.database.db));
    const lifetimes = { key: KEY_LIFETIME, content: DUPLICATE_WINDOW };
    app.onClockSetBack((db) => shortenLifetimes(db, lifetimes));
  },
  { name: 'idempotency', dependencies: ['clock', 'database'] },
);
