/** Staff actions against a third-party backend, which has the calls of the specification and no others. */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { THIRD_PARTY_CALL_NAMES } from '../support/thirdPartyBackendCalls';
import { THIRD_PARTY_PASSWORD } from '../support/thirdPartyBackendRecords';
import { withThirdPartyBackend } from '../support/thirdPartyBackendFixtures';
import {
  chooseSubstanceAndSite,
  fillFields,
  findDialog,
  findRow,
  findText,
  WAIT_OPTIONS,
  queryRow,
  personFields,
} from '../support/renderApp';

const thirdParty = withThirdPartyBackend();

const button = (name: string | RegExp) => screen.getByRole('button', { name });

async function openDialogOf(user: UserEvent, lastName: string, name: RegExp) {
  const row = await findRow(lastName);
  await user.click(row.getByRole(name.test('Otto') ? 'link' : 'button', { name }));
  return within(await findDialog());
}

/** React-admin logs each failed call to the console, in development only. */
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

async function findSite(name: string) {
  const text = await screen.findByText(name, { ignore: 'input' }, WAIT_OPTIONS);
  const row = text.closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return within(row);
}

describe('the referral list', () => {
  it.each(['all', 'pages only', 'no pages', 'items only'] as const)(
    'pages through responses that contain: %s',
    async (pages) => {
      thirdParty.replace({ pages, referrals: 30 });
      const { user } = await thirdParty.openAs('Max Manager', '/admin');
      await findRow('Old-30');
      expect(queryRow('Old-05')).toBeNull();
      await user.click(button('Next page'));
      await findRow('Old-05');
      expect(queryRow('Old-30')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Next page' })).not.toBeEnabled();
    },
  );

  it('is filtered by the entered fields only, 50 per page', async () => {
    const { user } = await thirdParty.openAs('Olga Head', '/admin');
    await findRow('Old-01');
    await user.type(screen.getByRole('textbox', { name: 'Tracking ID' }), 'OLD-1002');
    await user.click(button('Submit'));
    await waitFor(() => expect(queryRow('Old-01')).toBeNull(), WAIT_OPTIONS);
    expect((await findRow('Old-02')).getByText('OLD-1002')).toBeInTheDocument();
  });

  it('is searched by the text as typed, because this server decides what it finds', async () => {
    const { user } = await thirdParty.openAs('Olga Head', '/admin');
    await findRow('Old-01');
    const typed = {
      name: 'Pérez,  JOSÉ',
      contact_number: '+1 (310) 555-0142',
      tracking_id: 'old – 1002',
    };
    await user.type(screen.getByRole('textbox', { name: 'Name' }), typed.name);
    await user.type(screen.getByRole('textbox', { name: 'Contact Number' }), typed.contact_number);
    await user.type(screen.getByRole('textbox', { name: 'Tracking ID' }), typed.tracking_id);
    await user.click(button('Submit'));
    await waitFor(() => expect(queryRow('Old-01')).toBeNull(), WAIT_OPTIONS);
    const search = thirdParty.backend().requests.find(({ path }) => path === '/referral/filtered');
    expect(Object.fromEntries(search?.query ?? [])).toEqual({ ...typed, page: '1', size: '50' });
  });

  it('shows guests, notes and dates as this server sends them', async () => {
    const { user } = await thirdParty.openAs('Max Manager', '/admin');
    const row = await findRow('Old-01');
    expect(row.getByText('Guest')).toBeInTheDocument();
    expect(row.getByText(/^Jul\s14,\s2004$/)).toBeInTheDocument();
    expect(row.queryByText(/123456/)).toBeNull();
    await user.click(row.getByRole('button', { name: /See Notes/ }));
    expect(within(await findDialog()).getByText('An old note.')).toBeInTheDocument();
  });
});

describe('a super user', () => {
  it('files a referral', async () => {
    const { user } = await thirdParty.openAs('Olga Head', '/admin');
    await findRow('Old-01');
    await user.click(button('Add Referral'));
    await chooseSubstanceAndSite(user, 'Old Town High');
    await fillFields(user, personFields('Foreign'), within(await findDialog()));
    await user.click(button('Finish'));
    const row = await findRow('Foreign');
    expect(row.getByText('Olga Head')).toBeInTheDocument();
  });

  it('sets status and notes', async () => {
    const { user } = await thirdParty.openAs('Olga Head', '/admin');
    const dialog = await openDialogOf(user, 'Old-02', /^Otto/);
    const status = await dialog.findByLabelText('Referral Status', {}, WAIT_OPTIONS);
    await user.selectOptions(status, 'Processed');
    await user.type(dialog.getByLabelText(/Intake note/), 'Seen.');
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    await findText('Successfully updated referral, page will now refresh.');
    await (await findRow('Old-02')).findByText('Processed', {}, WAIT_OPTIONS);
    expect(
      thirdParty
        .backend()
        .referrals()
        .find(({ tracking_id }) => tracking_id === 'OLD-1002'),
    ).toMatchObject({ status: 'Processed', notes: 'Seen.' });
  });

  it('assigns a manager', async () => {
    const { user } = await thirdParty.openAs('Olga Head', '/admin');
    const dialog = await openDialogOf(user, 'Old-03', /^Otto/);
    await user.click(await dialog.findByLabelText('Change referrer', {}, WAIT_OPTIONS));
    await user.click(await dialog.findByRole('option', { name: 'Max Manager' }, WAIT_OPTIONS));
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await findText('Successfully updated referrer.')).toBeInTheDocument();
  });

  it('creates a login for a referral', async () => {
    const { user } = await thirdParty.openAs('Olga Head', '/admin');
    const dialog = await openDialogOf(user, 'Old-03', /Create Login/);
    await user.type(dialog.getByLabelText('Email'), 'otto@old.example');
    await user.type(dialog.getByLabelText('Password'), THIRD_PARTY_PASSWORD);
    await user.click(dialog.getByRole('button', { name: 'Create Account' }));
    await findText('Successfully created account for referral, page will now refresh.');
    const badge = await (await findRow('Old-03')).findByText('Has Account', {}, WAIT_OPTIONS);
    expect(badge).toBeInTheDocument();
  });

  it('deletes a referral', async () => {
    const { user } = await thirdParty.openAs('Olga Head', '/admin');
    const dialog = await openDialogOf(user, 'Old-03', /Delete Referral/);
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    await findText('Successfully deleted referral, page will now reload.');
    await waitFor(() => expect(queryRow('Old-03')).toBeNull(), WAIT_OPTIONS);
    expect(thirdParty.backend().referrals()).toHaveLength(2);
  });

  it('adds, renames and deletes a site, and sees the server’s error message', async () => {
    expectConsoleErrors();
    const { user } = await thirdParty.openAs('Olga Head', '/sites');
    const name = await screen.findByLabelText('Site Name', {}, WAIT_OPTIONS);
    await user.type(name, 'Old Town High');
    await user.click(button('Add Site'));
    await findText('Site exists: see the list');
    await user.clear(name);
    await user.type(name, 'New Town High');
    await user.click(button('Add Site'));
    await findText('Successfully added new site.');
    await user.click((await findSite('New Town High')).getByRole('button', { name: /^Edit / }));
    const newName = await screen.findByLabelText(/^New name for/);
    await user.clear(newName);
    await user.type(newName, 'Newer Town High');
    await user.click(button('Submit'));
    await findText('Successfully Updated Site');
    expect(thirdParty.backend().sites.at(-1)).toMatchObject({ name: 'Newer Town High' });
    await user.click((await findSite('Newer Town High')).getByRole('button', { name: /^Delete / }));
    await user.click(button('Yes'));
    await findText('Successfully Deleted');
    expect(thirdParty.backend().sites).toHaveLength(3);
  });

  it('approves a pending account, and adds a super user', async () => {
    const { user } = await thirdParty.openAs('Olga Head', '/profile');
    await user.click(
      await screen.findByRole('button', { name: /Approve Petra Pending/ }, WAIT_OPTIONS),
    );
    await findText('User successfully approved.');
    expect(thirdParty.backend().accounts[2]).toMatchObject({ approved: true });
    await fillFields(user, {
      Fullname: 'Second Head',
      Email: 'second@old.example',
      Password: THIRD_PARTY_PASSWORD,
    });
    await user.click(button('Add Super User'));
    await findText('Successfully Created Superuser');
  });

  it('lists, searches, updates, deactivates and reactivates accounts', async () => {
    const { user } = await thirdParty.openAs('Olga Head', '/accounts/list');
    await screen.findByRole('rowheader', { name: 'Rita Referred' }, WAIT_OPTIONS);
    const box = screen.getByRole('searchbox', { name: 'Search Users' });
    await user.type(box, 'max');
    await findText('1 user found');
    await user.click(button('Update Max Manager'));
    const update = within(await findDialog());
    const fullname = await update.findByLabelText('Fullname', {}, WAIT_OPTIONS);
    await user.type(fullname, ' Moved');
    await user.click(update.getByRole('button', { name: 'Update User' }));
    await findText('Successfully updated user');
    await screen.findByRole('rowheader', { name: 'Max Manager Moved' }, WAIT_OPTIONS);

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), WAIT_OPTIONS);
    await user.click(button('Deactivate Max Manager Moved'));
    await user.click(within(await findDialog()).getByRole('button', { name: 'Deactivate' }));
    await user.click(
      await screen.findByRole('button', { name: 'Reactivate Max Manager Moved' }, WAIT_OPTIONS),
    );
    await user.click(within(await findDialog()).getByRole('button', { name: 'Activate' }));
    await screen.findByRole('button', { name: 'Deactivate Max Manager Moved' }, WAIT_OPTIONS);
    expect(thirdParty.backend().accounts[1]).toMatchObject({
      fullname: 'Max Manager Moved',
      approved: true,
    });
    expect(document.body).not.toHaveTextContent('never-show-this');
  });

  it('adds an admin user, and sees the server’s error message', async () => {
    expectConsoleErrors();
    const { user } = await thirdParty.openAs('Olga Head', '/accounts/list');
    await screen.findByRole('rowheader', { name: 'Rita Referred' }, WAIT_OPTIONS);
    await user.click(button('Add Admin User'));
    const dialog = within(await findDialog());
    await user.type(dialog.getByLabelText('Email'), 'max.manager@old.example');
    await user.type(dialog.getByLabelText('Password'), THIRD_PARTY_PASSWORD);
    await user.selectOptions(dialog.getByLabelText('Role'), 'SITE_USER');
    await user.click(dialog.getByLabelText('Sites'));
    expect(dialog.getAllByRole('option', { name: /^Site [A-N]$/ })).toHaveLength(14);
    await user.click(dialog.getByRole('option', { name: 'Site B' }));
    await user.click(dialog.getByRole('button', { name: 'Add User' }));
    await findText('User with this email already exists in the old system');
    await user.clear(dialog.getByLabelText('Email'));
    await user.type(dialog.getByLabelText('Email'), 'sina@old.example');
    await user.click(dialog.getByRole('button', { name: 'Add User' }));
    await findText('Successfully added new user.');
    expect(thirdParty.backend().accounts.at(-1)).toMatchObject({
      role: 'SITE_USER',
      schools: [{ id: 'Site B', name: 'Site B' }],
      approved: true,
    });
  });

  it('is offered no feature that this server lacks', async () => {
    await thirdParty.openAs('Olga Head', '/admin');
    await findRow('Old-01');
    expect(screen.queryByRole('link', { name: /audit/i })).toBeNull();
    expect(screen.queryByRole('link', { name: /spam|held/i })).toBeNull();
    expect(screen.queryByText(/held as/i)).toBeNull();
  });
});

describe('these tests', () => {
  it('make every call of the specification, together with the tests of visitors', () => {
    const visitorCalls = [
      'login',
      'refresh',
      'forgotPassword',
      'checkResetToken',
      'resetPassword',
      'addGuestReferral',
      'listCounties',
    ];
    const missing = THIRD_PARTY_CALL_NAMES.filter((name) => !thirdParty.seen.has(name));
    expect(missing.toSorted()).toEqual(visitorCalls.toSorted());
    expect(THIRD_PARTY_CALL_NAMES).toHaveLength(29);
  });
});
