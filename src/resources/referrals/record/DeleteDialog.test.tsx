import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { stubMetaWithout } from '../../../../tests/support/ourServer';
import {
  type Answers,
  findTable,
  stubReferralList,
  makeReferral,
  renderStaffApp,
} from '../../../../tests/support/staffApp';
import { ApiError } from '../../../api/ApiError';

const DONE = 'Successfully deleted referral, page will now reload.';
const FAILED = 'Could not delete referral';

/** Opens the question about one of the referrals, by keyboard; a deleted referral disappears from the list. */
async function openOn(name: string, names: readonly string[], answers: Answers = {}) {
  let referrals = names.map((first_name) =>
    makeReferral({ _id: `id of ${first_name}`, first_name, has_account: first_name === 'Ana' }),
  );
  const app = await renderStaffApp({
    answers: {
      ...stubReferralList(() => referrals),
      deleteReferral: ({ body }) => {
        referrals = referrals.filter(({ _id }) => _id !== (body as { id: string }).id);
        return { detail: 'ok' };
      },
      ...answers,
    },
  });
  const row = within(await findTable()).getByRole('row', { name: new RegExp(name) });
  const opener = within(row).getByRole('button', { name: /^Delete Referral/ });
  opener.focus();
  await app.user.keyboard('{Enter}');
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete Referral' }));
  return { ...app, opener, dialog };
}

/** Chooses why, which the server asks for. */
const giveReason = (user: UserEvent, dialog: ReturnType<typeof within>, reason = 'Sent twice') =>
  user.selectOptions(dialog.getByLabelText('Why?'), reason);

const expectClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

it('asks before deleting, and names the person of the referral', async () => {
  const { dialog } = await openOn('Bea', ['Ana', 'Bea']);
  expect(dialog.getByText('Are you sure you want to delete this referral?')).toBeVisible();
  expect(dialog.getByText('Bea Harper')).toBeVisible();
  expect(dialog.getByText('R-ABCD-1234')).toBeVisible();
  expect(dialog.queryByText(/login will stop working/)).toBeNull();
});

it('is an alert dialog described by its question and the person', async () => {
  await openOn('Bea', ['Ana', 'Bea']);
  expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
    /^Are you sure you want to delete this referral\?.*Bea Harper/,
  );
});

it("says that the person's login will stop working", async () => {
  const { dialog } = await openOn('Ana', ['Ana', 'Bea']);
  expect(dialog.getByText(/This person's login will stop working/)).toBeVisible();
});

it.each(['No', 'Escape'])('deletes nothing with %s, and restores the focus', async (answer) => {
  const { user, dialog, opener, inputsOf } = await openOn('Bea', ['Ana', 'Bea']);
  if (answer === 'No') await user.click(dialog.getByRole('button', { name: 'No' }));
  else await user.keyboard('{Escape}');
  await expectClosed();
  expect(inputsOf('deleteReferral')).toEqual([]);
  expect(opener).toHaveFocus();
});

it("deletes with 'Yes', once for a double click, and shows the success", async () => {
  const { user, dialog, inputsOf } = await openOn('Bea', ['Ana', 'Bea']);
  await giveReason(user, dialog);
  const yes = dialog.getByRole('button', { name: 'Yes' });
  act(() => {
    yes.click();
    yes.click();
  });
  expect(await dialog.findByText(DONE)).toBeVisible();
  expect(inputsOf('deleteReferral')).toEqual([
    { body: { id: 'id of Bea', delete_reason: 'sentTwice' } },
  ]);
  await expectClosed();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Bea Harper' })).toBeNull());
  expect(screen.getByText(DONE)).toBeVisible();
});

it.each([
  ['Bea', ['Ana', 'Bea', 'Cleo'], 'Cleo'],
  ['Cleo', ['Ana', 'Bea', 'Cleo'], 'Bea'],
])('after deleting %s of %o, moves the focus to %s', async (name, names, next) => {
  const { user, dialog } = await openOn(name, names);
  await giveReason(user, dialog);
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  await expectClosed();
  await waitFor(() => expect(screen.queryByRole('link', { name: `${name} Harper` })).toBeNull());
  expect(screen.getByRole('link', { name: `${next} Harper` })).toHaveFocus();
});

it('after deleting the last referral, moves the focus to the heading', async () => {
  const { user, dialog } = await openOn('Ana', ['Ana']);
  await giveReason(user, dialog);
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('No Referral Records')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Referral List' })).toHaveFocus();
});

it('stays open with the reason when the deletion fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const deleteReferral = () => {
    throw new ApiError('status', { status: 503 });
  };
  const { user, dialog } = await openOn('Ana', ['Ana'], { deleteReferral });
  await giveReason(user, dialog);
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  expect(await dialog.findByText(FAILED)).toBeVisible();
  expect(dialog.getByText(/^The server has a problem/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'No' }));
  await expectClosed();
  expect(screen.getByRole('link', { name: 'Ana Harper' })).toBeVisible();
});

it('asks why, and says for how long it can be put back', async () => {
  const { user, dialog, inputsOf } = await openOn('Bea', ['Ana', 'Bea']);
  expect(await dialog.findByText(/You can put it back for 30 days, until/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  const why = dialog.getByLabelText('Why?');
  expect(why).toHaveFocus();
  expect(why).toHaveAccessibleDescription('Please choose a reason.');
  expect(inputsOf('deleteReferral')).toEqual([]);
  await giveReason(user, dialog, 'Other');
  await user.type(dialog.getByLabelText('In your words'), 'Asked on the phone');
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  await dialog.findByText(DONE);
  expect(inputsOf('deleteReferral')).toEqual([
    {
      body: { id: 'id of Bea', delete_reason: 'other', delete_note: 'Asked on the phone' },
    },
  ]);
});

it('keeps a sentence that is too long, and says so', async () => {
  const { user, dialog, inputsOf } = await openOn('Bea', ['Ana', 'Bea']);
  await giveReason(user, dialog);
  const words = dialog.getByLabelText('In your words');
  await user.click(words);
  await user.paste('x'.repeat(301));
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  expect(words).toHaveFocus();
  expect(words).toHaveValue('x'.repeat(301));
  expect(words).toHaveAccessibleDescription(/^This is too long: 301 of 300 characters/);
  expect(inputsOf('deleteReferral')).toEqual([]);
});

it('asks for no reason on a server that puts nothing back', async () => {
  const { user, dialog, inputsOf } = await openOn(
    'Bea',
    ['Ana', 'Bea'],
    stubMetaWithout('deleted'),
  );
  expect(dialog.queryByLabelText('Why?')).toBeNull();
  expect(dialog.queryByText(/put it back/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  await dialog.findByText(DONE);
  expect(inputsOf('deleteReferral')).toEqual([{ body: { id: 'id of Bea' } }]);
});

it('is not offered to a manager', async () => {
  await renderStaffApp({ role: 'MANAGER', answers: stubReferralList([makeReferral()]) });
  await findTable();
  expect(screen.queryByText('Delete Referral')).toBeNull();
});
