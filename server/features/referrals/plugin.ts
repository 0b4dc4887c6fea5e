import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { scheduleJob } from '../../http/scheduleJob';
import { rollUpCounters } from './list/counters';

/** Milliseconds. Every count also reads the changes since the last roll-up, so these must stay few. */
const ROLL_UP_INTERVAL = 15_000;

/** Rolls up the counters of referrals. */
export const referralsPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    scheduleJob(app, ROLL_UP_INTERVAL, () => rollUpCounters(app.database.db));
  },
  { name: 'referrals', dependencies: ['database'] },
);
