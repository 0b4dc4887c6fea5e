import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { stubAccounts, makeAccount } from '../../../tests/support/stubAccounts';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import { ACCOUNT_REFUSALS } from '../../../contract/staffConstants';
import { ApiError } from '../../api/ApiError';

const QUESTIONS = {
  Deactivate: 'Are you sure you want to deactivate user?',
  Reactivate: 'Are you sure you want to reactivate user?',
};
const refusal = (status: number, detail?: string) => () => {
  throw new ApiError('status', { status, detail });
};
/** In development, react-admin logs a failed call to the console. */
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

/** Opens the question about Pat Doe, by keyboard. */
async function open(action: keyof typeof QUESTIONS, answers: Answers = {}) {
  const app = await renderStaffApp({
    path: '/accounts/list',
    answers: {
      ...stubAccounts(
        makeAccount({ approved: action === 'Deactivate' }),
        makeAccount({ _id: 'a2', fullname: 'Kim Li', username: 'kim@clinic.example' }),
      ),
      ...answers,
    },
  });
  const opener = await screen.findByRole('button', { name: `${action} Pat Doe` });
  opener.focus();
  await app.user.keyboard('{Enter}');
  const dialog = within(screen.getByRole('alertdialog', { name: QUESTIONS[action] }));
  await findLoaded();
  return { ...app, opener, dialog };
}

/** Waits until the number of open referrals is known, before which nothing can be confirmed. */
const findLoaded = () =>
  waitFor(() => {
    const dialog = within(screen.getByRole('alertdialog'));
    for (const button of dialog.getAllByRole('button')) {
      expect(button).not.toHaveAttribute('aria-disabled');
    }
  });

const findClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

it('asks whether to deactivate the account, which it names', async () => {
  const { dialog } = await open('Deactivate');
  expect(dialog.getByRole('heading', { name: QUESTIONS.Deactivate })).toBeVisible();
  expect(dialog.getByText('You can always reactivate user afterwards.')).toBeVisible();
  expect(dialog.getByText('Pat Doe')).toBeVisible();
  expect(dialog.getByText(/pat@clinic\.example/)).toBeVisible();
  const buttons = dialog.getAllByRole('button').map((button) => button.textContent);
  expect(buttons).toEqual(['Deactivate', 'Not now']);
});

it('the alert dialog is described by its account', async () => {
  await open('Deactivate');
  expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
    /^Pat Doe.*You can always reactivate user afterwards\.$/,
  );
});

it('asks whether to reactivate the account, which it names', async () => {
  const { dialog } = await open('Reactivate');
  expect(dialog.getByRole('heading', { name: QUESTIONS.Reactivate })).toBeVisible();
  expect(dialog.getByText('You can always deactivate user after activating.')).toBeVisible();
  expect(dialog.getByText('Pat Doe')).toBeVisible();
  const buttons = dialog.getAllByRole('button').map((button) => button.textContent);
  expect(buttons).toEqual(['Activate', 'Not now']);
});

it.each(['Not now', 'Escape'])('changes nothing with %s, and restores the focus', async (no) => {
  const { user, dialog, opener, inputsOf } = await open('Deactivate');
  if (no === 'Escape') await user.keyboard('{Escape}');
  else await user.click(dialog.getByRole('button', { name: no }));
  await findClosed();
  expect(inputsOf('deactivateAccount')).toEqual([]);
  expect(opener).toHaveFocus();
});

it('deactivates once for a double click, shows the success and updates the row', async () => {
  const { dialog, inputsOf } = await open('Deactivate');
  const yes = dialog.getByRole('button', { name: 'Deactivate' });
  act(() => {
    yes.click();
    yes.click();
  });
  expect(await dialog.findByText('User deactivated.')).toBeVisible();
  expect(inputsOf('deactivateAccount')).toEqual([{ params: { id: 'a1' } }]);
  await findClosed();
  const button = await screen.findByRole('button', { name: 'Reactivate Pat Doe' });
  expect(button).toHaveFocus();
  expect(screen.getByText('Not approved')).toBeVisible();
  expect(screen.getByText('User deactivated.')).toBeVisible();
});

it('reactivates, shows the success and updates the row', async () => {
  const { user, dialog, inputsOf } = await open('Reactivate');
  await user.click(dialog.getByRole('button', { name: 'Activate' }));
  expect(await dialog.findByText('User reactivated.')).toBeVisible();
  expect(inputsOf('reactivateAccount')).toEqual([{ params: { id: 'a1' } }]);
  await findClosed();
  expect(await screen.findByRole('button', { name: 'Deactivate Pat Doe' })).toHaveFocus();
  expect(screen.queryByText('Not approved')).toBeNull();
});

it('a change keeps the search', async () => {
  const { user } = await renderStaffApp({
    path: '/accounts/list',
    answers: stubAccounts(
      makeAccount(),
      makeAccount({ _id: 'a2', fullname: 'Kim Li', username: 'kim@clinic.example' }),
    ),
  });
  await user.type(await screen.findByRole('searchbox'), 'pat{Enter}');
  await waitFor(() => expect(screen.queryByText('Kim Li')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Deactivate Pat Doe' }));
  const dialog = within(screen.getByRole('alertdialog'));
  await findLoaded();
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  await findClosed();
  expect(await screen.findByRole('button', { name: 'Reactivate Pat Doe' })).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveValue('pat');
  expect(screen.queryByText('Kim Li')).toBeNull();
});

it.each([
  [409, 'You cannot deactivate yourself', 'You cannot deactivate your own account.'],
  [409, 'The last super user cannot be deactivated', 'The last super user cannot be deactivated.'],
  [404, 'Not Found', 'This account no longer exists.'],
  [409, 'Not on a Sunday', 'Not on a Sunday'],
])('explains a failed deactivation (%i %s)', async (status, detail, text) => {
  expectConsoleErrors();
  const { user, dialog } = await open('Deactivate', {
    deactivateAccount: refusal(status, detail),
  });
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  const problem = within(await dialog.findByRole('alert'));
  expect(problem.getByText('Could not deactivate user')).toBeVisible();
  expect(problem.getByText(text)).toBeVisible();
});

it('says that the login of a deleted referral stays deactivated', async () => {
  expectConsoleErrors();
  const { user, dialog } = await open('Reactivate', {
    reactivateAccount: refusal(409, ACCOUNT_REFUSALS.referralDeleted),
  });
  await user.click(dialog.getByRole('button', { name: 'Activate' }));
  const problem = within(await dialog.findByRole('alert'));
  const text = 'The referral of this account was deleted. The account stays deactivated.';
  expect(problem.getByText(text)).toBeVisible();
});

it('says that a reactivation needs email first if nobody has chosen a password', async () => {
  expectConsoleErrors();
  const { user, dialog } = await open('Reactivate', {
    reactivateAccount: refusal(409, ACCOUNT_REFUSALS.noPassword),
  });
  await user.click(dialog.getByRole('button', { name: 'Activate' }));
  const problem = within(await dialog.findByRole('alert'));
  expect(problem.getByText('Could not reactivate user')).toBeVisible();
  const text =
    'Nobody has chosen a password for this account yet. Set up email on the server first, so that a link to choose one can be sent.';
  expect(problem.getByText(text)).toBeVisible();
});

it('offers a retry after a server error', async () => {
  expectConsoleErrors();
  const reactivateAccount = vi.fn<() => unknown>().mockReturnValue({ detail: 'ok' });
  reactivateAccount.mockImplementationOnce(refusal(503));
  const { user, dialog } = await open('Reactivate', { reactivateAccount });
  await user.click(dialog.getByRole('button', { name: 'Activate' }));
  expect(await dialog.findByText('Could not reactivate user')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('User reactivated.')).toBeVisible();
});

it('shows the texts in Spanish', async () => {
  const { user } = await renderStaffApp({
    path: '/accounts/list',
    language: 'es',
    answers: stubAccounts(makeAccount()),
  });
  await user.click(await screen.findByRole('button', { name: 'Desactivar Pat Doe' }));
  const dialog = within(
    screen.getByRole('alertdialog', { name: '¿Desea desactivar esta cuenta?' }),
  );
  expect(dialog.getByRole('button', { name: 'Ahora no' })).toBeVisible();
});
