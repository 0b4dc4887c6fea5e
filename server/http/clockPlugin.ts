/**
 * Notices that the database's clock was set back, and shortens what was stored while it was ahead. A clock that is set forward
 * needs nothing: what was stored before it is only older.
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Database } from '../db/database';
import { readClock } from '../db/statements/storedTimes';
import { scheduleJob } from './scheduleJob';

/**
 * Ends or shortens the stored times of a feature that are ahead of the clock, and changes no others. Safe to run at any time.
 */
type CorrectTimes = (db: Database) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Registers a correction, which runs at start and whenever the database's clock was set back. */
    onClockSetBack(correct: CorrectTimes): void;
    /** Runs all corrections. */
    correctStoredTimes(): Promise<void>;
  }
}

/** Milliseconds. */
const CHECK_INTERVAL = 10_000;
/** Seconds. */
const SMALLEST_STEP = 1;

export const clockPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const { db } = app.database;
    const corrections: CorrectTimes[] = [];
    app.decorate('onClockSetBack', (correct: CorrectTimes) => {
      corrections.push(correct);
    });
    app.decorate('correctStoredTimes', async () => {
      for (const correct of corrections) await correct(db);
    });

    /** Seconds by which the database's clock is ahead of this process's monotonic clock: at least, and at most. */
    let [atLeast, atMost] = [-Infinity, Infinity];
    scheduleJob(app, CHECK_INTERVAL, async () => {
      const begun = performance.now();
      const now = await readClock(db);
      // A response takes time: the step lies between two values.
      const low = now - performance.now() / 1_000;
      const high = now - begun / 1_000;
      if (atMost - low > SMALLEST_STEP) {
        await app.correctStoredTimes();
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
