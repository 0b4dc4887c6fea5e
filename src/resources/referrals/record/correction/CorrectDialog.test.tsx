import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Referral } from '../../../../../contract/entities/referral';
import { recordAnswers } from '../../../../../tests/support/historyFixtures';
import {
  type Answers,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../../tests/support/staffApp';
import { ApiError } from '../../../../api/ApiError';

const SITES = [
  { _id: 's1', name: 'Northside High' },
  { _id: 's2', name: 'Probation Referral' },
];
const FILED = {
  substance: ['Alcohol-related', 'Unknown substance'],
  site: { value: 's1', label: 'Northside High' },
  first_name: 'Robin',
  last_name: 'Harper',
  contact_number: '(555) 010-2030',
  sex: 'Other',
  dob: '2008-03-09',
};

async function openCorrection(answers: Answers = {}, referral: Partial<Referral> = {}) {
  const app = await renderStaffApp({
    path: '/admin/r1',
    answers: {
      ...stubReferralList([makeReferral({ version: 3, ...referral })]),
      ...recordAnswers,
      listSites: () => SITES,
      ...answers,
    },
  });
  const record = await screen.findByRole('dialog', { name: /^Referral Status/ });
  await app.user.click(await within(record).findByRole('button', { name: 'Correct details' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Correct details of: Robin Harper' }),
  );
  await dialog.findByLabelText('First Name');
  const save = () => app.user.click(dialog.getByRole('button', { name: 'Save corrections' }));
  const retype = async (label: string, text: string) => {
    await app.user.clear(dialog.getByLabelText(label));
    if (text) await app.user.type(dialog.getByLabelText(label), text);
  };
  return { ...app, record, dialog, save, retype };
}

const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

it('starts with what was filed, sends the correction with the version, and refreshes list and history', async () => {
  const { dialog, record, save, retype, inputsOf, user } = await openCorrection();
  expect(dialog.getByLabelText('First Name')).toHaveValue('Robin');
  expect(dialog.getByLabelText('Date of Birth')).toHaveValue('2008-03-09');
  expect(dialog.queryByLabelText('Notes')).toBeNull();
  expect(dialog.getByText(/The earlier values stay in the history/)).toBeVisible();
  await retype('First Name', 'Robyn');
  await user.selectOptions(dialog.getByLabelText('Sex'), 'Female');
  const read = inputsOf('getHistory').length;
  await save();

  expect(await dialog.findByText('Details corrected.')).toBeVisible();
  expect(inputsOf('correctReferral')).toMatchObject([
    {
      headers: { 'If-Match': '"3"' },
      body: { id: 'r1', ...FILED, first_name: 'Robyn', sex: 'Female' },
    },
  ]);
  expect(inputsOf('correctReferral')[0]?.body).not.toHaveProperty('notes');
  await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([record]));
  await waitFor(() => expect(inputsOf('getHistory').length).toBeGreaterThan(read));
});

it('shows each refused field the text of the referral form, and keeps the input', async () => {
  expectConsoleErrors();
  const { dialog, save, retype } = await openCorrection({
    correctReferral: () => {
      throw new ApiError('status', {
        status: 422,
        locations: [
          ['body', 'first_name'],
          ['body', 'contact_number'],
        ],
        types: ['missing', 'value_error'],
      });
    },
  });
  await retype('First Name', '');
  await retype('Contact Number', '12');
  await save();
  expect(await dialog.findByText('Missing First Name', { selector: 'p' })).toBeVisible();
  const phone = 'Enter a phone number with 7 to 20 digits';
  expect(dialog.getByText(phone, { selector: 'p' })).toBeVisible();
  expect(dialog.getByText('The details could not be corrected.')).toBeVisible();
  expect(dialog.getByLabelText('Contact Number')).toHaveValue('12');
  await waitFor(() =>
    expect(dialog.getByText(/^Please check these 2/).parentElement).toHaveFocus(),
  );
  await retype('First Name', 'Robyn');
  expect(dialog.getByLabelText('First Name')).toBeValid();
  expect(dialog.getByLabelText('Contact Number')).toBeInvalid();
});

it('shows the probation details of a probation referral', async () => {
  const { dialog } = await openCorrection(
    { listCounties: () => [{ id: 'c1', name: 'Alpine' }] },
    { site: { value: 's2', label: 'Probation Referral' }, mediCal_county: 'c1', mediCal: 'M-1' },
  );
  expect(dialog.getByLabelText('Medical Insurance #')).toHaveValue('M-1');
  await waitFor(() => expect(dialog.getByLabelText('Medi-Cal County')).toHaveValue('c1'));
});

it('requires a substance and a site', async () => {
  const { dialog, save, inputsOf } = await openCorrection(
    {},
    { substance: [], site: { value: '', label: '' } },
  );
  await save();
  expect(await dialog.findByText('Missing substance type', { selector: 'p' })).toBeVisible();
  expect(dialog.getByText('Missing site', { selector: 'p' })).toBeVisible();
  expect(inputsOf('correctReferral')).toEqual([]);
});

it('keeps the input after a failure, and sends it again', async () => {
  expectConsoleErrors();
  const correctReferral = vi.fn<() => unknown>().mockImplementationOnce(() => {
    throw new ApiError('network');
  });
  const { dialog, save, retype, user } = await openCorrection({ correctReferral });
  await retype('Last Name', 'Harpur');
  await save();
  expect(await dialog.findByText('The details could not be corrected.')).toBeVisible();
  expect(dialog.getByLabelText('Last Name')).toHaveValue('Harpur');
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('Details corrected.')).toBeVisible();
});

it('asks before it discards input', async () => {
  const { dialog, retype, user } = await openCorrection();
  await retype('Last Name', 'Harpur');
  await user.keyboard('{Escape}');
  expect(dialog.getByRole('button', { name: 'Keep editing' })).toHaveFocus();
});

it('shows what someone else corrected beside the input, and keeps either', async () => {
  expectConsoleErrors();
  const theirs = makeReferral({ version: 4, first_name: 'Roberta', last_name: 'Harpe' });
  const correctReferral = vi.fn<() => unknown>().mockImplementationOnce(() => {
    throw new ApiError('status', { status: 412 });
  });
  const { dialog, save, retype, user, inputsOf } = await openCorrection({
    correctReferral,
    getReferral: () => theirs,
  });
  await retype('First Name', 'Robyn');
  await save();
  expect(await dialog.findByText('Roberta')).toBeVisible();
  expect(dialog.getByText('Robyn')).toBeVisible();
  expect(dialog.getByText('Harpe')).toBeVisible();
  expect(dialog.getByLabelText('First Name')).toHaveValue('Robyn');
  await user.click(dialog.getByRole('button', { name: 'Save my version instead' }));
  expect(await dialog.findByText('Details corrected.')).toBeVisible();
  expect(inputsOf('correctReferral')[1]).toMatchObject({
    headers: { 'If-Match': '"4"' },
    body: { first_name: 'Robyn', last_name: 'Harpe' },
  });
});

it('says that the referral no longer exists', async () => {
  expectConsoleErrors();
  const { dialog, save, retype } = await openCorrection({
    correctReferral: () => {
      throw new ApiError('status', { status: 404, detail: 'Not Found' });
    },
  });
  await retype('First Name', 'Robyn');
  await save();
  expect(await dialog.findByText(/^This referral no longer exists/)).toBeVisible();
});

it('is not offered to a manager', async () => {
  await renderStaffApp({
    role: 'MANAGER',
    path: '/admin/r1',
    answers: { ...stubReferralList([makeReferral()]), ...recordAnswers },
  });
  const record = await screen.findByRole('dialog', { name: /^Referral Status/ });
  expect(await within(record).findByText('Received from a guest')).toBeVisible();
  expect(within(record).queryByRole('button', { name: 'Correct details' })).toBeNull();
});
