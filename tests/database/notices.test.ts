/** A full disk and clocks that differ: one line in the log each, and a notice to super users as long as it lasts. */
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDatabase } from '../support/engines';
import { PATIENCE } from '../support/outbox';
import { startTestServer, type TestServer } from '../support/testServer';
import { signIn, SUPERUSER, unique } from '../support/world';

/** Bytes. */
const PLENTY = 2 ** 30;
const room = vi.hoisted(() => ({ at: 2 ** 30 }));
vi.mock('../../server/db/freeDiskSpace', () => ({ roomAt: () => room.at }));

afterEach(() => {
  room.at = PLENTY;
  vi.useRealTimers();
});

async function start(environment: Record<string, string> = {}) {
  const server = await startTestServer(environment);
  onTestFinished(() => server.close());
  const { access } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const addSite = () => server.call('addSite', { body: { name: unique('School') } }, access);
  const notices = () => server.done('listNotices', {}, access);
  return { server, addSite, notices };
}

/** The levels of the lines that say it, in order. */
const levelsOf = (server: TestServer, words: string) =>
  server
    .log()
    .split('\n')
    .filter((line) => line.includes(words))
    .map((line) => (JSON.parse(line) as { level: number }).level);
const FULL = 'is full: nothing can be stored';
const ENDED = 'has room again';
const CLOCK = 'the clock of the database';

describe('a full disk', () => {
  it('under the embedded database is one line of level 50, and its end another', async () => {
    const { server, addSite, notices } = await start({ DATABASE_URL: '' });
    room.at = -1;
    expect((await addSite()).status).toBe(503);
    expect((await addSite()).status).toBe(503);
    expect(levelsOf(server, FULL)).toEqual([50]);
    expect(await notices()).toEqual([{ code: 'diskFull' }]);
    expect(levelsOf(server, ENDED)).toEqual([]);

    room.at = PLENTY;
    expect((await addSite()).status).toBe(200);
    expect(await notices()).toEqual([]);
    expect([levelsOf(server, FULL), levelsOf(server, ENDED)]).toEqual([[50], [50]]);
  });

  it('of a PostgreSQL server is one line of level 50, and its end another', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { server, addSite, notices } = await start({ DATABASE_URL: await createDatabase() });
    await server.db.execute(sql`
      create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    await server.db.execute(
      sql`create trigger refuse before insert on site for each row execute function refuse()`,
    );
    expect((await addSite()).status).toBe(503);
    expect((await addSite()).status).toBe(503);
    expect(levelsOf(server, FULL)).toEqual([50]);
    expect(await notices()).toEqual([{ code: 'diskFull' }]);

    // The next look finds that a megabyte can be stored.
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(async () => expect(await notices()).toEqual([]), PATIENCE);
    expect([levelsOf(server, FULL), levelsOf(server, ENDED)]).toEqual([[50], [50]]);
  });
});

describe('a clock', () => {
  it.each([
    { seconds: -120, notices: [{ code: 'clockDiffers' }], levels: [40] },
    { seconds: 120, notices: [{ code: 'clockDiffers' }], levels: [40] },
    { seconds: 30, notices: [], levels: [] },
  ])('$seconds s from that of a PostgreSQL server', async ({ seconds, notices, levels }) => {
    const DATABASE_URL = await createDatabase();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
    const started = await start({ DATABASE_URL });
    await vi.waitFor(async () => expect(await started.notices()).toEqual(notices), PATIENCE);
    expect(levelsOf(started.server, CLOCK)).toEqual(levels);
  });

  it('of the embedded database is this machine’s own', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    const { server, notices } = await start({ DATABASE_URL: '' });
    expect(await notices()).toEqual([]);
    expect(levelsOf(server, CLOCK)).toEqual([]);
  });
});
