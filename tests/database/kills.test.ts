/** The real, built process ends in the middle of many requests: killed, or asked to stop. */
import { describe, expect, it } from 'vitest';
import { createMigrated } from '../support/engines';
import { asked, count, ENGINES_ASKED, median, tell } from '../support/durability';
import { thorough } from '../support/exhaustive';
import { startGuestLoad } from '../support/guestLoad';
import { folder, needsBuild, start, storedNames } from '../support/processCalls';

const KILLS = asked('CRASH_KILLS', thorough(2, 10));
const STOPS = asked('CRASH_STOPS', thorough(1, 5));

/** An end comes after one to so many acknowledged. */
const MOST_BEFORE = 80;

needsBuild();

/** Counts for the report, and what must be empty. */
interface Seen {
  acknowledged: string[];
  refused: string[];
  unanswered: string[];
  serveAgain: number[];
}

describe.each(ENGINES_ASKED)('on %s, under load,', (engine) => {
  /** Rounds on one database: a load, an end in the middle of it, a new start. */
  async function play(rounds: number, name: string, end: 'kill' | 'stop') {
    const environment = {
      DATA_DIR: folder(),
      TRUST_PROXY: 'loopback',
      ...(engine === 'PostgreSQL' && { DATABASE_URL: await createMigrated() }),
    };
    const seen: Seen = { acknowledged: [], refused: [], unanswered: [], serveAgain: [] };
    let server = await start(environment.DATA_DIR, environment);
    for (let round = 0; round < rounds; round += 1) {
      const load = await startGuestLoad([server.url], { name: `${name} ${round}` });
      await load.hasFiled(Math.ceil(Math.random() * MOST_BEFORE));
      const exit = await server[end]();
      await load.stop();
      if (end === 'stop') expect({ round, exit }).toEqual({ round, exit: 0 });
      const began = performance.now();
      server = await start(environment.DATA_DIR, environment);
      seen.serveAgain.push(performance.now() - began);
      seen.acknowledged.push(...load.acknowledged);
      seen.refused.push(...load.refused.keys());
      seen.unanswered.push(...load.unanswered);
    }
    expect(await server.stop()).toBe(0);
    const stored = await storedNames(environment);
    return { ...seen, stored, ...compare(stored, seen) };
  }

  it(`killed ${KILLS} times, it lost nothing it acknowledged and stored nothing twice`, async () => {
    const { acknowledged, lost, twice, serveAgain } = await play(KILLS, 'Killed', 'kill');
    tell(
      `${engine}: ${KILLS} kills, ${count(acknowledged.length)} acknowledged, ${lost.length} lost, ${twice.length} twice, ` +
        `serves again after ${median(serveAgain)} ms (median)`,
    );
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
    expect(acknowledged.length).toBeGreaterThan(0);
  });

  it(`stopped ${STOPS} times, it finished what it had begun: stored is exactly what it acknowledged`, async () => {
    const { acknowledged, refused, unanswered, stored } = await play(STOPS, 'Stopped', 'stop');
    tell(
      `${engine}: ${STOPS} stops, ${count(acknowledged.length)} acknowledged, ${count(refused.length)} refused, ` +
        `${count(unanswered.length)} met nobody, stored exactly what was acknowledged: ${stored.length === acknowledged.length}`,
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
