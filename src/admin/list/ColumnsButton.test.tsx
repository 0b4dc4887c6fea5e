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
  document.cookie = 'tableLayout=; path=/admin; max-age=0';
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

it('hides a column at once, and shows it again', async () => {
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

it('does not offer to hide the column that names a row or its actions', async () => {
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
    'Assigned to',
    'Tracking ID',
    'Referred By',
    'Entry Date',
    'Waiting',
    'Notes',
  ]);
});

it("shows all columns again with 'Reset columns'", async () => {
  const { user, dialog } = await hide('Sex', 'Notes');
  await user.click(dialog.getByRole('button', { name: 'Reset columns' }));
  for (const box of dialog.getAllByRole('checkbox')) expect(box).toBeChecked();
  await user.keyboard('{Escape}');
  expect(header('Sex')).toBeVisible();
  expect(header('Notes')).toBeVisible();
});

it('the button is missing where rows replace the table', async () => {
  setPhoneWidth();
  await renderStaffApp({ answers: answers() });
  await screen.findByRole('list', { name: 'Referrals, newest first' });
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Compact rows' })).toBeNull();
});

/** Also while a dialog hides the table from screen readers. */
const headers = () =>
  screen.getAllByRole('columnheader', { hidden: true }).map((each) => each.textContent);

it('moves a column among the movable ones by buttons that keep the focus, and announces its position', async () => {
  const { user, dialog } = await hide();
  const later = dialog.getByRole('button', { name: 'Move Contact Number later' });
  later.focus();
  await user.keyboard('{Enter}');
  expect(later).toHaveFocus();
  expect(dialog.getByText('Contact Number is now column 3 of 13')).toHaveRole('status');
  await user.click(dialog.getByRole('button', { name: 'Move Account Status later' }));
  await user.keyboard('{Escape}');
  expect(headers().slice(0, 7)).toEqual([
    // Selects the rows.
    '',
    'Site',
    'First Name',
    'Last Name',
    'Account Status',
    'Contact Number',
    'Sex',
  ]);
  expect(headers().slice(-2)).toEqual(['Update Referral', 'Delete Referral']);
});

it('cannot move the first column up or the last one down', async () => {
  const { user, dialog } = await hide();
  const before = headers();
  await user.click(dialog.getByRole('button', { name: 'Move Account Status earlier' }));
  await user.click(dialog.getByRole('button', { name: 'Move Notes later' }));
  expect(headers()).toEqual(before);
});

const widthOf = (label: string) => {
  const cells = screen.getAllByRole('columnheader', { hidden: true });
  const index = cells.findIndex((cell) => cell.textContent === label);
  // The least width is the first number of the expression.
  return Number(/[\d.]+/.exec(document.querySelectorAll('col')[index]?.style.width ?? '')?.[0]);
};

it('makes a column narrower or wider', async () => {
  const { user, dialog } = await hide();
  const usual = widthOf('Site');
  const width = dialog.getByLabelText('Width of the column Site');
  await user.selectOptions(width, 'Wide');
  expect(widthOf('Site')).toBeGreaterThan(usual);
  await user.selectOptions(width, 'Narrow');
  expect(widthOf('Site')).toBeLessThan(usual);
  await user.click(dialog.getByRole('button', { name: 'Reset columns' }));
  expect(widthOf('Site')).toBe(usual);
});

it('makes the rows higher, and as low again', async () => {
  const { user } = await renderStaffApp({ answers: answers() });
  const scroller = (await findTable()).closest('[class*=scroller]');
  const usual = scroller?.className;
  await user.click(screen.getByRole('button', { name: 'Comfortable rows' }));
  expect(scroller?.className).not.toBe(usual);
  await user.click(screen.getByRole('button', { name: 'Compact rows' }));
  expect(scroller?.className).toBe(usual);
});

it('remembers order, width and height on this device', async () => {
  const { user, dialog } = await hide();
  await user.click(dialog.getByRole('button', { name: 'Move Site earlier' }));
  await user.selectOptions(dialog.getByLabelText('Width of the column Site'), 'Wide');
  const wide = widthOf('Site');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Comfortable rows' }));
  const order = headers();
  cleanup();
  await renderStaffApp({ answers: answers() });
  await findTable();
  expect(headers()).toEqual(order);
  expect(widthOf('Site')).toBe(wide);
  expect(screen.getByRole('button', { name: 'Compact rows' })).toBeVisible();
});

it.each([
  '%7B',
  '%E0%A4%A',
  'null',
  '%7B%22hidden%22%3A5%2C%22widths%22%3A%7B%22a%22%3A%22x%22%7D%7D',
])('the table has its default layout with an unreadable cookie: %s', async (value) => {
  document.cookie = `tableLayout=${value}; path=/admin`;
  await renderStaffApp({ answers: answers() });
  await findTable();
  expect(headers()).toHaveLength(18);
});

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
  const [name, value = ''] = document.cookie.split('=');
  expect(name).toBe('tableLayout');
  expect(JSON.parse(decodeURIComponent(value))).toEqual({
    hidden: ['referrals.trackingId'],
    order: [],
    widths: {},
    isCompact: true,
  });
  window.history.replaceState(null, '', '/profile');
  expect(document.cookie).toBe('');
  expect(setItem).not.toHaveBeenCalled();
});
