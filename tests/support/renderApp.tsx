import { render, screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, inject } from 'vitest';
import type { Referral } from '../../contract/entities/referral';
import { createClient } from '../../src/api/client';
import type { Send } from '../../src/api/middleware';
import { App } from '../../src/App';
import type { TokenPair } from '../../contract/entities/session';
import { createSessionStore } from '../../src/authProvider/sessionStore';
import { createI18n } from '../../src/i18n/createI18n';
import { createFeatures, type Services } from '../../src/app/services';
import { readSettings } from '../../src/app/settings';
import type { FlowFixtures } from './flowServer';
import { SUPERUSER } from './superuser';
import { PASSWORD } from './fixtures';

// jsdom's XMLHttpRequest enforces CORS. Without it, axios uses its Node adapter.
Reflect.deleteProperty(globalThis, 'XMLHttpRequest');

/**
 * For the result of a call, a lazy-loaded chunk or a deliberate delay. A change of the page is seen at once: looking more often
 * would only take time from the server.
 */
export const WAIT_OPTIONS = { timeout: 30_000, interval: 250 };

/**
 * Renders the whole app at a path against the real server, signed in if the browser's storage holds a session.
 * @param wrapSend wraps the function that sends the calls
 */
export async function renderApp(
  path: string,
  wrapSend: (send: Send) => Send = (send) => send,
): Promise<{
  user: ReturnType<typeof userEvent.setup>;
  services: Services;
}> {
  window.history.replaceState(null, '', path);
  const session = createSessionStore();
  const { apiUrl } = inject('flowFixtures');
  // Imported here, as axios looks for XMLHttpRequest when it is loaded.
  const { createHttp } = await import('../../src/api/http');
  const api = createClient(apiUrl, session, wrapSend(createHttp(apiUrl)));
  const settings = readSettings({
    apiUrl: '',
    brandName: 'Test Clinic',
    learnMoreUrl: 'https://example.org/',
    supportPhone: '555 010 0000',
  });
  const services = { api, session, settings, features: createFeatures(api) };
  await session.start(api.refresh);
  render(<App services={services} i18n={await createI18n('en')} />);
  return { user: userEvent.setup(), services };
}

/** Waits for the heading of a screen. */
export const findHeading = (name: string) => screen.findByRole('heading', { name }, WAIT_OPTIONS);
export const findText = (text: string | RegExp) => screen.findByText(text, {}, WAIT_OPTIONS);
/** An open dialog, or a question. */
export const queryDialog = () => screen.queryByRole('alertdialog') ?? screen.queryByRole('dialog');
export const findDialog = () =>
  waitFor(() => screen.queryByRole('alertdialog') ?? screen.getByRole('dialog'), WAIT_OPTIONS);

type User = ReturnType<typeof userEvent.setup>;

/** Completes step 1 of the referral form. */
export async function chooseSubstanceAndSite(user: User, site: string): Promise<void> {
  await user.click(screen.getByLabelText('Substance'));
  await user.click(await screen.findByRole('option', { name: /Opioid-related/ }));
  await user.click(screen.getByLabelText('Site'));
  await user.click(await screen.findByRole('option', { name: new RegExp(site) }, WAIT_OPTIONS));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await findHeading('Complete Referral');
}

/**
 * Fills in fields by their labels.
 * @param form the container of the fields; the list behind a dialog has some of the same labels
 */
export async function fillFields(
  user: User,
  fields: Record<string, string>,
  form: Pick<typeof screen, 'getByLabelText'> = screen,
): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = form.getByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  }
}

/** The fields of step 2 that every referral needs, by their labels. */
export const personFields = (lastName: string) => ({
  'First Name': 'Robin',
  'Last Name': lastName,
  'Contact Number': '(555) 010-2030',
  'Date of Birth': '2006-04-30',
});

export const REFERRAL_ADDED = 'Successfully added referral, the page will refresh.';

/** Signs in on the current login page. */
export async function signInAs(user: User, email: string): Promise<void> {
  await findHeading('Login');
  await fillFields(user, { Email: email, Password: passwordOf(email) });
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

export type TestUser = keyof FlowFixtures['people'];

const passwordOf = (email: string) => (email === SUPERUSER.email ? SUPERUSER.password : PASSWORD);

let addresses = 0;

/** Starts a session on the server. Returns its tokens. */
export async function beginSession(someone: TestUser): Promise<TokenPair> {
  const { apiUrl, people } = inject('flowFixtures');
  const { username } = people[someone];
  const answer = await fetch(`${apiUrl}/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `10.${process.pid & 255}.${(addresses += 1) >> 8}.${addresses & 255}`,
    },
    body: new URLSearchParams({ username, password: passwordOf(username) }).toString(),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as TokenPair;
}

/** Calls the API directly as a super user. */
/** Makes a call as a super user, which must succeed. */
export async function fetchAsSuperuser(path: string, body?: object): Promise<Response> {
  const { access_token } = await beginSession('superuser');
  const answer = await fetch(`${inject('flowFixtures').apiUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${access_token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer;
}

/** Returns the stored referrals of a person, as a super user sees them. */
export async function findStoredReferrals(lastName: string): Promise<Referral[]> {
  const answer = await fetchAsSuperuser(`/referral/filtered?name=${encodeURIComponent(lastName)}`);
  return ((await answer.json()) as { items: Referral[] }).items;
}

/** Puts a new session into local storage, as signing in does. */
export async function storeSession(someone: TestUser): Promise<void> {
  const { access_token, refresh_token } = await beginSession(someone);
  window.localStorage.setItem('token', access_token);
  window.localStorage.setItem('refresh_token', refresh_token);
}

/** Files a referral through the API. */
export async function fileReferral(
  lastName: string,
  site: keyof FlowFixtures['sites'] = 'own',
): Promise<void> {
  await fetchAsSuperuser('/referral/add', {
    substance: ['Opioid-related'],
    site: { value: inject('flowFixtures').sites[site], label: '' },
    first_name: 'Robin',
    last_name: lastName,
    contact_number: '555 010 2030',
    sex: 'Female',
    dob: '2007-01-31',
  });
}

// A query by role names every cell of the page first, which takes seconds on a slow machine.
const CELL_OPTIONS = { selector: 'td, td *' };

const rowOf = (cell: Element | null) => cell?.closest('tr') ?? null;

/** Returns the row of a person in the referral list, or null. */
export const queryRow = (lastName: string) => rowOf(screen.queryByText(lastName, CELL_OPTIONS));

/** Waits for the row of a person in the referral list. */
export async function findRow(lastName: string) {
  const row = rowOf(await screen.findByText(lastName, CELL_OPTIONS, WAIT_OPTIONS));
  if (!row) throw new Error(`No table row contains ${lastName}`);
  return within(row);
}
