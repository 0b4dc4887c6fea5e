/** 'Call back on …' for selected referrals. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setDesktopWidth } from '../../../../tests/support/screenWidth';
import { stubMetaWithout } from '../../../../tests/support/ourServer';
import {
  findTable,
  makeReferral,
  NO_CONTACT,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import type { Contact } from '../../../../contract/entities/contactState';
import { setTimeZone } from '../../../i18n/providerTime';

/** Filed on this Thursday, so that Friday is within the standard. */
const people = (changes: Partial<Contact> = {}) =>
  ['Ada', 'Ben', 'Cleo'].map((first_name, at) =>
    makeReferral({
      _id: `r${at + 1}`,
      first_name,
      entry_date: '2026-12-03T17:00:00Z',
      contact: { ...NO_CONTACT, ...changes },
    }),
  );

async function openDialog(referrals = people(), options = {}) {
  const app = await renderStaffApp({
    ...options,
    answers: {
      ...stubReferralList(referrals),
      changeReferrals: ({ body }) => ({
        results: (body as { items: { id: string }[] }).items.map(({ id }) => ({
          id,
          outcome: 'done',
        })),
      }),
    },
  });
  await findTable();
  await app.user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await app.user.click(await screen.findByRole('button', { name: 'Call back on …' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'When to call 3 people back?' }));
  const save = () => app.user.click(dialog.getByRole('button', { name: 'Set the day' }));
  return { ...app, dialog, save };
}

const daysOf = (input: { body?: unknown } | undefined) =>
  (input?.body as { items: { on: string }[] } | undefined)?.items.map(({ on }) => on);

beforeEach(() => {
  setDesktopWidth();
  vi.useFakeTimers({ now: new Date('2026-12-03T18:00:00Z'), toFake: ['Date'] });
  setTimeZone('America/Los_Angeles');
});
afterEach(() => {
  vi.useRealTimers();
  setTimeZone('');
});

it('offers the next business day, and sets it at once', async () => {
  const { dialog, save, inputsOf } = await openDialog();
  expect(dialog.getByLabelText('Call back on')).toHaveValue('2026-12-04');
  expect(dialog.queryByLabelText('Why so late?')).toBeNull();
  await save();
  expect(await screen.findByText(/^3 people have a day to be called back\./)).toBeVisible();
  expect(inputsOf('changeReferrals').map(({ body }) => body)).toEqual([
    expect.objectContaining({ action: 'followUp' }),
  ]);
  expect(daysOf(inputsOf('changeReferrals')[0])).toEqual([
    '2026-12-04',
    '2026-12-04',
    '2026-12-04',
  ]);
});

it('spreads the calls over business days, and asks why once where nobody was called', async () => {
  const { dialog, save, user, inputsOf } = await openDialog();
  fireEvent.change(dialog.getByLabelText('Spread over business days'), { target: { value: '3' } });
  await save();
  const why = dialog.getByLabelText('Why so late?');
  await waitFor(() => expect(why).toHaveFocus());
  expect(dialog.getByText('Say why, so that it is in the history.')).toBeVisible();
  expect(inputsOf('changeReferrals')).toEqual([]);
  await user.type(why, 'Schools are closed');
  await save();
  await screen.findByText(/^3 people have a day to be called back\./);
  expect(daysOf(inputsOf('changeReferrals')[0])).toEqual([
    '2026-12-04',
    '2026-12-07',
    '2026-12-08',
  ]);
  expect(inputsOf('changeReferrals')[0]?.body).toMatchObject({ because: 'Schools are closed' });
});

it('asks no reason for what is from before the upgrade', async () => {
  const { dialog, save, inputsOf } = await openDialog(people({ is_from_before: true }));
  fireEvent.change(dialog.getByLabelText('Call back on'), { target: { value: '2027-01-04' } });
  await save();
  await screen.findByText(/^3 people have a day to be called back\./);
  expect(inputsOf('changeReferrals')[0]?.body).not.toHaveProperty('because');
});

it.each([
  ['Call back on', '2026-12-02', 'Choose a day from today to one year ahead.'],
  ['Spread over business days', '0', 'Enter a number from 1 to 60 that ends within a year.'],
])('refuses %s %s', async (label, value, error) => {
  const { dialog, save, inputsOf } = await openDialog();
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  await save();
  expect(dialog.getByText(error)).toBeVisible();
  expect(inputsOf('changeReferrals')).toEqual([]);
});

it('is absent with a server that has no days to call back', async () => {
  const { user } = await renderStaffApp({
    answers: { ...stubMetaWithout('contact'), ...stubReferralList(people()) },
  });
  await findTable();
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  expect(await screen.findByRole('button', { name: 'Set status' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Call back on …' })).toBeNull();
});
