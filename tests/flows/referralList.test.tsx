/** Staff manage referrals against the real server. Each test asserts the screen and the stored data. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import type { Referral } from '../../contract/entities/referral';
import {
  storeSession,
  chooseSubstanceAndSite,
  fetchAsSuperuser,
  fileReferral,
  fillFields,
  findDialog,
  findHeading,
  findRow,
  findText,
  WAIT_OPTIONS,
  queryRow,
  renderApp,
  findStoredReferrals,
  personFields,
  queryDialog,
} from '../support/renderApp';

beforeEach(() => window.localStorage.clear());

const button = (name: string) => screen.getByRole('button', { name });
const noDialog = () => waitFor(() => expect(queryDialog()).not.toBeInTheDocument(), WAIT_OPTIONS);
/** Reads the badge beside 'Referrals' in the sidebar. */
const findCount = async () => {
  const link = await screen.findByRole('link', { name: /^Referrals/ }, WAIT_OPTIONS);
  await waitFor(() => expect(link).toHaveTextContent(/\d/), WAIT_OPTIONS);
  return Number(/\d+/.exec(link.textContent)?.[0]);
};

type User = Awaited<ReturnType<typeof renderApp>>['user'];

async function openAs(someone: Parameters<typeof storeSession>[0]) {
  await storeSession(someone);
  const app = await renderApp('/admin');
  await findHeading('Referral List');
  return app;
}

/** Files a referral in the dialog of the referral list. */
async function addReferral(user: User, lastName: string, site: string) {
  await user.click(await screen.findByRole('button', { name: 'Add Referral' }, WAIT_OPTIONS));
  await chooseSubstanceAndSite(user, site);
  await fillFields(user, personFields(lastName), within(await findDialog()));
  await user.click(button('Finish'));
  await noDialog();
}

describe('a super user', () => {
  it('filters the list, and clears the filters', async () => {
    await fileReferral('Wanted-Filter');
    await fileReferral('Other-Filter');
    const { user } = await openAs('superuser');
    await findRow('Other-Filter');
    await user.click(button('Filter'));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'WANTED-f, robin{Enter}');
    await waitFor(() => expect(queryRow('Other-Filter')).toBeNull(), WAIT_OPTIONS);
    await findRow('Wanted-Filter');
    expect(window.location.href).not.toMatch(/wanted/i);

    await user.selectOptions(screen.getByLabelText('Gender'), 'Male');
    await user.click(button('Submit'));
    expect(await findText('No Referral Records')).toBeInTheDocument();
    await user.click(screen.getAllByRole('button', { name: 'Clear' })[0] as HTMLElement);
    await findRow('Other-Filter');
  });

  it('sees who waits longest after those on the page, although all of these were processed meanwhile', async () => {
    for (let number = 10; number < 64; number += 1) await fileReferral(`Waits-${number}`);
    const query = { sort: 'waiting', order: 'desc', page: 1, size: 100 };
    const answer = await fetchAsSuperuser('/referral/worklist', query);
    const { items } = (await answer.json()) as { items: Referral[] };
    const { user } = await openAs('superuser');
    const head = await screen.findByRole('columnheader', { name: /^Waiting/ }, WAIT_OPTIONS);
    await user.click(within(head).getByRole('button'));
    const [onPage, following] = [items.slice(0, 25), items.slice(25, 50)];
    await findRow(onPage.at(-1)?.last_name ?? '');
    for (const { _id: id, notes } of onPage) {
      const change = { id, status: 'Processed', notes, referred_by: null, has_account: false };
      await fetchAsSuperuser('/referral/update', change);
    }
    await user.click(button('Next page'));
    await findRow(following.at(-1)?.last_name ?? '');
    for (const { last_name } of following) expect(queryRow(last_name)).not.toBeNull();
    expect(following.filter(({ last_name }) => last_name.startsWith('Waits-'))).not.toEqual([]);
  });

  it('adds a referral, which the list and the count include', async () => {
    const { user } = await openAs('superuser');
    const before = await findCount();
    await addReferral(user, 'Added-By-Staff', 'Own School');
    const row = await findRow('Added-By-Staff');
    expect(row.queryByText('Guest')).not.toBeInTheDocument();
    // Other tests file referrals on the same server at the same time.
    await waitFor(async () => expect(await findCount()).toBeGreaterThan(before), WAIT_OPTIONS);
    expect(await findStoredReferrals('Added-By-Staff')).toHaveLength(1);
  });

  it('assigns a referral to a manager', async () => {
    await fileReferral('Assigned-Flow', 'other');
    const { user } = await openAs('superuser');
    await user.click((await findRow('Assigned-Flow')).getByRole('link', { name: /^Robin/ }));
    const dialog = within(await findDialog());
    const managers = await dialog.findByLabelText('Change referrer');
    await user.click(managers);
    const [first] = await dialog.findAllByRole('option', { name: /^Account/ }, WAIT_OPTIONS);
    const name = first?.textContent ?? '';
    await user.click(first as HTMLElement);
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    await findText('Successfully updated referrer.');
    await waitFor(
      async () =>
        expect(await findStoredReferrals('Assigned-Flow')).toMatchObject([
          { user_info: { fullname: name } },
        ]),
      WAIT_OPTIONS,
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), WAIT_OPTIONS);
    expect(
      await (await findRow('Assigned-Flow')).findByText(name, {}, WAIT_OPTIONS),
    ).toBeInTheDocument();
  });

  it('creates a login with which the person can sign in', async () => {
    await fileReferral('Login-Flow');
    const { user } = await openAs('superuser');
    await user.click((await findRow('Login-Flow')).getByRole('button', { name: /^Create Login/ }));
    const dialog = within(await findDialog());
    expect(
      dialog.getByText('Create New Referral Account for: Robin Login-Flow'),
    ).toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('Whose login is it?'), 'person');
    await user.type(dialog.getByLabelText('Email'), 'robin.login@example.org');
    await user.type(dialog.getByLabelText('Password'), 'Quiet-Harbor-27-Lanterns');
    await user.click(dialog.getByRole('button', { name: 'Create Account' }));
    await findText('Successfully created account for referral, page will now refresh.');
    await noDialog();
    expect(
      await (await findRow('Login-Flow')).findByText('Has Account', {}, WAIT_OPTIONS),
    ).toBeInTheDocument();

    const { apiUrl } = inject('flowFixtures');
    const response = await fetch(`${apiUrl}/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({
        username: 'robin.login@example.org',
        password: 'Quiet-Harbor-27-Lanterns',
      }),
    });
    expect(await response.json()).toMatchObject({ user: { role: 'REFERRAL' } });
  });

  it('deletes a referral, which disappears from the list', async () => {
    await fileReferral('Deleted-Flow');
    const { user } = await openAs('superuser');
    await user.click(
      (await findRow('Deleted-Flow')).getByRole('button', { name: /^Delete Referral/ }),
    );
    const dialog = within(await findDialog());
    expect(dialog.getByText('Are you sure you want to delete this referral?')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'No' }));
    await noDialog();
    expect(await findStoredReferrals('Deleted-Flow')).toHaveLength(1);

    await user.click(
      (await findRow('Deleted-Flow')).getByRole('button', { name: /^Delete Referral/ }),
    );
    const again = within(await findDialog());
    await user.selectOptions(again.getByLabelText('Why?'), 'Sent twice');
    await user.click(again.getByRole('button', { name: 'Yes' }));
    await findText('Successfully deleted referral, page will now reload.');
    await waitFor(() => expect(queryRow('Deleted-Flow')).toBeNull(), WAIT_OPTIONS);
    expect(await findStoredReferrals('Deleted-Flow')).toEqual([]);
  });
});

describe('a manager', () => {
  it('sees and filters the referrals of their own sites, and can change nothing', async () => {
    await fileReferral('Managers-Own');
    await fileReferral('Managers-Other', 'other');
    const { user } = await openAs('manager');
    const row = await findRow('Managers-Own');
    expect(queryRow('Managers-Other')).toBeNull();
    for (const name of ['Delete Referral', 'Create Login', 'Update Referral', 'Add Site']) {
      expect(
        screen.queryByRole('button', { name: new RegExp(`^${name}`) }),
      ).not.toBeInTheDocument();
    }
    for (const name of ['Account List', 'Sites']) {
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
    }
    expect(row.getByRole('button', { name: /^Referral Details/ })).toBeInTheDocument();

    await user.click(button('Filter'));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Managers-{Enter}');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2), WAIT_OPTIONS);
    await findRow('Managers-Own');
  });

  it('adds a referral', async () => {
    const { user } = await openAs('manager');
    await addReferral(user, 'Added-By-Manager', 'Other School');
    // Managers see referrals they created, even at a site that is not theirs.
    await findRow('Added-By-Manager');
    expect(await findStoredReferrals('Added-By-Manager')).toHaveLength(1);
  });
});
