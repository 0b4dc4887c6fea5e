import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { sqlState } from './sqlState';

it('is that of the driver’s error, however deep', () => {
  const fault = Object.assign(new Error('duplicate'), { code: '23505' });
  expect(sqlState(new Error('Failed query', { cause: fault }))).toBe('23505');
});

it.each([new Error('any'), Object.assign(new Error('denied'), { code: 'EPERM' }), 'a text', null])(
  'is unknown of %s',
  (error) => {
    expect(sqlState(error)).toBeUndefined();
  },
);

it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])(
  'of a database that cannot be reached (%s) is one for all',
  (code) => {
    const fault = Object.assign(new Error('db.clinic.example'), { code });
    expect(sqlState(new Error('Failed query', { cause: fault }))).toBe('ECONNREFUSED');
  },
);

it('is the same of a connection that breaks under a query, which has no code', () => {
  expect(sqlState(new Error('Connection terminated unexpectedly'))).toBe('ECONNREFUSED');
});

it('tells that no connection came about or free in time', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const pool = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 50, max: 1 });
  pool.on('error', () => undefined);
  const faults = await Promise.all(
    [pool.connect(), pool.connect()].map((asked) => asked.catch((fault: unknown) => fault)),
  );
  expect(faults.map(sqlState)).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
});
