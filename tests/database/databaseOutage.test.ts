/** PostgreSQL goes down under load and comes back: requests are refused in between, the server keeps running, no data is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCount, formatCount, SELECTED_ENGINES, printFigure } from '../support/durability';
import { EXHAUSTIVE, thorough } from '../support/exhaustive';
import { startGuestLoad } from '../support/guestLoad';
import { type PostgresServer, startPostgres } from '../../scripts/programs/realPostgres';
import {
  addGuestReferral,
  makeTemporaryDataDir,
  requireBuild,
  startServer,
  findStoredLastNames,
} from '../support/processCalls';
import { unique } from '../support/fixtures';

/** Seconds of downtime. */
const AWAY = readCount('CRASH_AWAY', thorough(2, 5));
/** Seconds. A silent connection is given up after 20 seconds, so the freeze lasts longer than any request may wait. */
const FROZEN = Math.max(AWAY, 40);
/** Maximum response time in milliseconds: 20 seconds of silence, and a margin for a slow machine. */
const MAX_RESPONSE_TIME = 35_000;
const WAIT_OPTIONS = { timeout: 60_000, interval: 100 };

requireBuild();

describe.runIf(SELECTED_ENGINES.includes('PostgreSQL'))('the server', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  const ways = [
    {
      how: 'that crashes and restarts',
      seconds: AWAY,
      takeDown: () => postgres.stop('immediately'),
      bringBack: () => postgres.start(),
    },
    {
      how: 'that shuts down and restarts',
      seconds: AWAY,
      takeDown: () => postgres.stop('fast'),
      bringBack: () => postgres.start(),
    },
    // frozenProcess.test.ts also tests that a silent connection is given up.
    ...(EXHAUSTIVE && process.platform === 'linux'
      ? [
          {
            how: 'that freezes and thaws',
            seconds: FROZEN,
            takeDown: async () => postgres.freeze(),
            bringBack: async () => postgres.thaw(),
          },
        ]
      : []),
  ];

  it.each(ways)('recovers from a PostgreSQL $how after $seconds s', async (way) => {
    const dataDir = makeTemporaryDataDir();
    const environment = { DATABASE_URL: `${postgres.url}/postgres`, TRUST_PROXY: 'loopback' };
    const before = await findStored(environment);
    const server = await startServer(dataDir, environment);
    const statusOf = async (path: string) =>
      (await fetch(`${server.url}/api${path}`, { headers: { connection: 'close' } })).status;

    const load = await startGuestLoad([server.url], { name: unique('Away') });
    await load.waitForAcknowledged(20);
    await way.takeDown();
    const until = performance.now() + way.seconds * 1_000;
    await vi.waitFor(async () => expect(await statusOf('/health')).toBe(503), WAIT_OPTIONS);
    while (performance.now() < until) {
      expect(await statusOf('/live')).toBe(200);
      expect(await statusOf('/health')).toBe(503);
      await sleep(250);
    }
    await way.bringBack();
    const back = performance.now();
    await vi.waitFor(async () => expect(await statusOf('/health')).toBe(200), WAIT_OPTIONS);
    await load.waitForAcknowledged(20);
    const serveAgain = performance.now() - back;
    await load.stop();

    expect(await addGuestReferral(server, unique('After'))).toMatchObject({ status: 200 });
    expect(await server.stop()).toBe(0);
    const stored = await findStored(environment);
    const lost = load.acknowledged.filter((name) => !stored.includes(name));
    printFigure(
      `PostgreSQL ${way.how}: ${way.seconds} s, ${formatCount(load.acknowledged.length)} acknowledged, ${lost.length} lost, ` +
        `${formatCount(load.refused.size)} refused with 503, ${load.unanswered.length} without a response, ` +
        `longest wait ${formatCount(Math.round(load.slowest()))} ms, serves again after ${formatCount(Math.round(serveAgain))} ms`,
    );
    expect(lost).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored.length).toBeGreaterThan(before.length);
    expect(new Set(load.refused.values())).toEqual(new Set([503]));
    expect(load.unanswered).toEqual([]);
    expect(load.slowest()).toBeLessThan(MAX_RESPONSE_TIME);
  });

  const findStored = (environment: Record<string, string>) =>
    findStoredLastNames({ DATA_DIR: makeTemporaryDataDir(), ...environment });
});
