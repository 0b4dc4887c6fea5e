/** Renders the whole app against a third-party backend, which MSW serves at another origin. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { createClient } from '../../src/api/client';
import { App } from '../../src/App';
import { createSessionStore } from '../../src/authProvider/sessionStore';
import { createI18n } from '../../src/i18n/createI18n';
import { createFeatures } from '../../src/app/services';
import { readSettings } from '../../src/app/settings';
import type { ThirdPartyBackend } from './thirdPartyBackend';

// jsdom's XMLHttpRequest enforces CORS. Without it, axios uses its Node adapter.
Reflect.deleteProperty(globalThis, 'XMLHttpRequest');

export const THIRD_PARTY_URL = 'https://old-server.example/backend/v1';

/** Paths of requests whose bearer differed from the stored token. */
const bearerFaults: string[] = [];

/** @param current returns the backend of the running test */
export function serveThirdPartyBackend(current: () => ThirdPartyBackend) {
  const server = setupServer(
    http.all(`${THIRD_PARTY_URL}/*`, async ({ request }) => {
      const url = new URL(request.url);
      const path = url.pathname.slice(new URL(THIRD_PARTY_URL).pathname.length);
      const headers = Object.fromEntries(request.headers);
      checkBearer(path, headers.authorization);
      const { method } = request;
      const body = await request.text();
      const answer = current().handle({ method, path, query: url.searchParams, headers, body });
      if (answer === 'network') return HttpResponse.error();
      const noBody = answer.status === 204;
      return new HttpResponse(noBody ? null : answer.body, answer);
    }),
  );
  return {
    start: () => server.listen({ onUnhandledRequest: 'error' }),
    stop: () => server.close(),
    takeBearerFaults: () => bearerFaults.splice(0),
  };
}

function checkBearer(path: string, sent: string | undefined) {
  const key = path === '/auth/refresh' ? 'refresh_token' : 'token';
  const stored = window.localStorage.getItem(key);
  const expected = stored === null ? undefined : `Bearer ${stored}`;
  if (sent !== expected) bearerFaults.push(path);
}

/** Renders the whole app at a path, signed out or with the given tokens. */
export async function renderThirdPartyApp(
  path: string,
  tokens?: { access_token: string; refresh_token: string },
) {
  if (tokens) {
    window.localStorage.setItem('token', tokens.access_token);
    window.localStorage.setItem('refresh_token', tokens.refresh_token);
  }
  const address = new URL(path, window.location.origin);
  window.history.replaceState(null, '', path);
  const session = createSessionStore();
  const api = createClient(THIRD_PARTY_URL, session);
  const settings = readSettings({ apiUrl: THIRD_PARTY_URL });
  const resetToken = address.searchParams.get('reset_token') ?? undefined;
  const services = { api, session, settings, features: createFeatures(api), resetToken };
  await session.start(api.refresh);
  render(<App services={services} i18n={await createI18n('en')} />);
  return { user: userEvent.setup(), services };
}
