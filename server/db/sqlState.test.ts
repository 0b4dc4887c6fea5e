import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { sqlState } from './sqlState';

it('returns the SQLSTATE of the driver’s error at any depth', () => {
  const fault = Object.assign(new Error('duplicate'), { code: '23505' });
  expect(sqlState(new Error('Failed query', { cause: fault }))).toBe('23505');
});

it.each([new Error('any'), Object.assign(new Error('denied'), { code: 'EPERM' }), 'a text', null])(
  'returns undefined for %s',
  (error) => {
    expect(sqlState(error)).toBeUndefined();
  },
);

it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])(
  'maps every code of an unreachable database (%s) to ECONNREFUSED',
  (code) => {
    const fault = Object.assign(new Error('db.clinic.example'), { code });
    expect(sqlState(new Error('Failed query', { cause: fault }))).toBe('ECONNREFUSED');
  },
);

it('maps a connection that breaks during a query, which has no code, to ECONNREFUSED', () => {
  expect(sqlState(new Error('Connection terminated unexpectedly'))).toBe('ECONNREFUSED');
});

it('maps the timeouts of a new and of a busy connection to ECONNREFUSED', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const pool = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 50, max: 1 });
  pool.on('error', () => undefined);
  const faults = await Promise.all(
    [pool.connect(), pool.connect()].map((client) => client.catch((fault: unknown) => fault)),
  );
  expect(faults.map(sqlState)).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
});
