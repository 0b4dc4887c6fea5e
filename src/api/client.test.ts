import { expect, it } from 'vitest';
import { memoryStorage } from '../../tests/support/fakeSession';
import { createSessionStore } from '../authProvider/sessionStore';
import { createClient } from './client';

it('callForAnswer returns the headers, too', async () => {
  const api = createClient('/api', createSessionStore(memoryStorage()), async () => ({
    status: 200,
    data: [],
    header: (name) => (name === 'content-range' ? 'audit 0-0/1' : undefined),
  }));
  const { body, header } = await api.callForAnswer('listSites');
  expect(body).toEqual([]);
  expect(header('content-range')).toBe('audit 0-0/1');
});
