import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { stubMetaWithout, THIRD_PARTY_BACKEND } from '../../tests/support/ourServer';
import { type Answers, renderStaffApp } from '../../tests/support/staffApp';
import type { Role } from '../../contract/constants';
import { ApiError } from '../api/ApiError';

const LABEL = 'Email me when a referral is assigned to me';
const MORNING = 'Email me each morning how much is to do today';

const openProfile = (answers: Answers = {}, role: Role = 'SUPERUSER') =>
  renderStaffApp({
    role,
    path: '/profile',
    answers: {
      getPreferences: () => ({ owner_emails: true, morning_mail: false }),
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

it('offers the morning mail to a manager, who owns no referrals', async () => {
  const { user, inputsOf } = await openProfile({}, 'MANAGER');
  const box = await screen.findByRole('checkbox', { name: MORNING });
  await waitFor(() => expect(box).toBeEnabled());
  expect(box).not.toBeChecked();
  expect(screen.queryByRole('checkbox', { name: LABEL })).toBeNull();
  await user.click(box);
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(box).toBeChecked();
  expect(inputsOf('setPreferences')).toEqual([
    { body: { owner_emails: true, morning_mail: true } },
  ]);
});

it('keeps one choice when the other changes', async () => {
  const { user } = await openProfile({
    getPreferences: () => ({ owner_emails: true, morning_mail: true }),
  });
  const box = await screen.findByRole('checkbox', { name: LABEL });
  await waitFor(() => expect(box).toBeEnabled());
  await user.click(box);
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: MORNING })).toBeChecked();
});

it('has no morning mail on an older server', async () => {
  await openProfile(stubMetaWithout('morningMail'));
  expect(await screen.findByRole('checkbox', { name: LABEL })).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: MORNING })).toBeNull();
});

it.each([
  ['someone with a referral only', {}, 'REFERRAL'],
  ['a manager on an older server', stubMetaWithout('morningMail'), 'MANAGER'],
  ['a third-party backend', THIRD_PARTY_BACKEND, 'SUPERUSER'],
  ['an older server without owners', stubMetaWithout('owners', 'morningMail'), 'SUPERUSER'],
] as const)('is not there for %s', async (_who, answers, role) => {
  const { inputsOf } = await openProfile(answers, role);
  expect(await screen.findByRole('heading', { name: 'Personal Information' })).toBeVisible();
  await waitFor(() => expect(inputsOf('meta').length).toBeGreaterThan(0));
  expect(screen.queryByRole('checkbox', { name: LABEL })).toBeNull();
  expect(inputsOf('getPreferences')).toEqual([]);
});
