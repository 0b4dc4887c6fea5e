/**
 * `npm run crash -- [--rounds 60] [--cuts 12] [--away 60] [--engine PGlite|PostgreSQL|both]`: runs the durability tests longer,
 * with the given numbers of process kills under load, power cuts, and seconds without a database. Prints its counts.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../build/ensureBuilt';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    cuts: { type: 'string', default: '12' },
    away: { type: 'string', default: '60' },
    engine: { type: 'string', default: 'both' },
  },
});
const { engine, ...numbers } = values;
for (const [name, value] of Object.entries(numbers)) {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new Error(`--${name} must be a number`);
}
if (!/^(both|pglite|postgresql)$/i.test(engine)) {
  throw new Error('--engine must be PGlite, PostgreSQL or both');
}

ensureBuilt();
/** Milliseconds; a thousand rounds take hours. */
const LIMIT = 24 * 3_600_000;
const options = [`--testTimeout=${LIMIT}`, '--maxWorkers=1'];
const parts = ['kills', 'powerCutLoad', 'databaseOutage'];
spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'database', ...options, ...parts],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      CRASH_KILLS: values.rounds,
      CRASH_STOPS: String(Math.ceil(Number(values.rounds) / 3)),
      CRASH_CUTS: values.cuts,
      CRASH_AWAY: values.away,
      CRASH_ENGINES: engine,
    },
  },
).on('exit', (code) => {
  process.exitCode = code ?? 1;
});
