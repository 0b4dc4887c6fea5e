/** Registration, approval and first sign-in, and a super user who adds another one, against the real server. */
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, inject, it, vi } from 'vitest';
import {
  storeSession,
  fillFields,
  findHeading,
  findText,
  WAIT_OPTIONS,
  renderApp,
  signInAs,
} from '../support/renderApp';
import { setDesktopWidth } from '../support/screenWidth';
import { PASSWORD } from '../support/fixtures';

beforeEach(() => window.localStorage.clear());

const path = () => window.location.pathname;

/** Renders the app again with empty storage, as on another computer. */
async function onAnotherComputer(to: string, someone?: 'superuser') {
  cleanup();
  window.localStorage.clear();
  if (someone) await storeSession(someone);
  return (await renderApp(to)).user;
}

/** Registers an account through the API. */
async function register(fullname: string, username: string): Promise<void> {
  const { apiUrl, sites } = inject('flowFixtures');
  const response = await fetch(`${apiUrl}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fullname,
      username,
      password: PASSWORD,
      role: 'MANAGER',
      schools: [{ id: sites.own, name: '' }],
      agree: true,
    }),
  });
  expect(response.status).toBe(200);
}

async function siteName(id: string): Promise<string> {
  const response = await fetch(`${inject('flowFixtures').apiUrl}/sites/all`);
  const sites = (await response.json()) as { _id: string; name: string }[];
  return sites.find((site) => site._id === id)?.name ?? '';
}

it('a new user registers, waits, is shown to a super user with their sites, is approved, and signs in', async () => {
  setDesktopWidth();
  const email = 'waiting@profile-flow.example';
  const { sites } = inject('flowFixtures');
  const names = await Promise.all([siteName(sites.own), siteName(sites.other)]);

  const { user } = await renderApp('/register');
  await findHeading('Register');
  await fillFields(user, {
    Fullname: 'Wren Waiting',
    Email: email,
    Password: PASSWORD,
    'Confirm Password': PASSWORD,
  });
  await user.click(screen.getByLabelText('Select Your Sites'));
  for (const name of names)
    await user.click(await screen.findByRole('option', { name }, WAIT_OPTIONS));
  await user.click(screen.getByRole('checkbox', { name: 'I agree to the terms of service' }));
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await findText(/^Successfully created account\. An administrator will need to approve/);

  await user.click(screen.getByRole('link', { name: 'Login' }));
  await signInAs(user, email);
  await findText('Your account is not approved yet. Please contact system administrator');
  expect(window.localStorage.getItem('token')).toBeNull();

  // A second pending account, because approved rows stay in the list only while another account is pending.
  await register('Nell Next', 'next@profile-flow.example');
  const head = await onAnotherComputer('/profile', 'superuser');
  const header = await screen.findByRole('rowheader', { name: 'Wren Waiting' }, WAIT_OPTIONS);
  const row = within(header.closest('tr') as HTMLElement);
  expect(row.getByTitle(email)).toBeInTheDocument();
  const tags = row.getAllByRole('listitem').map((tag) => tag.textContent);
  expect(tags.toSorted()).toEqual(names.toSorted());
  await head.click(row.getByRole('button', { name: 'Approve Wren Waiting' }));
  await findText('User successfully approved.');
  await row.findByRole('button', { name: 'Wren Waiting is approved' }, WAIT_OPTIONS);

  await onAnotherComputer('/profile', 'superuser');
  await screen.findByRole('rowheader', { name: 'Nell Next' }, WAIT_OPTIONS);
  expect(screen.queryByText('Wren Waiting')).not.toBeInTheDocument();

  const person = await onAnotherComputer('/login');
  await signInAs(person, email);
  await findHeading('Referral List');
  expect(path()).toBe('/admin');
});

it('a new super user signs in, and has the menu of a super user', async () => {
  setDesktopWidth();
  const email = 'head@profile-flow.example';
  const head = await onAnotherComputer('/profile', 'superuser');
  const title = await screen.findByRole('heading', { name: 'Add New Super User' }, WAIT_OPTIONS);
  const form = within(title.closest('section') as HTMLElement);
  await fillFields(head, { Fullname: 'Hana Head', Email: email, Password: PASSWORD }, form);
  await head.click(form.getByRole('button', { name: 'Add Super User' }));
  await form.findByText('Successfully Created Superuser', {}, WAIT_OPTIONS);

  // React-admin logs a failed call to the console in development.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // A different name, because an identical request counts as a repeated submission.
  await fillFields(head, { Fullname: 'Hana Second', Email: email, Password: PASSWORD }, form);
  await head.click(form.getByRole('button', { name: 'Add Super User' }));
  await form.findByText('Something went wrong. Could not create superuser', {}, WAIT_OPTIONS);
  expect(form.getByText('Email already registered')).toBeInTheDocument();

  const newHead = await onAnotherComputer('/login');
  await signInAs(newHead, email);
  await findHeading('To do today');
  const menu = within(screen.getByRole('navigation', { name: 'Staff menu' }));
  expect(await menu.findByRole('link', { name: 'Account List' })).toBeInTheDocument();
});
