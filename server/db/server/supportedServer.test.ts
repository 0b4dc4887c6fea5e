import { expect, it } from 'vitest';
import type { Database } from '../database';
import { requireSupportedServer } from './supportedServer';

const answering = (number: number, encoding = 'UTF8') => {
  const rows = [{ number, encoding, name: '14.9 (Debian)' }];
  return { execute: async () => ({ rows }) } as unknown as Database;
};

it('refuses a PostgreSQL older than 15 and a database without Unicode', async () => {
  await expect(requireSupportedServer(answering(140_009))).rejects.toThrow(
    'version 14.9 (Debian), and 15 or later is needed',
  );
  await expect(requireSupportedServer(answering(160_000, 'LATIN1'))).rejects.toThrow(
    'encoding LATIN1',
  );
  await requireSupportedServer(answering(150_000));
});
