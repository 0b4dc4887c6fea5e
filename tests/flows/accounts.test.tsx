/** A super user manages accounts against the real server. Asserts the screen and the effect on the account's owner. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, inject, it } from 'vitest';
import type { TokenPair } from '../../contract/entities/session';
import { createClient } from '../../src/api/client';
import {
  beginSession,
  storeSession,
  fileReferral,
  findDialog,
  findHeading,
  findRow,
  findText,
  WAIT_OPTIONS,
  queryRow,
  renderApp,
  signInAs,
  queryDialog,
} from '../support/renderApp';
import { PASSWORD } from '../support/fixtures';

beforeEach(() => window.localStorage.clear());

/** Creates an API client with these tokens, or without any. */
const apiAs = (pair: TokenPair | null) =>
  createClient(inject('flowFixtures').apiUrl, {
    read: () => pair,
    owner: () => null,
    isStored: () => true,
    replace() {},
    clear: async () => {},
    waitForChange: async () => {},
    waitForSignIn: () => null,
    subscribe: () => () => undefined,
  });

const asSuperuser = async () => apiAs(await beginSession('superuser'));

const logIn = (username: string) =>
  apiAs(null).call('login', { body: { username, password: PASSWORD } });

/** Returns the stored account with an email address. */
const storedAccount = async (username: string) =>
  (await (await asSuperuser()).call('searchAccounts', { query: { query: username } }))[0];

/** Adds a manager of the site 'own' for one test. Returns the username. */
async function addManager(fullname: string): Promise<string> {
  const username = `${fullname.toLowerCase().replaceAll(' ', '.')}@example.org`;
  const { own } = inject('flowFixtures').sites;
  const schools = [{ id: own, name: '' }];
  const body = { fullname, username, password: PASSWORD, role: 'MANAGER' as const, schools };
  await (await asSuperuser()).call('register', { body });
  return username;
}

/** Opens the Account List as the super user. */
async function openAccounts() {
  cleanup();
  await storeSession('superuser');
  const app = await renderApp('/accounts/list');
  await findHeading('User Accounts List');
  return app;
}
type User = Awaited<ReturnType<typeof openAccounts>>['user'];

const noDialog = () => waitFor(() => expect(queryDialog()).not.toBeInTheDocument(), WAIT_OPTIONS);

/** Searches for an account and clicks a button in its row. Returns the dialog that opens. */
async function clickInRow(user: User, action: string, fullname: string) {
  await user.type(screen.getByRole('searchbox', { name: 'Search Users' }), fullname);
  const name = `${action} ${fullname}`;
  await user.click(await screen.findByRole('button', { name }, WAIT_OPTIONS));
  return within(await findDialog());
}

it('finds accounts by a part of the name or email address, and shows all again', async () => {
  await addManager('Wanda Wanted');
  await addManager('Ursula Unwanted');
  const { user } = await openAccounts();
  const box = screen.getByRole('searchbox', { name: 'Search Users' });
  await user.type(box, 'DA wan');
  await findText('1 user found');
  expect(screen.getByRole('rowheader', { name: 'Wanda Wanted' })).toBeInTheDocument();
  expect(window.location.href).not.toMatch(/wan/i);

  await user.clear(box);
  await user.type(box, 'ursula.unw');
  expect(
    await screen.findByRole('rowheader', { name: 'Ursula Unwanted' }, WAIT_OPTIONS),
  ).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Wanda Wanted')).toBeNull(), WAIT_OPTIONS);

  await user.clear(box);
  await waitFor(() => expect(screen.queryByText('1 user found')).toBeNull(), WAIT_OPTIONS);
  expect(screen.getAllByRole('rowheader').length).toBeGreaterThan(2);
});

it("changes a manager's name and sites, and thereby the referrals the manager sees", async () => {
  const username = await addManager('Marta Moved');
  await fileReferral('Marta-Before', 'own');
  await fileReferral('Marta-After', 'other');
  const { user } = await openAccounts();
  const dialog = await clickInRow(user, 'Update', 'Marta Moved');
  await user.type(dialog.getByLabelText('Fullname'), ' Away');
  await user.click(dialog.getByRole('button', { name: /^Remove Own School/ }));
  await user.click(dialog.getByRole('combobox', { name: 'Update Sites' }));
  await user.click(await dialog.findByRole('option', { name: /^Other School/ }, WAIT_OPTIONS));
  await user.click(dialog.getByRole('button', { name: 'Update User' }));
  await findText('Successfully updated user');
  await noDialog();
  expect(
    await screen.findByRole('rowheader', { name: 'Marta Moved Away' }, WAIT_OPTIONS),
  ).toBeInTheDocument();
  expect(await storedAccount(username)).toMatchObject({
    fullname: 'Marta Moved Away',
    schools: [{ _id: inject('flowFixtures').sites.other }],
    created_referrals_only: false,
  });

  cleanup();
  window.localStorage.clear();
  const theirs = await renderApp('/login');
  await signInAs(theirs.user, username);
  await findRow('Marta-After');
  expect(queryRow('Marta-Before')).toBeNull();
});

it('limits a manager to the referrals they created', async () => {
  const username = await addManager('Lena Limited');
  const { user } = await openAccounts();
  const dialog = await clickInRow(user, 'Update', 'Lena Limited');
  await user.click(dialog.getByRole('checkbox', { name: 'Can only view their created referrals' }));
  await user.click(dialog.getByRole('button', { name: 'Update User' }));
  await noDialog();
  const row = within(
    (await screen.findByRole('rowheader', { name: 'Lena Limited' }, WAIT_OPTIONS)).closest(
      'tr',
    ) as HTMLElement,
  );
  expect(await row.findByRole('img', { name: 'Yes' }, WAIT_OPTIONS)).toBeInTheDocument();
  expect(await storedAccount(username)).toMatchObject({
    schools: [{ _id: inject('flowFixtures').sites.own }],
    created_referrals_only: true,
  });
  await fileReferral('Lena-Not-Hers', 'own');
  const { access_token, refresh_token } = await logIn(username);
  const theirs = await apiAs({ access_token, refresh_token }).call('countReferrals');
  expect(theirs).toEqual({ count: 0 });
});

it('deactivates a manager with immediate effect, and reactivates them', async () => {
  const username = await addManager('Dora Deactivated');
  const session = apiAs(await logIn(username));
  expect(await session.call('countReferrals')).toMatchObject({ count: expect.any(Number) });

  const { user } = await openAccounts();
  const deactivation = await clickInRow(user, 'Deactivate', 'Dora Deactivated');
  await user.click(deactivation.getByRole('button', { name: 'Deactivate' }));
  await findText('User deactivated.');
  await noDialog();
  await expect(session.call('countReferrals')).rejects.toMatchObject({ status: 401 });

  cleanup();
  window.localStorage.clear();
  const login = await renderApp('/login');
  await signInAs(login.user, username);
  await findText('Your account is not approved yet. Please contact system administrator');

  const again = await openAccounts();
  const reactivation = await clickInRow(again.user, 'Reactivate', 'Dora Deactivated');
  await again.user.click(reactivation.getByRole('button', { name: 'Activate' }));
  await findText('User reactivated.');
  await noDialog();
  await expect(session.call('countReferrals')).rejects.toMatchObject({ status: 401 });

  cleanup();
  window.localStorage.clear();
  const theirs = await renderApp('/login');
  await signInAs(theirs.user, username);
  await findHeading('Referral List');
});

it('offers super users no button to deactivate themselves', async () => {
  const { user } = await openAccounts();
  const { username } = inject('flowFixtures').people.superuser;
  await user.type(screen.getByRole('searchbox'), username);
  await findText('1 user found');
  expect(screen.getByText('You')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^(De|Re)activate/ })).toBeNull();
});

it('adds a manager of a fixed site, which is a site from then on', async () => {
  const username = 'fixed.site@example.org';
  const { user } = await openAccounts();
  await user.click(screen.getByRole('button', { name: 'Add Admin User' }));
  const dialog = within(await findDialog());
  await user.type(dialog.getByLabelText('Email'), username);
  await user.type(dialog.getByLabelText('Password'), PASSWORD);
  await user.selectOptions(dialog.getByLabelText('Role'), 'MANAGER');
  await user.click(dialog.getByLabelText('Sites'));
  await user.click(dialog.getByRole('option', { name: 'Site E' }));
  await user.click(dialog.getByRole('button', { name: 'Add User' }));
  await findText('Successfully added new user.');
  const sites = await apiAs(null).call('listSites');
  const added = sites.find(({ name }) => name === 'Site E');
  expect(await storedAccount(username)).toMatchObject({
    schools: [{ _id: added?._id, name: 'Site E' }],
  });
});
