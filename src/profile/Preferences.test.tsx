import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { stubMetaWithout, THIRD_PARTY_BACKEND } from '../../tests/support/ourServer';
import { type Answers, renderStaffApp } from '../../tests/support/staffApp';
import type { Role } from '../../contract/constants';
import { ApiError } from '../api/ApiError';

const LABEL = 'Email me when a referral is assigned to me';

const openProfile = (answers: Answers = {}, role: Role = 'SUPERUSER') =>
  renderStaffApp({
    role,
    path: '/profile',
    answers: {
      getPreferences: () => ({ owner_emails: true }),
      ...answers,
    },
  });

it('shows the preference and changes it at once', async () => {
  const { user, inputsOf } = await openProfile();
  const box = await screen.findByRole('checkbox', { name: LABEL });
  await waitFor(() => expect(box).toBeEnabled());
  expect(box).toBeChecked();
  await user.click(box);
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(box).not.toBeChecked();
  expect(inputsOf('setPreferences')).toEqual([{ body: { owner_emails: false } }]);
});

it('returns to the stored preference when saving fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await openProfile({
    setPreferences: () => {
      throw new ApiError('network');
    },
  });
  const box = await screen.findByRole('checkbox', { name: LABEL });
  await waitFor(() => expect(box).toBeEnabled());
  await user.click(box);
  expect(await screen.findByText('Your choice could not be saved.')).toBeVisible();
  expect(box).toBeChecked();
});

it.each([
  ['a manager', {}, 'MANAGER'],
  ['a third-party backend', THIRD_PARTY_BACKEND, 'SUPERUSER'],
  ['an older server without owners', stubMetaWithout('owners'), 'SUPERUSER'],
] as const)('is not there for %s', async (_who, answers, role) => {
  const { inputsOf } = await openProfile(answers, role);
  expect(await screen.findByRole('heading', { name: 'Personal Information' })).toBeVisible();
  await waitFor(() => expect(inputsOf('meta').length).toBeGreaterThan(0));
  expect(screen.queryByRole('checkbox', { name: LABEL })).toBeNull();
  expect(inputsOf('getPreferences')).toEqual([]);
});
