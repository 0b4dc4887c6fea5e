/** Keeps the database quick, in small steps that nobody notices. */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { tidyNextTable } from '../db/statistics';
import { foldTally } from '../features/referrals/tallyRepository';
import { nowAndThen } from './nowAndThen';

/** Milliseconds. Counting reads what has come since, so it must not become much. */
const FOLD_EVERY = 15_000;
/** A table at a time; all of them within a few hours. */
const TIDY_EVERY = 5 * 60_000;

export const upkeepPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const { db, engine } = app.database;
    nowAndThen(app, FOLD_EVERY, () => foldTally(db));
    // A PostgreSQL server does it by itself.
    if (engine === 'embedded') nowAndThen(app, TIDY_EVERY, () => tidyNextTable(db));
  },
  { name: 'upkeep', dependencies: ['database'] },
);
