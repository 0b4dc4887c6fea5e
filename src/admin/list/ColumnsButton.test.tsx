import { cleanup, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPhoneWidth } from '../../../tests/support/screenWidth';
import {
  findTable,
  stubReferralList,
  makeReferral,
  renderStaffApp,
} from '../../../tests/support/staffApp';

// The browser's own address decides which cookies there are.
beforeEach(() => window.history.replaceState(null, '', '/admin'));
afterEach(() => {
  document.cookie = 'hiddenColumns=; path=/admin; max-age=0';
  window.history.replaceState(null, '', '/');
});

const answers = () => stubReferralList([makeReferral({ status: 'Processed' })]);
const header = (name: string) => screen.queryByRole('columnheader', { name });

async function choose(user: UserEvent, ...labels: string[]) {
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Columns' }));
  for (const label of labels) await user.click(dialog.getByLabelText(label));
  return dialog;
}

async function hide(...labels: string[]) {
  const app = await renderStaffApp({ answers: answers() });
  await findTable();
  const dialog = await choose(app.user, ...labels);
  return { ...app, dialog };
}

it('takes a column out of the table at once, and puts it back', async () => {
  const { user, dialog } = await hide('Tracking ID');
  expect(dialog.getByLabelText('Tracking ID')).not.toBeChecked();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(header('Tracking ID')).toBeNull();
  expect(screen.queryByText('R-ABCD-1234')).toBeNull();
  expect(header('Site')).toBeVisible();

  await choose(user, 'Tracking ID');
  await user.keyboard('{Escape}');
  expect(header('Tracking ID')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus();
});

it('does not offer to hide what names a row or what is done with it', async () => {
  const { dialog } = await hide();
  const offered = dialog.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
  expect(offered).toEqual([
    'Account Status',
    'Contact Number',
    'Site',
    'Sex',
    'Date of Birth',
    'Substances',
    'Referral Status',
    'Tracking ID',
    'Referred By',
    'Entry Date',
    'Notes',
  ]);
});

it("shows them all again with 'Show all'", async () => {
  const { user, dialog } = await hide('Sex', 'Notes');
  await user.click(dialog.getByRole('button', { name: 'Show all' }));
  for (const box of dialog.getAllByRole('checkbox')) expect(box).toBeChecked();
  await user.keyboard('{Escape}');
  expect(header('Sex')).toBeVisible();
  expect(header('Notes')).toBeVisible();
});

it.each(['Referral Status', 'Tracking ID', 'Notes'])(
  'takes %s off the cards too',
  async (label) => {
    const text = {
      'Referral Status': 'Processed',
      'Tracking ID': 'R-ABCD-1234',
      Notes: 'See Notes',
    };
    const shown = text[label as keyof typeof text];
    setPhoneWidth();
    const { user } = await renderStaffApp({ answers: answers() });
    const cards = within(await screen.findByRole('list', { name: 'Referrals, newest first' }));
    expect(cards.getByText(shown)).toBeVisible();
    await choose(user, label);
    await user.keyboard('{Escape}');
    expect(cards.queryByText(shown)).toBeNull();
    expect(cards.getByRole('button', { name: /^Update Referral/ })).toBeVisible();
  },
);

it('is remembered on this device', async () => {
  await hide('Tracking ID', 'Sex');
  cleanup();
  await renderStaffApp({ answers: answers() });
  await findTable();
  expect(header('Tracking ID')).toBeNull();
  expect(header('Sex')).toBeNull();
  expect(header('Site')).toBeVisible();
});

it('is remembered in a cookie that no other page has, and nowhere else', async () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  await hide('Tracking ID');
  expect(document.cookie).toBe('hiddenColumns=referrals.trackingId');
  window.history.replaceState(null, '', '/profile');
  expect(document.cookie).toBe('');
  expect(setItem).not.toHaveBeenCalled();
});
