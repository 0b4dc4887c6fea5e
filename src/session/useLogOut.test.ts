import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { memoryStorage, pairFor } from '../../tests/support/fakeSession';
import { createStubSend } from '../../tests/support/stubSend';
import { ApiError } from '../api/ApiError';
import { createClient } from '../api/client';
import { createSessionStore } from '../authProvider/sessionStore';
import { endIdleSession, endSession } from './useLogOut';
import { createFeatures } from '../app/services';
import { readSettings } from '../app/settings';

async function prepare(offered: readonly string[], logout: () => unknown = () => ({})) {
  const storage = memoryStorage();
  const session = createSessionStore(storage);
  session.signIn(pairFor('MANAGER'));
  const { send, sent } = createStubSend({ meta: () => ({ features: offered }), logout });
  const api = createClient('/api', session, send);
  const features = createFeatures(api);
  await features.load();
  const services = { api, session, features, settings: readSettings({ apiUrl: '/api' }) };
  return {
    services,
    session,
    storage,
    logouts: () => sent.filter(({ name }) => name === 'logout'),
  };
}

it('signs out locally at once, then calls logout with the refresh token if the server offers it', async () => {
  const { services, session, storage, logouts } = await prepare(['logout']);
  endSession(services);
  expect(storage).toHaveLength(0);
  expect(session.get()).toEqual({ status: 'signed-out', user: null, hasSignedOut: true });
  await waitFor(() => expect(logouts()).toMatchObject([{ bearer: 'refresh' }]));
});

it.each([
  ['cannot be reached', new ApiError('network')],
  ['has forgotten the session', new ApiError('status', { status: 401 })],
])('signs out locally, without an error, when the server %s', async (_how, failure) => {
  const logout = vi.fn<() => unknown>(() => {
    throw failure;
  });
  const { services, session, storage } = await prepare(['logout'], logout);
  endSession(services);
  await waitFor(() => expect(logout).toHaveBeenCalledTimes(1));
  expect(storage).toHaveLength(0);
  expect(session.get().status).toBe('signed-out');
});

it('makes no logout call when the server does not offer it', async () => {
  const { services, storage, logouts } = await prepare([]);
  endSession(services);
  expect(storage).toHaveLength(0);
  expect(logouts()).toEqual([]);
});

it('ends an idle session on the server too, and keeps the open screen for its person', async () => {
  const { services, session, storage, logouts } = await prepare(['logout']);
  session.registerOpenScreen();
  endIdleSession(services);
  expect(storage).toHaveLength(0);
  expect(session.get()).toMatchObject({ status: 'ended', endedBy: 'idle' });
  await waitFor(() => expect(logouts()).toHaveLength(1));
});
