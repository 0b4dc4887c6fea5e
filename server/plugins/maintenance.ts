/** Keeps the database fast by small background jobs. */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { vacuumNextTable } from '../db/vacuum';
import { rollUpCounters } from '../features/referrals/counterRepository';
import { scheduleJob } from './scheduleJob';

/** Milliseconds. Every count also reads the changes since the last roll-up, so these must stay few. */
const ROLL_UP_INTERVAL = 15_000;
/** Milliseconds. Each run vacuums one table; all tables take a few hours. */
const VACUUM_INTERVAL = 5 * 60_000;

export const maintenancePlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const { db, engine } = app.database;
    scheduleJob(app, ROLL_UP_INTERVAL, () => rollUpCounters(db));
    // A PostgreSQL server has autovacuum.
    if (engine === 'embedded') scheduleJob(app, VACUUM_INTERVAL, () => vacuumNextTable(db));
  },
  { name: 'maintenance', dependencies: ['database'] },
);
