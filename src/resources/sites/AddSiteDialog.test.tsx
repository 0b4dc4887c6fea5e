import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stubSites } from '../../../tests/support/stubSites';
import {
  findTable,
  stubReferralList,
  makeReferral,
  renderStaffApp,
} from '../../../tests/support/staffApp';

async function openDialog() {
  const app = await renderStaffApp({
    answers: {
      ...stubReferralList([makeReferral()]),
      ...stubSites('Elm Middle', 'Northside High'),
    },
  });
  await findTable();
  const opener = screen.getByRole('button', { name: 'Add Site' });
  await app.user.click(opener);
  const dialog = within(screen.getByRole('dialog', { name: 'Add New School Site' }));
  await dialog.findByText('Northside High');
  return { ...app, opener, dialog };
}
const isOpen = () => screen.queryByRole('dialog') !== null;

it("has a 'Close' that gives the focus back", async () => {
  const { user, opener, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(opener).toHaveFocus();
});

it('is not offered to a manager', async () => {
  await renderStaffApp({ role: 'MANAGER', answers: stubReferralList([makeReferral()]) });
  await findTable();
  expect(screen.queryByRole('button', { name: 'Add Site' })).toBeNull();
});

it('stays open after a site was added, and the referrals behind it are read afresh', async () => {
  const { user, dialog, inputsOf } = await openDialog();
  await user.type(dialog.getByLabelText('Site Name'), 'Lakeside High{Enter}');
  expect(await dialog.findByText('Lakeside High')).toBeVisible();
  // First at the form, then as the message of the dialog.
  await waitFor(() => expect(dialog.getAllByText('Successfully added new site.')).toHaveLength(1));
  expect(inputsOf('listReferrals')).toHaveLength(2);
});

it('says in itself what came of a renaming, and the referrals behind it are read afresh', async () => {
  const { user, dialog, inputsOf } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Edit', description: 'Elm Middle' }));
  await user.keyboard('!{Enter}');
  expect(await dialog.findByText('Successfully Updated Site')).toBeVisible();
  expect(await dialog.findByText('Elm Middle!')).toBeVisible();
  expect(inputsOf('listReferrals')).toHaveLength(2);
});

it('reads all afresh when it is closed right after a deletion', async () => {
  const { user, dialog, inputsOf } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Delete', description: 'Elm Middle' }));
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  await dialog.findByText('Successfully Deleted');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(inputsOf('listReferrals')).toHaveLength(2));
  expect(await screen.findByText('Successfully Deleted')).toBeVisible();
});

it('gives the focus to the row beside the one that was deleted', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Delete', description: 'Elm Middle' }));
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(dialog.queryByRole('group')).toBeNull());
  expect(dialog.getByRole('button', { name: 'Edit', description: 'Northside High' })).toHaveFocus();
});

it('does not close by the Escape that gives up a renaming, a deletion or a search', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Edit', description: 'Elm Middle' }));
  await user.keyboard('{Escape}');
  expect(dialog.queryByLabelText('New name for “Elm Middle”')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Delete', description: 'Elm Middle' }));
  await user.keyboard('{Escape}');
  expect(dialog.queryByRole('group')).toBeNull();
  await user.type(dialog.getByLabelText('Search by site name'), 'elm{Escape}');
  expect(dialog.getByLabelText('Search by site name')).toHaveValue('');
  expect(isOpen()).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen()).toBe(false));
});

const DISCARD = 'Close without saving? What you entered here will be lost.';

it('asks before it closes over a name typed for a new site', async () => {
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText('Site Name'), 'Lake{Escape}');
  expect(dialog.getByText(DISCARD)).toBeVisible();
});

it('asks before it closes over a new name for a site, not over one that is the same', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Edit', description: 'Elm Middle' }));
  await user.keyboard('!');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(dialog.getByText(DISCARD)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  await user.type(dialog.getByLabelText('New name for “Elm Middle”'), '{Backspace}');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(isOpen()).toBe(false));
});
