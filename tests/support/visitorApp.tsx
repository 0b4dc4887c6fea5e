/** Renders the web app for a visitor on a stub of our server. A placeholder replaces the signed-in app. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import type { Role } from '../../contract/constants';
import { createClient } from '../../src/api/client';
import { App } from '../../src/App';
import { createSessionStore } from '../../src/authProvider/sessionStore';
import { createI18n } from '../../src/i18n/createI18n';
import type { Language } from '../../src/i18n/languages';
import { createFeatures } from '../../src/app/services';
import { readSettings, type Settings } from '../../src/app/settings';
import * as signedIn from '../../src/SignedInApp';
import { memoryStorage, pairFor, tokenFor } from './fakeSession';
import { stubMeta } from './ourServer';
import { createStubSend } from './stubSend';

interface SentInput {
  query?: object;
  body?: Record<string, unknown>;
}
/** Response bodies of the stub backend, per call. A thrown error rejects the call. */
export type VisitorAnswers = Partial<Record<AnyCallName, (input: SentInput) => unknown>>;

const SITES = [
  { _id: 's1', name: 'Northside High' },
  { _id: 's2', name: 'Location Not Listed' },
  { _id: 's3', name: 'Probation Referral' },
];

/** Calls that are missing here are answered as done (`createStubSend`). */
const OUR_SERVER_FOR_VISITORS: VisitorAnswers = {
  ...stubMeta(),
  listSites: () => SITES,
  listCounties: () => [{ id: 'c57', name: 'Yolo' }],
};

const SETTINGS = {
  apiUrl: '/api',
  learnMoreUrl: 'https://provider.example/',
  exitUrl: 'https://elsewhere.example/',
};

interface Options {
  path?: string;
  language?: Language;
  /** Role of the signed-in account. Signed out if omitted. */
  role?: Role;
  approved?: boolean;
  /** The access token has expired at start. Says whether the refresh succeeds or ends the session. */
  expired?: 'refreshes' | 'ends';
  settings?: Partial<Settings>;
  /** The reset token that was removed from the URL at start. */
  resetToken?: string;
  /** What the server answers otherwise. */
  answers?: VisitorAnswers;
}

export async function renderVisitorApp({
  path = '/',
  language = 'en',
  role,
  approved = true,
  expired,
  settings = {},
  resetToken,
  answers = {},
}: Options = {}) {
  // A spy, because it is restored after the test: test files share modules (vitest.config.ts).
  vi.spyOn(signedIn, 'SignedInApp').mockImplementation(() => <h1>The signed-in app</h1>);
  const storage = memoryStorage();
  const session = createSessionStore(storage);
  const { send, sent } = createStubSend({ ...OUR_SERVER_FOR_VISITORS, ...answers });
  const api = createClient('/api', session, send);
  if (role && expired) {
    session.signIn(pairFor(role, { approved, exp: 1_000 }));
    // Not awaited: as in main.tsx, the app renders before the response arrives.
    void session.start(async () => {
      if (expired === 'refreshes') storage.setItem('token', tokenFor(role, { approved }));
      return expired === 'refreshes';
    });
  } else if (role) {
    session.signIn(pairFor(role, { approved }));
  }
  const services = {
    api,
    session,
    settings: readSettings({ ...SETTINGS, ...settings }),
    features: createFeatures(api),
    resetToken,
  };
  window.history.replaceState(null, '', path);
  const user = userEvent.setup();
  render(<App services={services} i18n={await createI18n(language)} />);
  return {
    user,
    session,
    /** Returns the inputs of the calls of that name, in order. */
    inputsOf: (name: AnyCallName) =>
      sent.filter((call) => call.name === name).map((call) => call.input as SentInput),
  };
}
