import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { explainFailure } from './explainFailure';
import { withDataDirErrors } from '../db/dataFolder/fileFailures';
import { explainListenError } from './checkAddress';

/** An error as the driver, PostgreSQL or the system throws it. */
const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
const VALUE = 'Maria Lopez';
/** As Drizzle wraps the error of every statement. */
const wrapped = (cause: Error) => new DrizzleQueryError('select name', [VALUE], cause);

describe('explains an unusable PostgreSQL with DATABASE_URL and a remedy', () => {
  it.each([
    [
      'no such host',
      error('getaddrinfo ENOTFOUND db.example', {
        code: 'ENOTFOUND',
        syscall: 'getaddrinfo',
        hostname: 'db.example',
      }),
      'there is no host db.example',
    ],
    [
      'no name service',
      error('getaddrinfo EAI_AGAIN db', {
        code: 'EAI_AGAIN',
        syscall: 'getaddrinfo',
        hostname: 'db',
      }),
      'name service does not answer when asked for db',
    ],
    [
      'a closed port',
      error('connect ECONNREFUSED', {
        code: 'ECONNREFUSED',
        syscall: 'connect',
        address: '192.0.2.1',
        port: 5433,
      }),
      'nothing listens at 192.0.2.1:5433',
    ],
    [
      'no socket',
      error('connect ENOENT', {
        code: 'ENOENT',
        syscall: 'connect',
        address: '/run/.s.PGSQL.5432',
      }),
      'nothing listens at /run/.s.PGSQL.5432',
    ],
    [
      'an unreachable host',
      error('connect', {
        code: 'EHOSTUNREACH',
        syscall: 'connect',
        address: '192.0.2.1',
        port: 5432,
      }),
      'no way to 192.0.2.1:5432',
    ],
    [
      'dropped packets',
      error('Connection terminated due to connection timeout', {
        cause: error('Connection terminated unexpectedly'),
      }),
      'does not answer in time',
    ],
    ['dropped packets during a command', error('timeout expired'), 'does not answer in time'],
    [
      'an exhausted pool',
      error('timeout exceeded when trying to connect'),
      'does not answer in time',
    ],
    [
      'a connection closed without an error',
      error('Connection terminated unexpectedly'),
      'closed the connection without an error',
    ],
    [
      'a reset',
      error('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' }),
      'reset the connection',
    ],
    ['no TLS', error('The server does not support SSL connections'), 'has no TLS'],
    [
      'a self-signed certificate',
      error('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      'sslrootcert=FILE',
    ],
    [
      'an unknown authority',
      error('x', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
      'cannot be verified',
    ],
    [
      "another host's certificate",
      error('x', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
      'the host as the certificate does',
    ],
    [
      'a missing certificate file',
      error("ENOENT: no such file or directory, open '/etc/ca.pem'", {
        code: 'ENOENT',
        syscall: 'open',
        path: '/etc/ca.pem',
      }),
      'The file /etc/ca.pem, which DATABASE_URL names for TLS',
    ],
    [
      'an old TLS version',
      error('x', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
      'TLS with the PostgreSQL',
    ],
    [
      'a wrong password',
      error('password authentication failed', { code: '28P01', routine: 'auth_failed' }),
      'refuses user or password',
    ],
    [
      'no password',
      error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
      'DATABASE_URL has none',
    ],
    [
      'an unknown user',
      error('role "x" does not exist', { code: '28000', routine: 'InitializeSessionUserId' }),
      'create role',
    ],
    [
      'no entry in pg_hba.conf',
      error('no pg_hba.conf entry', { code: '28000', routine: 'ClientAuthentication' }),
      'pg_hba.conf',
    ],
    [
      'an unknown database',
      error('database "x" does not exist', { code: '3D000' }),
      'create database',
    ],
    [
      "a pooler's refusal",
      error('unsupported startup parameter: statement_timeout', { code: '08P01' }),
      'ignore_startup_parameters',
    ],
    [
      'a pooler that cannot connect',
      error('pgbouncer cannot connect to server', { code: '08P01' }),
      'cannot reach its PostgreSQL',
    ],
    [
      'no connection left',
      error('sorry, too many clients already', { code: '53300' }),
      'max_connections',
    ],
    [
      'a PostgreSQL that is starting',
      error('the database system is starting up', { code: '57P03' }),
      'starting or stopping',
    ],
    ['a full disk', error('could not extend file', { code: '53100' }), 'no disk or memory left'],
    ['a standby', error('cannot execute CREATE TABLE', { code: '25006' }), 'a standby'],
    [
      'missing privileges',
      error('permission denied for schema public', { code: '42501' }),
      'owner of the database',
    ],
    [
      'a missing extension',
      error('extension "pg_trgm" is not available', { code: '0A000' }),
      'postgresql-contrib',
    ],
    [
      'an extension outside the search_path',
      error('operator class "gin_trgm_ops" does not exist for access method "gin"', {
        code: '42704',
      }),
      'alter extension pg_trgm set schema public',
    ],
    [
      'a search_path without a schema',
      error('no schema has been selected to create in', { code: '3F000' }),
      'set search_path = public',
    ],
    [
      "another program's table",
      error('relation "account" already exists', { code: '42P07' }),
      'a database of its own',
    ],
    [
      "another program's columns",
      error('column "hash" does not exist', { code: '42703' }),
      'a database of its own',
    ],
  ])('%s', (_what, cause, words) => {
    for (const thrown of [cause, wrapped(cause)]) {
      const said = explainFailure(thrown);
      expect(said).toContain(words);
      expect(said).toContain('DATABASE_URL');
      expect(said).not.toMatch(/\n|select|Maria|Failed query/);
    }
  });

  it('explains the first error when all addresses of a host fail', () => {
    const refused = error('connect ECONNREFUSED ::1:5432', {
      code: 'ECONNREFUSED',
      syscall: 'connect',
      address: '::1',
      port: 5432,
    });
    expect(explainFailure(new AggregateError([refused, refused], ''))).toContain('::1:5432');
  });
});

describe('explains a refused statement without its values', () => {
  it.each([
    [
      wrapped(error(`invalid input syntax: "${VALUE}"`, { code: '22P02' })),
      'refused a statement (22P02)',
    ],
    [
      wrapped(error('cannot drop table referral', { code: '2BP01' })),
      'The database refused: cannot drop table referral (2BP01).',
    ],
    [new DrizzleQueryError('select', [VALUE]), 'refused a statement (no code)'],
  ])('%#', (thrown, words) => {
    expect(explainFailure(thrown)).toContain(words);
    expect(explainFailure(thrown)).not.toMatch(/Maria|Failed query/);
  });
});

describe('explains an unusable data folder with DATA_DIR and a remedy', () => {
  it.each([
    ['EACCES', 'chown -R'],
    ['EROFS', 'read-only'],
    ['ENOTDIR', 'a file stands in the place of a folder'],
    ['EEXIST', 'a file stands in the place of a folder'],
    ['ENOENT', 'a link leads nowhere'],
    ['ENOSPC', 'Make room'],
    ['ELOOP', 'circle'],
  ])('%s', (code, words) => {
    const work = () => {
      throw error('x', { code, path: '/srv/data/lock' });
    };
    const said = saidOf(() => withDataDirErrors('/srv/data', work));
    expect(said).toContain('/srv/data/lock cannot be used');
    expect(said).toContain(words);
    expect(said).toContain('DATA_DIR');
  });

  it('does not name DATA_DIR for other files', () => {
    const said = explainFailure(error('x', { code: 'ENOENT', path: '/no/such/a.backup' }));
    expect(said).toMatch(/^\/no\/such\/a\.backup cannot be used: .*does not exist/);
    expect(said).not.toContain('DATA_DIR');
  });
});

describe('explains an unusable address with HOST or PORT', () => {
  it.each([
    ['EADDRINUSE', 'PORT 80 at 192.0.2.9 is in use'],
    ['EACCES', 'Choose a higher PORT'],
    ['EADDRNOTAVAIL', 'HOST 192.0.2.9 is not an address of this machine'],
    ['ENOTFOUND', 'a name without an address'],
    ['ERR_SYSTEM_ERROR', 'AF_NETLINK'],
    ['EINVAL', 'Cannot listen on HOST 192.0.2.9, PORT 80 (EINVAL)'],
  ])('%s', (code, words) => {
    const cause = error('listen', { code, syscall: 'listen' });
    expect(explainFailure(explainListenError(cause, { HOST: '192.0.2.9', PORT: 80 }))).toContain(
      words,
    );
  });
});

describe('explains any other error', () => {
  it('repeats a message that was written for the operator', () => {
    expect(explainFailure(new Error('Say which file to write.'))).toBe('Say which file to write.');
    const options = Object.assign(new TypeError("Unknown option '--force'"), {
      code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION',
    });
    expect(explainFailure(options)).toContain('--force');
  });

  it('does not repeat the cause of such an error', () => {
    const cause = error('connect ENOENT', { code: 'ENOENT', syscall: 'connect' });
    expect(explainFailure(new Error('It is busy.', { cause }))).toBe('It is busy.');
  });

  it('reports a bug with its location and without its message', () => {
    const said = explainFailure(new TypeError(`${VALUE} is not a function`));
    expect(said).toMatch(
      /^An error in Referral Desk itself: TypeError at explainFailure\.test\.ts:\d+:\d+\. Report/,
    );
    expect(said).not.toContain(VALUE);
    expect(explainFailure({ message: VALUE })).not.toContain(VALUE);
  });
});

function saidOf(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    return explainFailure(thrown);
  }
  return '';
}
