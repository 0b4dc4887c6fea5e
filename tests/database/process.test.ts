/** The real, built process: what it has acknowledged is there after any end, and it refuses in words what it cannot do. */
import { describe, expect, it } from 'vitest';
import pg from 'pg';
import { z } from 'zod';
import { createDatabase } from '../support/engines';
import { EXHAUSTIVE, thorough } from '../support/exhaustive';
import {
  folder,
  needsBuild,
  read,
  send,
  signIn,
  sitesSchema,
  start,
  startFirst,
} from '../support/processCalls';
import { startInVain } from '../support/serverProcess';
import { copyEmbeddedTemplate } from '../support/templates';
import { PASSWORD, referralBody, SUPERUSER, unique } from '../support/world';

const ROUNDS = thorough(1, 5);

needsBuild();

const pageSchema = z.object({ items: z.array(z.object({ last_name: z.string() })) });

/** Kills under load, on both engines, are tests/database/kills.test.ts. */
describe.each([
  { engine: 'PGlite', settings: async () => ({}) },
  ...(EXHAUSTIVE
    ? [{ engine: 'PostgreSQL', settings: async () => ({ DATABASE_URL: await createDatabase() }) }]
    : []),
])('a killed server on $engine', ({ settings }) => {
  it(`has every referral it acknowledged, ${ROUNDS} times over, the first time right after its first start`, async () => {
    const dataDir = folder();
    const environment = await settings();
    const acknowledged: string[] = [];
    let server = await startFirst(dataDir, environment);
    for (let round = 0; round < ROUNDS; round += 1) {
      const sites = await read(server, '/sites/all', sitesSchema);
      const unlisted = sites.find(({ name }) => name === 'Location Not Listed')?._id ?? '';
      const last_name = unique('Kept');
      const body = referralBody(unlisted, { last_name });
      expect(await send(server, '/referral/guest/add', body)).toMatchObject({ status: 200 });
      await server.kill();
      acknowledged.push(last_name);

      server = await start(dataDir, environment);
      const page = await read(server, '/referral/mine?size=100', pageSchema, await signIn(server));
      expect(page.items.map((item) => item.last_name)).toEqual(acknowledged.toReversed());
    }
  });
});

describe('the process', () => {
  it('refuses a data folder that another one has, in words, and leaves that one alone', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    const second = await startInVain({ DATA_DIR: dataDir });
    expect(second.code).toBe(1);
    expect(second.output).toContain('in use by another Referral Desk');
    expect(second.output).toContain('DATA_DIR');
    expect(second.output).not.toMatch(/^\s+at /m);
    expect(await read(first, '/health', z.object({ status: z.string() }))).toEqual({
      status: 'ok',
    });
  });

  it('stops with exit code 0 when the terminal it was started in closes', async () => {
    const server = await start(folder());
    server.signal('SIGHUP');
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain('"signal":"SIGHUP"');
  });

  it('stops when asked, with exit code 0, and starts again with everything there', async () => {
    const dataDir = folder();
    const server = await start(dataDir);
    const head = await signIn(server);
    expect((await send(server, '/sites/add', { name: 'Stays School' }, head)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    const again = await start(dataDir);
    const sites = await read(again, '/sites/all', sitesSchema);
    expect(sites.map(({ name }) => name)).toContain('Stays School');
    // The key of the tokens is kept too: who was signed in still is.
    expect((await send(again, '/sites/add', { name: 'Other School' }, head)).status).toBe(200);
  });

  it('prints a generated password once, at the first start; later ones say that it was not replaced', async () => {
    const dataDir = folder();
    const server = await start(dataDir, { SUPERUSER_PASSWORD: '' });
    const password = /password: +(\S+)/.exec(server.output())?.[1];
    expect(server.output()).toContain(server.url);
    expect(server.output()).toContain(SUPERUSER.email);
    expect(await signIn(server, password)).toBeTruthy();
    await server.stop();
    const again = await start(dataDir, { SUPERUSER_PASSWORD: '' });
    expect(again.output()).not.toContain(password);
    expect(again.output()).toContain('first password of a super user was not replaced yet');
    expect(await signIn(again, password)).toBeTruthy();
  });

  it('does not print or log a password that was set', async () => {
    const server = await start(folder());
    expect(server.output()).toContain(SUPERUSER.email);
    expect(server.output()).not.toContain(SUPERUSER.password);
  });

  // What is said of each is a unit test's (server/settings.test.ts).
  it.each([
    ['PORT', '99999'],
    ['SUPERUSER_PASSWORD', 'Clinic-2026'],
    ['DATABSE_URL', 'postgres://127.0.0.1/real'],
    ...(EXHAUSTIVE
      ? [
          ['DATABASE_URL', 'mysql://example.org/x'],
          ['PUBLIC_URL', 'not an address'],
          ['JWT_SECRET', 'short-secret'],
          ['SUPERUSER_EMAIL', 'nobody'],
          ['LOG_LEVEL', 'loud'],
        ]
      : []),
  ])(
    'does not start with a bad %s: names it, and does not repeat its value',
    async (name = '', value) => {
      const DATA_DIR = folder();
      await copyEmbeddedTemplate(DATA_DIR);
      const { code, output } = await startInVain({ DATA_DIR, [name]: value });
      expect(code).toBe(1);
      expect(output).toContain(name);
      expect(output).not.toContain(value);
      expect(output).not.toMatch(/^\s+at /m);
    },
  );

  it('does not start on a PostgreSQL that knows no letters beyond A to Z, and says what to do', async () => {
    const DATABASE_URL = await createDatabase(`template template0 locale_provider libc locale 'C'`);
    const { code, output } = await startInVain({ DATA_DIR: folder(), DATABASE_URL });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('UTF-8 locale') });
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('starts four at once on one empty database, and all of them serve', async () => {
    const environment = {
      DATABASE_URL: await createDatabase(),
      JWT_SECRET: 'one secret that four processes share',
    };
    const servers = await Promise.all([1, 2, 3, 4].map(() => start(folder(), environment)));
    for (const server of servers) {
      expect(await read(server, '/county/all', z.array(z.unknown()))).toHaveLength(58);
      expect(await read(server, '/sites/all', sitesSchema)).toHaveLength(2);
    }
    const [first, second] = servers;
    if (!first || !second) throw new Error('four were started');
    const head = await signIn(first);
    expect((await send(second, '/sites/add', { name: 'Shared School' }, head)).status).toBe(200);

    // Tests hash at a fraction of the cost; what an operator runs does not.
    const added = { fullname: 'Second', username: 'second@clinic.example', password: PASSWORD };
    const body = { ...added, role: 'SUPERUSER', schools: [] };
    expect((await send(second, '/auth/register/superuser', body, head)).status).toBe(200);
    const client = new pg.Client({ connectionString: environment.DATABASE_URL });
    await client.connect();
    const { rows } = await client.query('select password_hash as hash from account');
    await client.end();
    const costs = z.array(z.object({ hash: z.string() })).parse(rows);
    expect(costs.map(({ hash }) => /^\$argon2id\$v=19\$(.*?)\$/.exec(hash)?.[1])).toEqual([
      'm=65536,t=3,p=1',
      'm=65536,t=3,p=1',
    ]);
  });
});
