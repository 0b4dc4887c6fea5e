/** A failed start explains the cause, the name of the setting and the remedy: tested against real servers and ports. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../server/db/openDatabase';
import { explainFailure } from '../../server/failures/explainFailure';
import { readSettings } from '../../server/settings/settings';
import { command } from '../support/commands';
import { createDatabase } from '../support/engines';
import { makeTemporaryDataDir, requireBuild } from '../support/processCalls';
import { startExpectingFailure } from '../support/serverProcess';

requireBuild();

const ROLE = 'start_failures';
const REJECTED = 'start_failures_kept_out';
const PASSWORD = 'Right-Password-1';

/** Runs statements as the owner of all databases. */
async function asOwner(url: string, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const results: pg.QueryResult[] = [];
  for (const statement of statements) results.push(await client.query(statement));
  await client.end();
  return results;
}

/** The PostgreSQL of the run trusts every connection. These roles need a password or are rejected. */
beforeAll(async () => {
  const [, , shown] = await asOwner(
    `${inject('postgresUrl')}/postgres`,
    `create role ${ROLE} login password '${PASSWORD}'`,
    `create role ${REJECTED} login`,
    'show hba_file',
  );
  const [{ hba_file: file }] = z.tuple([z.object({ hba_file: z.string() })]).parse(shown?.rows);
  const rules = `host all ${ROLE} all scram-sha-256\nhost all ${REJECTED} all reject\n`;
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, rules + before);
  await asOwner(`${inject('postgresUrl')}/postgres`, 'select pg_reload_conf()');
  const rejected = as(REJECTED, `${inject('postgresUrl')}/postgres`);
  await vi.waitFor(async () => expect(asOwner(rejected)).rejects.toThrow('pg_hba.conf'), {
    timeout: 30_000,
  });
});

/** Returns the URL of the same database for another user. */
const as = (user: string, url: string) => url.replace('//postgres@', `//${user}@`);

/** Opens this database. Returns the explanation of the failure. */
async function explainOpen(environment: Record<string, string>): Promise<string> {
  const opened = openDatabase(readSettings(environment));
  const explanation = await opened.then(() => 'it opened', explainFailure);
  await opened.then(({ close }) => close()).catch(() => undefined);
  return explanation;
}

describe('explains a PostgreSQL failure:', () => {
  it.each([
    ['no password', (url: string) => as(ROLE, url), 'DATABASE_URL has none'],
    ['no entry in pg_hba.conf', (url: string) => as(REJECTED, url), 'pg_hba.conf'],
    ['an unknown user', (url: string) => as('start_failures_unknown', url), 'create role'],
    [
      'no right to create tables',
      (url: string) => as(`${ROLE}:${PASSWORD}`, url),
      'owner of the database',
    ],
    ['no TLS', (url: string) => `${url}?sslmode=verify-full`, 'has no TLS'],
    ['an unknown host', () => 'postgres://user@no-such-host.invalid/x', /no host|name service/],
    ['no socket', () => 'postgres://user@%2Fnowhere/x', 'nothing listens at /nowhere'],
  ])('%s', async (_what, urlOf, words) => {
    expect(await explainOpen({ DATABASE_URL: urlOf(await createDatabase()) })).toMatch(words);
  });

  it.each([
    ['no connection left', 'connection limit 0', [], 'max_connections'],
    [
      'read-only access',
      '',
      ['alter database NAME set default_transaction_read_only = on'],
      'a standby',
    ],
    ["another program's accounts", '', ['create table account (id int)'], 'a database of its own'],
    [
      "another program's migrations",
      '',
      ['create table migration (v int)'],
      'a database of its own',
    ],
    [
      'no Unicode',
      `template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
      [],
      'UTF-8 locale',
    ],
  ])('%s', async (what, options, statements, words) => {
    const url = await createDatabase(options);
    const name = url.slice(url.lastIndexOf('/') + 1);
    const limited = what === 'no connection left';
    if (!limited) await asOwner(url, ...statements.map((text) => text.replace('NAME', name)));
    // The connection limit does not apply to a superuser.
    const user = limited ? `${ROLE}:${PASSWORD}` : 'postgres';
    expect(await explainOpen({ DATABASE_URL: as(user, url) })).toMatch(words);
  });

  /** Builds an ErrorResponse message of PostgreSQL's protocol with this SQLSTATE. */
  const errorMessage = (state: string, words: string) => {
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${words}\0\0`);
    const head = Buffer.from([0x45, 0, 0, 0, 0]);
    head.writeInt32BE(fields.length + 4, 1);
    return Buffer.concat([head, fields]);
  };
  const answering = (answer: Buffer | string) =>
    createServer((socket: Socket) => void socket.on('data', () => socket.end(answer)));

  it.each([
    [
      'a pooler that refuses startup parameters',
      () => answering(errorMessage('08P01', 'unsupported startup parameter: lock_timeout')),
      '',
      'ignore_startup_parameters',
    ],
    [
      'a PostgreSQL that is starting',
      () => answering(errorMessage('57P03', 'the database system is starting up')),
      '',
      'starting or stopping',
    ],
    [
      'a server of another kind',
      () => answering(Buffer.from('J\0\0\0\n8.0.36\0')),
      '',
      'is not a PostgreSQL',
    ],
    [
      'a server that cannot begin TLS',
      () => answering('220 mail.example'),
      '?sslmode=verify-full',
      'not a PostgreSQL',
    ],
    ['a web server', () => createHttpServer(), '', 'closed the connection without an error'],
  ])('%s', async (_what, make: () => Server, query, words) => {
    const server = make();
    onTestFinished(() => void server.close());
    await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
    const { port } = server.address() as AddressInfo;
    expect(
      await explainOpen({ DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x${query}` }),
    ).toMatch(words);
  });
});

describe('the processes', () => {
  const closedPort = async (): Promise<string> => 'postgres://user@127.0.0.1:1/x';
  const wrongPassword = async (): Promise<string> => as(`${ROLE}:wrong`, await createDatabase());

  it.each([
    ['main', 'a wrong password', wrongPassword, 'refuses user or password'],
    [
      'main',
      'a database that is not there',
      async (): Promise<string> => `${inject('postgresUrl')}/none`,
      'does not exist',
    ],
    [
      'main',
      "another program's tables",
      async (): Promise<string> => {
        const url = await createDatabase();
        await asOwner(url, 'create table account (id int)');
        return url;
      },
      'a database of its own',
    ],
    ['seed', 'a closed port', closedPort, 'nothing listens at 127.0.0.1:1'],
    ['backup', 'a wrong password', wrongPassword, 'refuses user or password'],
    ['verifyAudit', 'a closed port', closedPort, 'nothing listens at 127.0.0.1:1'],
  ] as const)(
    '%s explains why it fails for %s, in one line and with exit code 1',
    async (name, _what, urlOf, words) => {
      const environment = { DATA_DIR: makeTemporaryDataDir(), DATABASE_URL: await urlOf() };
      const { code, output } =
        name === 'main'
          ? await startExpectingFailure(environment)
          : await command(name, environment, ...(name === 'backup' ? ['a.backup'] : []));
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(words) });
      expect(output.replace('Referral Desk cannot start.\n', '').trim()).not.toMatch(
        /\n|Failed query|wrong/,
      );
    },
  );

  it.each([
    [
      'PORT',
      async () => {
        const other = createServer();
        onTestFinished(() => void other.close());
        await new Promise<void>((listens) => other.listen(0, '127.0.0.1', listens));
        return { PORT: String((other.address() as AddressInfo).port) };
      },
    ],
    // An address reserved for documentation, which no machine has.
    ['HOST', async () => ({ HOST: '192.0.2.1' })],
    ['DATA_DIR', async () => ({ DATA_DIR: '/dev/null/data' })],
  ])('the server creates nothing when %s cannot be used', async (name, settings) => {
    const DATA_DIR = join(makeTemporaryDataDir(), 'data');
    const { code, output } = await startExpectingFailure({ DATA_DIR, ...(await settings()) });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(name) });
    expect(output).not.toMatch(/^\s+at /m);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it.each([
    ['18.20.8', 'dist/server/main.js', 1],
    ['20.18.3', 'dist/server/verify-audit.js', 1],
    ['20.18.3', 'scripts/run.cjs', 1],
    ['16.20.2', 'scripts/run.cjs', 1],
    ['20.19.0', 'scripts/run.cjs', 0],
    ['24.0.0', 'scripts/run.cjs', 0],
  ])(
    'on Node %s, %s reports whether it is too old before it loads anything else',
    (node, file, code) => {
      const versions = `{ value: { ...process.versions, node: '${node}' } }`;
      const pretend = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`;
      const args = [
        '--import',
        pretend,
        file,
        ...(file.startsWith('scripts') ? ['seed', '--help'] : []),
      ];
      const ended = spawnSync(process.execPath, args, { encoding: 'utf8' });
      const words = `Node 20.19 or later is needed, and this is ${node}. Install a newer one, such as Node 24 from nodejs.org.\n`;
      expect({ code: ended.status, said: ended.stderr }).toEqual({ code, said: code ? words : '' });
    },
  );
});
