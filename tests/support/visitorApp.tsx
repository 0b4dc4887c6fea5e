/** The web app as a visitor opens it, on a backend made of plain functions. The signed-in part is a stand-in. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import type { Role } from '../../contract/constants';
import { createApi } from '../../src/api/createApi';
import { App } from '../../src/App';
import { createSessionStore } from '../../src/authProvider/sessionStore';
import { createI18n } from '../../src/i18n/createI18n';
import type { Language } from '../../src/i18n/languages';
import { createFeatures } from '../../src/shared/features';
import type { Settings } from '../../src/shared/settings';
import * as signedIn from '../../src/SignedInApp';
import { memoryStorage, pairFor, tokenFor } from './fakeSession';
import { createStubSend } from './stubSend';

interface SentInput {
  query?: object;
  body?: Record<string, unknown>;
}
/** What the backend answers to a call; what it throws, the call rejects with. */
export type VisitorAnswers = Partial<Record<AnyCallName, (input: SentInput) => unknown>>;

const SITES = [
  { _id: 's1', name: 'Northside High' },
  { _id: 's2', name: 'Location Not Listed' },
  { _id: 's3', name: 'Probation Referral' },
];

const SETTINGS: Settings = {
  apiUrl: '/api',
  brandName: 'Referral Desk',
  brandColor: '',
  logoUrl: '/logo.svg',
  learnMoreUrl: 'https://provider.example/',
  aboutUrl: '',
  exitUrl: 'https://elsewhere.example/',
  publicUrl: '',
  supportPhone: '',
  passwordMinLength: 6,
  termsText: '',
  termsTextEs: '',
  idleMinutes: 15,
};

interface Options {
  path?: string;
  language?: Language;
  /** Who is signed in; nobody, if left out. */
  role?: Role;
  approved?: boolean;
  /** Their token has expired when the app starts; whether the server exchanges it. */
  expired?: 'refreshes' | 'ends';
  settings?: Partial<Settings>;
  /** Taken out of the address when the app started. */
  resetToken?: string;
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
  // A spy, which the next test is without: modules serve several test files (vitest.config.ts).
  vi.spyOn(signedIn, 'SignedInApp').mockImplementation(() => <h1>The signed-in app</h1>);
  const table: VisitorAnswers = {
    listSites: () => SITES,
    listCounties: () => [{ id: 'c57', name: 'Yolo' }],
    ...answers,
  };
  const storage = memoryStorage();
  const session = createSessionStore(storage);
  const { send, sent } = createStubSend(table);
  const api = createApi('/api', session, send);
  if (role && expired) {
    session.signIn(pairFor(role, { approved, exp: 1_000 }));
    // As main.tsx does, the app is drawn before the answer is there.
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
    settings: { ...SETTINGS, ...settings },
    features: createFeatures(api),
    resetToken,
  };
  window.history.replaceState(null, '', path);
  const user = userEvent.setup();
  render(<App services={services} i18n={await createI18n(language)} />);
  return {
    user,
    session,
    /** The inputs of the calls of that name, in order. */
    inputsOf: (name: AnyCallName) =>
      sent.filter((call) => call.name === name).map((call) => call.input as SentInput),
  };
}
