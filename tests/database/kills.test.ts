/** The real, built process ends during many requests: it is killed or asked to stop. */
import { describe, expect, it } from 'vitest';
import { createMigratedDatabase } from '../support/engines';
import {
  readCount,
  formatCount,
  SELECTED_ENGINES,
  median,
  printFigure,
} from '../support/durability';
import { thorough } from '../support/exhaustive';
import { startGuestLoad } from '../support/guestLoad';
import {
  makeTemporaryDataDir,
  requireBuild,
  startServer,
  findStoredLastNames,
} from '../support/processCalls';

const KILLS = readCount('CRASH_KILLS', thorough(2, 10));
const STOPS = readCount('CRASH_STOPS', thorough(1, 5));

/** Each end comes after 1 to this many acknowledged referrals. */
const MOST_BEFORE = 80;

requireBuild();

/** Last names of referrals by outcome, and the milliseconds of each restart. */
interface Seen {
  acknowledged: string[];
  refused: string[];
  unanswered: string[];
  serveAgain: number[];
}

describe.each(SELECTED_ENGINES)('on %s, under load', (engine) => {
  /** Plays rounds on one database: starts a load, ends the process during it, starts the process again. */
  async function play(rounds: number, name: string, end: 'kill' | 'stop') {
    const environment = {
      DATA_DIR: makeTemporaryDataDir(),
      TRUST_PROXY: 'loopback',
      ...(engine === 'PostgreSQL' && { DATABASE_URL: await createMigratedDatabase() }),
    };
    const seen: Seen = { acknowledged: [], refused: [], unanswered: [], serveAgain: [] };
    let server = await startServer(environment.DATA_DIR, environment);
    for (let round = 0; round < rounds; round += 1) {
      const load = await startGuestLoad([server.url], { name: `${name} ${round}` });
      await load.waitForAcknowledged(Math.ceil(Math.random() * MOST_BEFORE));
      const exit = await server[end]();
      await load.stop();
      if (end === 'stop') expect({ round, exit }).toEqual({ round, exit: 0 });
      const began = performance.now();
      server = await startServer(environment.DATA_DIR, environment);
      seen.serveAgain.push(performance.now() - began);
      seen.acknowledged.push(...load.acknowledged);
      seen.refused.push(...load.refused.keys());
      seen.unanswered.push(...load.unanswered);
    }
    expect(await server.stop()).toBe(0);
    const stored = await findStoredLastNames(environment);
    return { ...seen, stored, ...compare(stored, seen) };
  }

  it(`when killed ${KILLS} times, loses nothing that it acknowledged and stores nothing twice`, async () => {
    const { acknowledged, lost, twice, serveAgain } = await play(KILLS, 'Killed', 'kill');
    printFigure(
      `${engine}: ${KILLS} kills, ${formatCount(acknowledged.length)} acknowledged, ${lost.length} lost, ${twice.length} twice, ` +
        `serves again after ${median(serveAgain)} ms (median)`,
    );
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
    expect(acknowledged.length).toBeGreaterThan(0);
  });

  it(`when stopped ${STOPS} times, completes the requests in flight: stores exactly what it acknowledged`, async () => {
    const { acknowledged, refused, unanswered, stored } = await play(STOPS, 'Stopped', 'stop');
    printFigure(
      `${engine}: ${STOPS} stops, ${formatCount(acknowledged.length)} acknowledged, ${formatCount(refused.length)} refused, ` +
        `${formatCount(unanswered.length)} without a response, stored exactly what was acknowledged: ${stored.length === acknowledged.length}`,
    );
    expect(stored).toEqual(acknowledged.toSorted());
  });
});

function compare(stored: readonly string[], { acknowledged }: Seen) {
  const once = new Set(stored);
  return {
    lost: acknowledged.filter((name) => !once.has(name)),
    twice: stored.filter((name, index) => name === stored[index - 1]),
  };
}
