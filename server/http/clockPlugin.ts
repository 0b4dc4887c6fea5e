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

    /** How far the clock is ahead of this process's own, which is never set, in seconds: at least, and at most. */
    let [atLeast, atMost] = [-Infinity, Infinity];
    scheduleJob(app, CHECK_INTERVAL, async () => {
      const begun = performance.now();
      const now = await readClock(db);
      // A response takes time: the step lies between two values.
      const low = now - performance.now() / 1_000;
      const high = now - begun / 1_000;
      if (atMost - low > SMALLEST_STEP) {
        await app.healTimes();
        const step = atLeast - high;
        if (step > SMALLEST_STEP) {
          app.log.warn(
            { seconds: Math.round(step) },
            'the clock of the database was set back this many seconds: who logged in while it was ahead must log in again',
          );
        }
      }
      [atLeast, atMost] = [low, high];
    });
  },
  { name: 'clock', dependencies: ['database'] },
);
