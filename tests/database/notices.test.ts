/** A full disk and differing clocks: one log line each, and a notice to super users while the condition lasts. */
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDatabase } from '../support/engines';
import { WAIT_OPTIONS } from '../support/outbox';
import { startTestServer, type TestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';
import { signIn, unique } from '../support/fixtures';

/** Bytes. */
const ENOUGH = 2 ** 30;
const disk = vi.hoisted(() => ({ free: 2 ** 30 }));
vi.mock('../../server/db/dataFolder/freeDiskSpace', () => ({ freeDiskSpace: () => disk.free }));

afterEach(() => {
  disk.free = ENOUGH;
  vi.useRealTimers();
});

async function start(environment: Record<string, string> = {}) {
  const server = await startTestServer(environment);
  onTestFinished(() => server.close());
  const { access } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const addSite = () => server.call('addSite', { body: { name: unique('School') } }, access);
  const notices = () => server.callOk('listNotices', {}, access);
  return { server, access, addSite, notices };
}

/** Returns the levels of the log lines that contain these words, in order. */
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
  it('under the embedded database logs one line of level 50, and another one at its end', async () => {
    const { server, addSite, notices } = await start({ DATABASE_URL: '' });
    disk.free = -1;
    expect((await addSite()).status).toBe(503);
    expect((await addSite()).status).toBe(503);
    expect(levelsOf(server, FULL)).toEqual([50]);
    expect(await notices()).toEqual([{ code: 'diskFull' }]);
    expect(levelsOf(server, ENDED)).toEqual([]);

    disk.free = ENOUGH;
    expect((await addSite()).status).toBe(200);
    expect(await notices()).toEqual([]);
    expect([levelsOf(server, FULL), levelsOf(server, ENDED)]).toEqual([[50], [50]]);
  });

  it('under the embedded database shows no referral, as the read cannot be recorded, and still counts them', async () => {
    const { server, access } = await start({ DATABASE_URL: '' });
    disk.free = -1;
    expect((await server.call('listReferrals', {}, access)).status).toBe(503);
    expect(await server.callOk('countReferrals', {}, access)).toEqual({ count: 0 });
  });

  it('of a PostgreSQL server logs one line of level 50, and another one at its end', async () => {
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

    // The next check finds that a megabyte can be stored.
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(async () => expect(await notices()).toEqual([]), WAIT_OPTIONS);
    expect([levelsOf(server, FULL), levelsOf(server, ENDED)]).toEqual([[50], [50]]);
  });
});

describe('a clock', () => {
  it.each([
    { seconds: -120, notices: [{ code: 'clockDiffers' }], levels: [40] },
    { seconds: 120, notices: [{ code: 'clockDiffers' }], levels: [40] },
    { seconds: 30, notices: [], levels: [] },
  ])(
    'that differs by $seconds s from that of a PostgreSQL server',
    async ({ seconds, notices, levels }) => {
      const DATABASE_URL = await createDatabase();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
      const started = await start({ DATABASE_URL });
      await vi.waitFor(async () => expect(await started.notices()).toEqual(notices), WAIT_OPTIONS);
      expect(levelsOf(started.server, CLOCK)).toEqual(levels);
    },
  );

  it('of the embedded database never differs: it is that of this machine', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    const { server, notices } = await start({ DATABASE_URL: '' });
    expect(await notices()).toEqual([]);
    expect(levelsOf(server, CLOCK)).toEqual([]);
  });
});
