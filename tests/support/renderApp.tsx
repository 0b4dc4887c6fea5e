import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, inject } from 'vitest';
import type { Referral } from '../../contract/entities/referral';
import { createApi } from '../../src/api/createApi';
import { App } from '../../src/App';
import { createSessionStore } from '../../src/authProvider/sessionStore';
import { createI18n } from '../../src/i18n/createI18n';
import { createFeatures } from '../../src/shared/features';
import type { Services } from '../../src/shared/services';
import type { FlowWorld } from './flowServer';
import { PASSWORD, SUPERUSER } from './world';

// The made-up browser's requests would need the server's leave to cross origins; without them axios uses Node's own.
Reflect.deleteProperty(globalThis, 'XMLHttpRequest');

/** How long a screen may take to show what a call, a download of code or a delay of the product brings. */
export const PATIENCE = { timeout: 30_000 };

/** Draws the whole app at a path, against the real server, as nobody or as who signed in before. */
export async function renderApp(path: string): Promise<{
  user: ReturnType<typeof userEvent.setup>;
  services: Services;
}> {
  window.history.replaceState(null, '', path);
  const session = createSessionStore();
  const api = createApi(inject('flowWorld').apiUrl, session);
  const settings = {
    apiUrl: '',
    brandName: 'Test Clinic',
    logoUrl: '/logo.svg',
    learnMoreUrl: 'https://example.org/',
    aboutUrl: '',
    supportPhone: '555 010 0000',
    passwordMinLength: 6,
    termsText: '',
    termsTextEs: '',
    idleMinutes: 15,
  };
  const services = { api, session, settings, features: createFeatures(api) };
  await session.start(api.refresh);
  render(<App services={services} i18n={await createI18n('en')} />);
  return { user: userEvent.setup(), services };
}

/** Finds a heading once its screen is there. */
export const findHeading = (name: string) => screen.findByRole('heading', { name }, PATIENCE);
export const findText = (text: string | RegExp) => screen.findByText(text, {}, PATIENCE);
export const findDialog = () => screen.findByRole('dialog', {}, PATIENCE);

type User = ReturnType<typeof userEvent.setup>;

/** Step 1 of the referral form. */
export async function chooseSubstanceAndSite(user: User, site: string): Promise<void> {
  await user.click(screen.getByLabelText('Substance'));
  await user.click(await screen.findByRole('option', { name: /Opioid-related/ }));
  await user.click(screen.getByLabelText('Site'));
  await user.click(await screen.findByRole('option', { name: new RegExp(site) }, PATIENCE));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await findHeading('Complete Referral');
}

/**
 * Fills fields by their labels.
 * @param form where they are; the list behind a dialog has some of the same names
 */
export async function fill(
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

/** Signs in on the login page that is shown. */
export async function signInAs(user: User, email: string): Promise<void> {
  await findHeading('Login');
  await fill(user, { Email: email, Password: passwordOf(email) });
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

const passwordOf = (email: string) => (email === SUPERUSER.email ? SUPERUSER.password : PASSWORD);

/** What the server has stored about a person, as the super user sees it. */
export async function stored(lastName: string): Promise<Referral[]> {
  const { apiUrl, people } = inject('flowWorld');
  const answer = await fetch(`${apiUrl}/referral/filtered?name=${encodeURIComponent(lastName)}`, {
    headers: { authorization: `Bearer ${people.superuser.access}` },
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { items: Referral[] }).items;
}

export type Someone = keyof FlowWorld['people'];

/** What the browser holds after someone has signed in. */
export function beSignedIn(someone: Someone): void {
  const { access, refresh } = inject('flowWorld').people[someone];
  window.localStorage.setItem('token', access);
  window.localStorage.setItem('refresh_token', refresh);
}

/** Files a referral without a screen. */
export async function fileReferral(
  lastName: string,
  site: keyof FlowWorld['sites'] = 'own',
): Promise<void> {
  const { apiUrl, people, sites } = inject('flowWorld');
  const answer = await fetch(`${apiUrl}/referral/add`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${people.superuser.access}`,
    },
    body: JSON.stringify({
      substance: ['Opioid-related'],
      site: { value: sites[site], label: '' },
      first_name: 'Robin',
      last_name: lastName,
      contact_number: '555 010 2030',
      sex: 'Female',
      dob: '2007-01-31',
    }),
  });
  expect(answer.status).toBe(200);
}

/** The row of a person in the referral list, if it is there now. */
export const queryRow = (lastName: string) =>
  screen.queryByRole('cell', { name: lastName })?.closest('tr') ?? null;

/** The row of a person in the referral list. */
export async function findRow(lastName: string) {
  const cell = await screen.findByRole('cell', { name: lastName }, PATIENCE);
  const row = cell.closest('tr');
  if (!row) throw new Error(`${lastName} is in no row`);
  return within(row);
}
