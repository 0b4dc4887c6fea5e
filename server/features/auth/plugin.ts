import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { scheduleJob } from '../../http/scheduleJob';
import { createPasswords, type HashingCost, type Passwords } from './passwords';
import { endLinksAhead } from './mailedLinks';
import { correctRevocations, endSessionsAhead } from './sessions';
import { deleteExpiredThrottles, shortenThrottles } from './throttleCounters';

declare module 'fastify' {
  interface FastifyInstance {
    passwords: Passwords;
  }
}

/** Milliseconds. */
const CLEAN_UP_INTERVAL = 10 * 60_000;

/** Hashes passwords, and deletes the expired counters of wrong ones. */
export const authPlugin = fastifyPlugin(
  async (app: FastifyInstance, { hashing }: { hashing?: HashingCost }) => {
    app.decorate('passwords', createPasswords(hashing));
    scheduleJob(app, CLEAN_UP_INTERVAL, () => deleteExpiredThrottles(app.database.db));
    for (const correct of [correctRevocations, endSessionsAhead, endLinksAhead, shortenThrottles]) {
      app.onClockSetBack((db) => correct(db));
    }
  },
  { name: 'auth', dependencies: ['clock', 'database'] },
);
