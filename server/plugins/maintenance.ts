/** Keeps the database quick, in small steps that nobody notices. */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { vacuumNextTable } from '../db/statistics';
import { rollUpCounters } from '../features/referrals/counterRepository';
import { scheduleJob } from './scheduleJob';

/** Milliseconds. Counting reads what has come since, so it must not become much. */
const ROLL_UP_INTERVAL = 15_000;
/** A table at a time; all of them within a few hours. */
const VACUUM_INTERVAL = 5 * 60_000;

export const maintenancePlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const { db, engine } = app.database;
    scheduleJob(app, ROLL_UP_INTERVAL, () => rollUpCounters(db));
    // A PostgreSQL server does it by itself.
    if (engine === 'embedded') scheduleJob(app, VACUUM_INTERVAL, () => vacuumNextTable(db));
  },
  { name: 'maintenance', dependencies: ['database'] },
);
