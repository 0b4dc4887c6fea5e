/** PostgreSQL goes away under load, and comes back: meanwhile requests are refused, nothing ends, nothing is lost. */
import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asked, count, ENGINES_ASKED, tell } from '../support/durability';
import { EXHAUSTIVE, thorough } from '../support/exhaustive';
import { startGuestLoad } from '../support/guestLoad';
import { type OwnPostgres, startPostgres } from '../../scripts/realPostgres';
import { addGuest, folder, needsBuild, start, storedNames } from '../support/processCalls';
import { unique } from '../support/world';

/** Seconds. */
const AWAY = asked('CRASH_AWAY', thorough(2, 5));
/** A frozen one is given up only after twenty seconds of silence: it stays away for longer than anybody may wait. */
const FROZEN = Math.max(AWAY, 40);
/** No answer may take longer, in milliseconds: twenty seconds of silence, and some for a slow machine. */
const BOUND = 35_000;
const PATIENCE = { timeout: 60_000, interval: 100 };

needsBuild();

describe.runIf(ENGINES_ASKED.includes('PostgreSQL'))('a PostgreSQL', () => {
  let postgres: OwnPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  const ways = [
    {
      how: 'that crashes, and is started again',
      seconds: AWAY,
      goes: () => postgres.stop('immediately'),
      comes: () => postgres.start(),
    },
    {
      how: 'that is shut down, and is started again',
      seconds: AWAY,
      goes: () => postgres.stop('fast'),
      comes: () => postgres.start(),
    },
    // Giving one up that says nothing is also a test of its own (frozen.test.ts).
    ...(EXHAUSTIVE && process.platform === 'linux'
      ? [
          {
            how: 'that freezes, and thaws',
            seconds: FROZEN,
            goes: async () => postgres.freeze(),
            comes: async () => postgres.thaw(),
          },
        ]
      : []),
  ];

  it.each(ways)('$how after $seconds s, is missed by nobody for longer', async (way) => {
    const dataDir = folder();
    const environment = { DATABASE_URL: `${postgres.url}/postgres`, TRUST_PROXY: 'loopback' };
    const before = await storedOn(environment);
    const server = await start(dataDir, environment);
    const statusOf = async (path: string) =>
      (await fetch(`${server.url}/api${path}`, { headers: { connection: 'close' } })).status;

    const load = await startGuestLoad([server.url], { name: unique('Away') });
    await load.hasFiled(20);
    await way.goes();
    const until = performance.now() + way.seconds * 1_000;
    await vi.waitFor(async () => expect(await statusOf('/health')).toBe(503), PATIENCE);
    while (performance.now() < until) {
      expect(await statusOf('/live')).toBe(200);
      expect(await statusOf('/health')).toBe(503);
      await pass(250);
    }
    await way.comes();
    const back = performance.now();
    await vi.waitFor(async () => expect(await statusOf('/health')).toBe(200), PATIENCE);
    await load.hasFiled(20);
    const serveAgain = performance.now() - back;
    await load.stop();

    expect(await addGuest(server, unique('After'))).toMatchObject({ status: 200 });
    expect(await server.stop()).toBe(0);
    const stored = await storedOn(environment);
    const lost = load.acknowledged.filter((name) => !stored.includes(name));
    tell(
      `PostgreSQL ${way.how}: ${way.seconds} s, ${count(load.acknowledged.length)} acknowledged, ${lost.length} lost, ` +
        `${count(load.refused.size)} refused with 503, ${load.unanswered.length} without an answer, ` +
        `longest wait ${count(Math.round(load.slowest()))} ms, serves again after ${count(Math.round(serveAgain))} ms`,
    );
    expect(lost).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored.length).toBeGreaterThan(before.length);
    expect(new Set(load.refused.values())).toEqual(new Set([503]));
    expect(load.unanswered).toEqual([]);
    expect(load.slowest()).toBeLessThan(BOUND);
  });

  const storedOn = (environment: Record<string, string>) =>
    storedNames({ DATA_DIR: folder(), ...environment });
});
