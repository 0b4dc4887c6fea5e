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
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New School Site' }));
  await dialog.findByText('Northside High');
  return { ...app, opener, dialog };
}
const isOpen = () => screen.queryByRole('dialog') !== null;

it("restores the focus after 'Close'", async () => {
  const { user, opener, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(opener).toHaveFocus();
});

it("a manager has no 'Add Site' button", async () => {
  await renderStaffApp({ role: 'MANAGER', answers: stubReferralList([makeReferral()]) });
  await findTable();
  expect(screen.queryByRole('button', { name: 'Add Site' })).toBeNull();
});

it('stays open after a site was added, and the referrals behind it are fetched again', async () => {
  const { user, dialog, inputsOf } = await openDialog();
  await user.type(dialog.getByLabelText('Site Name'), 'Lakeside High{Enter}');
  expect(await dialog.findByText('Lakeside High')).toBeVisible();
  // First at the form, then as the notification in the dialog.
  await waitFor(() => expect(dialog.getAllByText('Successfully added new site.')).toHaveLength(1));
  expect(inputsOf('listWorklist')).toHaveLength(2);
});

it('shows the notification of a rename, and the referrals behind it are fetched again', async () => {
  const { user, dialog, inputsOf } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Edit Elm Middle' }));
  await user.keyboard('!{Enter}');
  expect(await dialog.findByText('Successfully Updated Site')).toBeVisible();
  expect(await dialog.findByText('Elm Middle!')).toBeVisible();
  expect(inputsOf('listWorklist')).toHaveLength(2);
});

it('fetches everything again when it is closed right after a deletion', async () => {
  const { user, dialog, inputsOf } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Delete Elm Middle' }));
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  await dialog.findByText('Successfully Deleted');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(inputsOf('listWorklist')).toHaveLength(2));
  expect(await screen.findByText('Successfully Deleted')).toBeVisible();
});

it('moves the focus to the row beside the deleted one', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Delete Elm Middle' }));
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(dialog.queryByRole('alertdialog')).toBeNull());
  expect(dialog.getByRole('button', { name: 'Edit Northside High' })).toHaveFocus();
});

it('does not close with the Escape that cancels a rename, a deletion or a search', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Edit Elm Middle' }));
  await user.keyboard('{Escape}');
  expect(dialog.queryByLabelText('New name for “Elm Middle”')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Delete Elm Middle' }));
  await user.keyboard('{Escape}');
  expect(dialog.queryByRole('alertdialog')).toBeNull();
  await user.type(dialog.getByLabelText('Search by site name'), 'elm{Escape}');
  expect(dialog.getByLabelText('Search by site name')).toHaveValue('');
  expect(isOpen()).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen()).toBe(false));
});

it('a rename in the dialog does not change the address', async () => {
  const { user, dialog, address } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Edit Elm Middle' }));
  expect(dialog.getByLabelText('New name for “Elm Middle”')).toHaveFocus();
  expect(address()).toBe('/admin');
  await user.keyboard('{Escape}');
  expect(address()).toBe('/admin');
});

const DISCARD = 'Close without saving? What you entered here will be lost.';

it('asks before it discards the name of a new site', async () => {
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText('Site Name'), 'Lake{Escape}');
  expect(dialog.getByText(DISCARD)).toBeVisible();
});

it('asks before it discards a new name, unless it equals the old one', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Edit Elm Middle' }));
  await user.keyboard('!');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(dialog.getByText(DISCARD)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  await user.type(dialog.getByLabelText('New name for “Elm Middle”'), '{Backspace}');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(isOpen()).toBe(false));
});
