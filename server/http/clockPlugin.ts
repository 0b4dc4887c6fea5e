/**
 * Notices that the database's clock was set back, and shortens what was stored while it was ahead. A clock that is set forward
 * needs nothing: what was stored before it is only older.
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Database } from '../db/database';
import { readClock } from '../db/statements/storedTimes';
import { scheduleJob } from './scheduleJob';

/** Shortens the stored times of a feature that are ahead of the clock. It may run at any time, and changes no other. */
type Heal = (db: Database) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Registers what runs at start and whenever the clock was set back. */
    onClockSetBack(heal: Heal): void;
    /** Runs all that is registered. */
    healTimes(): Promise<void>;
  }
}

/** Milliseconds. */
const CHECK_INTERVAL = 10_000;
/** Seconds. */
const SMALLEST_STEP = 1;

export const clockPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const { db } = app.database;
    const heals: Heal[] = [];
    app.decorate('onClockSetBack', (heal: Heal) => {
      heals.push(heal);
    });
    app.decorate('healTimes', async () => {
      for (const heal of heals) await heal(db);
    });

    /** How far the clock is ahead of this process's own, which is never set; in seconds. */
    let ahead = Infinity;
    scheduleJob(app, CHECK_INTERVAL, async () => {
      const begun = performance.now();
      const now = await readClock(db);
      // The lowest and the highest value: a slow response must not hide a step.
      const [low, high] = [performance.now(), begun].map((own) => now - own / 1_000);
      const step = ahead - (low ?? 0);
      if (step > SMALLEST_STEP) {
        await app.healTimes();
        if (Number.isFinite(step)) {
          app.log.warn(
            { seconds: Math.round(step) },
            'the clock of the database was set back this many seconds: who logged in while it was ahead must log in again',
          );
        }
      }
      ahead = high ?? 0;
    });
  },
  { name: 'clock', dependencies: ['database'] },
);
