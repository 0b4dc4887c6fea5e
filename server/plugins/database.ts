import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { OpenDatabase } from '../db/openDatabase';

declare module 'fastify' {
  interface FastifyInstance {
    database: OpenDatabase;
  }
}

/** Decorates the app with the open database, and closes it last. */
export const databasePlugin = fastifyPlugin(
  async (app: FastifyInstance, options: { database: OpenDatabase }) => {
    app.decorate('database', options.database);
    app.addHook('onClose', () => options.database.close());
  },
  { name: 'database' },
);
