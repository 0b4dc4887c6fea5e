import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { pairFor } from '../../tests/support/fakeSession';
import { THIRD_PARTY_BACKEND } from '../../tests/support/ourServer';
import { type Answers, renderStaffApp } from '../../tests/support/staffApp';
import type { Role } from '../../contract/constants';
import { ApiError } from '../api/ApiError';

const OLD = 'Bright-Meadow-93-Kites';
const NEW = 'Calm-Orchard-41-Bridges';
const ENTERED = { 'Current Password': OLD, 'New Password': NEW, 'Confirm New Password': NEW };
const FAILED = 'Something went wrong. Could not change the password.';

const refusal = (status: number, field?: string) => () => {
  throw new ApiError('status', { status, locations: field ? [['body', field]] : [] });
};

async function openForm(answers: Answers = {}, role: Role = 'MANAGER') {
  const next = { ...pairFor(role), refresh_token: 'next' };
  const app = await renderStaffApp({
    role,
    path: '/profile',
    answers: { changePassword: () => next, ...answers },
  });
  const title = await screen.findByRole('heading', { level: 2, name: 'Change Password' });
  return { ...app, form: within(title.closest('section') as HTMLElement) };
}
type Opened = Awaited<ReturnType<typeof openForm>>;

async function enter({ user, form }: Opened, fields: Partial<typeof ENTERED> = {}) {
  for (const [label, text] of Object.entries({ ...ENTERED, ...fields })) {
    await user.type(form.getByLabelText(label), text);
  }
  await user.click(form.getByRole('button', { name: 'Change Password' }));
}

it.each(['SUPERUSER', 'MANAGER', 'REFERRAL'] as const)(
  'a %s replaces their password: the new tokens are stored and the form is empty',
  async (role) => {
    const opened = await openForm({}, role);
    await enter(opened);
    expect(await opened.form.findByText('Your password was changed.')).toBeVisible();
    const body = { current_password: OLD, new_pass: NEW };
    expect(opened.inputsOf('changePassword')).toEqual([{ body }]);
    expect(opened.session.read()?.refresh_token).toBe('next');
    for (const label of Object.keys(ENTERED)) {
      expect(opened.form.getByLabelText(label)).toHaveValue('');
    }
  },
);

it('is hidden with a third-party backend', async () => {
  await renderStaffApp({ role: 'MANAGER', path: '/profile', answers: THIRD_PARTY_BACKEND });
  await screen.findByRole('heading', { name: 'Personal Information' });
  expect(screen.queryByRole('heading', { name: 'Change Password' })).toBeNull();
});

it.each([
  [{ 'New Password': 'abc', 'Confirm New Password': 'abc' }, /at least 6 characters$/],
  [{ 'New Password': OLD, 'Confirm New Password': OLD }, /different from the current one$/],
  [{ 'Confirm New Password': 'Else-Where-55' }, 'Passwords need to match'],
])('validates before it sends: %#', async (fields, text) => {
  const opened = await openForm();
  await enter(opened, fields);
  const flagged = await opened.form.findAllByText(text);
  expect(flagged.some(({ id }) => id !== '')).toBe(true);
  expect(opened.inputsOf('changePassword')).toEqual([]);
});

it('requires every field, and can show each password', async () => {
  const { user, form } = await openForm();
  await user.click(form.getByRole('button', { name: 'Change Password' }));
  expect(await form.findByText('Current password is required', { selector: 'p' })).toBeVisible();
  const summary = await form.findByRole('group', { name: 'Please check these 3 fields:' });
  await waitFor(() => expect(summary).toHaveFocus());
  expect(form.getAllByRole('button', { name: 'Show password' })).toHaveLength(3);
});

it.each([
  [refusal(422, 'current_password'), /^This is not your current password/],
  [refusal(422, 'new_pass'), 'Please choose a password that is longer or harder to guess.'],
  [refusal(429), /too many/i],
])('explains a failure and keeps the input: %#', async (changePassword, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const opened = await openForm({ changePassword });
  await enter(opened);
  expect(await opened.form.findByText(text)).toBeVisible();
  expect(opened.form.getByText(FAILED)).toBeVisible();
  for (const [label, entered] of Object.entries(ENTERED)) {
    expect(opened.form.getByLabelText(label)).toHaveValue(entered);
  }
  await waitFor(() => expect(opened.session.read()?.refresh_token).toBe('refresh'));
});
