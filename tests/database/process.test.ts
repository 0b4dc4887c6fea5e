/** The real, built process keeps acknowledged data however it ends, and explains its refusals. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import pg from 'pg';
import { z } from 'zod';
import { createDatabase } from '../support/engines';
import { EXHAUSTIVE, thorough } from '../support/exhaustive';
import {
  makeTemporaryDataDir,
  requireBuild,
  getJson,
  post,
  signIn,
  sitesSchema,
  startServer,
  startWithoutTemplate,
} from '../support/processCalls';
import { nodeProgram, startExpectingFailure } from '../support/serverProcess';
import { copyEmbeddedTemplate } from '../support/templates';
import { SUPERUSER } from '../support/superuser';
import { PASSWORD, referralBody, unique } from '../support/fixtures';

const ROUNDS = thorough(1, 5);

requireBuild();

const pageSchema = z.object({ items: z.array(z.object({ last_name: z.string() })) });

/** tests/database/kills.test.ts tests kills under load, on both engines. */
describe.each([
  { engine: 'PGlite', settings: async () => ({}) },
  ...(EXHAUSTIVE
    ? [{ engine: 'PostgreSQL', settings: async () => ({ DATABASE_URL: await createDatabase() }) }]
    : []),
])('a killed server on $engine', ({ settings }) => {
  it(`has every referral that it acknowledged, ${ROUNDS} times, the first time right after its first start`, async () => {
    const dataDir = makeTemporaryDataDir();
    const environment = await settings();
    const acknowledged: string[] = [];
    let server = await startWithoutTemplate(dataDir, environment);
    for (let round = 0; round < ROUNDS; round += 1) {
      const sites = await getJson(server, '/sites/all', sitesSchema);
      const unlisted = sites.find(({ name }) => name === 'Location Not Listed')?._id ?? '';
      const last_name = unique('Kept');
      const body = referralBody(unlisted, { last_name });
      expect(await post(server, '/referral/guest/add', body)).toMatchObject({ status: 200 });
      await server.kill();
      acknowledged.push(last_name);

      server = await startServer(dataDir, environment);
      const page = await getJson(
        server,
        '/referral/mine?size=100',
        pageSchema,
        await signIn(server),
      );
      expect(page.items.map((item) => item.last_name)).toEqual(acknowledged.toReversed());
    }
  });
});

describe('the process', () => {
  it('refuses a data folder that another process uses with a clear message, and does not disturb that process', async () => {
    const dataDir = makeTemporaryDataDir();
    const first = await startServer(dataDir);
    const second = await startExpectingFailure({ DATA_DIR: dataDir });
    expect(second.code).toBe(1);
    expect(second.output).toContain('in use by another Referral Desk');
    expect(second.output).toContain('DATA_DIR');
    expect(second.output).not.toMatch(/^\s+at /m);
    expect(await getJson(first, '/health', z.object({ status: z.string() }))).toEqual({
      status: 'ok',
    });
  });

  // `script` gives it a terminal, which closes with it.
  it.runIf(process.platform === 'linux')('stops when its terminal closes', async () => {
    const dataDir = makeTemporaryDataDir();
    const log = join(dataDir, 'log');
    const program = `exec ${nodeProgram().join(' ')} > ${log}`;
    const terminal = await startServer(dataDir, {}, ['script', '-qfec', program, '/dev/null']);
    await terminal.kill();
    const again = await vi.waitFor(() => startServer(dataDir), { timeout: 60_000, interval: 500 });
    expect(readFileSync(log, 'utf8')).toContain('"signal":"SIGHUP"');
    expect(await again.stop()).toBe(0);
  });

  it.runIf(process.platform === 'linux')(
    'goes on while its log cannot be written, and stops when asked',
    async () => {
      const full = ['sh', '-c', `exec ${nodeProgram().join(' ')} > /dev/full`];
      const server = await startServer(makeTemporaryDataDir(), {}, full);
      expect(await signIn(server)).toBeTruthy();
      expect(await server.stop()).toBe(0);
    },
  );

  it('goes on after the SIGHUP of a terminal that is not its own, as behind nohup', async () => {
    const server = await startServer(makeTemporaryDataDir(), {}, ['nohup', ...nodeProgram()]);
    server.signal('SIGHUP');
    expect(await signIn(server)).toBeTruthy();
    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toContain('SIGHUP');
  });

  it('stops when npm start is asked to', async () => {
    const dataDir = makeTemporaryDataDir();
    const server = await startServer(dataDir, {}, ['npm', 'start']);
    server.signal('SIGTERM');
    await server.exited;
    expect(server.output()).toContain('"signal":"SIGTERM"');
    const again = await vi.waitFor(() => startServer(dataDir), { timeout: 60_000, interval: 500 });
    expect(await again.stop()).toBe(0);
  });

  it('stops with exit code 0 when asked, and starts again with all data', async () => {
    const dataDir = makeTemporaryDataDir();
    const server = await startServer(dataDir);
    const head = await signIn(server);
    expect((await post(server, '/sites/add', { name: 'Stays School' }, head)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    const again = await startServer(dataDir);
    const sites = await getJson(again, '/sites/all', sitesSchema);
    expect(sites.map(({ name }) => name)).toContain('Stays School');
    // The secret of the tokens is stored too, so sessions stay valid.
    expect((await post(again, '/sites/add', { name: 'Other School' }, head)).status).toBe(200);
  });

  it('prints a generated password only at the first start, and later warns that it was not replaced', async () => {
    const dataDir = makeTemporaryDataDir();
    const server = await startServer(dataDir, { SUPERUSER_PASSWORD: '' });
    const password = /password: +(\S+)/.exec(server.output())?.[1];
    expect(server.output()).toContain(server.url);
    expect(server.output()).toContain(SUPERUSER.email);
    expect(await signIn(server, password)).toBeTruthy();
    await server.stop();
    const again = await startServer(dataDir, { SUPERUSER_PASSWORD: '' });
    expect(again.output()).not.toContain(password);
    expect(again.output()).toContain('first password of a super user was not replaced yet');
    expect(await signIn(again, password)).toBeTruthy();
  });

  it('does not print or log a configured password', async () => {
    const server = await startServer(makeTemporaryDataDir());
    expect(server.output()).toContain(SUPERUSER.email);
    expect(server.output()).not.toContain(SUPERUSER.password);
  });

  // server/settings/settings.test.ts tests the message of each.
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
    'does not start with an invalid %s: names it without repeating its value',
    async (name = '', value) => {
      const DATA_DIR = makeTemporaryDataDir();
      await copyEmbeddedTemplate(DATA_DIR);
      const { code, output } = await startExpectingFailure({ DATA_DIR, [name]: value });
      expect(code).toBe(1);
      expect(output).toContain(name);
      expect(output).not.toContain(value);
      expect(output).not.toMatch(/^\s+at /m);
    },
  );

  it('does not start on a PostgreSQL without a UTF-8 locale, and names the remedy', async () => {
    const DATABASE_URL = await createDatabase(`template template0 locale_provider libc locale 'C'`);
    const { code, output } = await startExpectingFailure({
      DATA_DIR: makeTemporaryDataDir(),
      DATABASE_URL,
    });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('UTF-8 locale') });
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('starts four times concurrently on one empty database, and all four serve', async () => {
    const environment = {
      DATABASE_URL: await createDatabase(),
      JWT_SECRET: 'one secret that four processes share',
    };
    const servers = await Promise.all(
      [1, 2, 3, 4].map(() => startServer(makeTemporaryDataDir(), environment)),
    );
    for (const server of servers) {
      expect(await getJson(server, '/county/all', z.array(z.unknown()))).toHaveLength(58);
      expect(await getJson(server, '/sites/all', sitesSchema)).toHaveLength(2);
    }
    const [first, second] = servers;
    if (!first || !second) throw new Error('four were started');
    const head = await signIn(first);
    expect((await post(second, '/sites/add', { name: 'Shared School' }, head)).status).toBe(200);

    // Tests use cheaper hashing. The built program must not.
    const added = { fullname: 'Second', username: 'second@clinic.example', password: PASSWORD };
    const body = { ...added, role: 'SUPERUSER', schools: [] };
    expect((await post(second, '/auth/register/superuser', body, head)).status).toBe(200);
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
