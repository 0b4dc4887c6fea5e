import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { vacuumNextTable } from '../db/embedded/vacuum';
import type { OpenDatabase } from '../db/openDatabase';
import { scheduleJob } from './scheduleJob';

declare module 'fastify' {
  interface FastifyInstance {
    database: OpenDatabase;
  }
}

/** Milliseconds. Each run vacuums one table; all tables take a few hours. */
const VACUUM_INTERVAL = 5 * 60_000;

/** Decorates the app with the open database, keeps an embedded one fast by vacuuming it, and closes it last. */
export const databasePlugin = fastifyPlugin(
  async (app: FastifyInstance, { database }: { database: OpenDatabase }) => {
    const { db, engine } = database;
    app.decorate('database', database);
    app.addHook('onClose', () => database.close());
    // A PostgreSQL server has autovacuum.
    if (engine === 'embedded') scheduleJob(app, VACUUM_INTERVAL, () => vacuumNextTable(db));
  },
  { name: 'database' },
);
