import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Referral } from '../../../../contract/entities/referral';
import { recordAnswers } from '../../../../tests/support/historyFixtures';
import {
  type Answers,
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import { ApiError } from '../../../api/ApiError';

const NAMES = ['Ada', 'Ben', 'Cleo'];
const THREE = NAMES.map((first_name, at) =>
  makeReferral({ _id: `r${at + 1}`, first_name, version: 1 }),
);
const titleOf = (name: string) => `Referral Status for: ${name} Harper`;
const findRecord = (name: string) => screen.findByRole('dialog', { name: titleOf(name) });

afterEach(() => {
  document.cookie = 'shortcutKeys=on; path=/; max-age=0';
});

async function openFirst(answers: Answers = {}, referrals: readonly Referral[] = THREE) {
  const app = await renderStaffApp({
    answers: { ...recordAnswers, ...stubReferralList(referrals), ...answers },
  });
  const [first] = referrals;
  const name = `${first?.first_name} ${first?.last_name}`;
  await app.user.click(within(await findTable()).getByRole('link', { name }));
  return { ...app, dialog: within(await findRecord(first?.first_name ?? '')) };
}

it('steps through the list by keys, and returns the focus to the row of the last record', async () => {
  const { user, dialog } = await openFirst();
  expect(dialog.getByText('1 of 3')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('j');
  expect(within(await findRecord('Ben')).getByText('2 of 3')).toBeVisible();
  await user.keyboard('j');
  await findRecord('Cleo');
  await user.keyboard('j');
  await findRecord('Cleo');
  await user.keyboard('k');
  await findRecord('Ben');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('link', { name: 'Ben Harper' })).toHaveFocus();
});

it('steps by buttons, and asks before it discards input', async () => {
  const { user, dialog } = await openFirst();
  await user.type(dialog.getByLabelText('Notes'), 'jk stays text');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByLabelText('Notes')).toHaveValue('jk stays text');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.click(dialog.getByRole('button', { name: 'Close without saving' }));
  const next = within(await findRecord('Ben'));
  await user.click(next.getByRole('button', { name: 'Previous' }));
  expect(within(await findRecord('Ada')).getByLabelText('Notes')).toHaveValue('');
});

it('steps to the next page', async () => {
  const many = Array.from({ length: 26 }, (_, at) =>
    makeReferral({ _id: `p${at}`, first_name: `P${at}` }),
  );
  const app = await renderStaffApp({
    path: '/admin/p24',
    answers: { ...recordAnswers, ...stubReferralList(many) },
  });
  const last = within(await findRecord('P24'));
  await app.user.click(await last.findByRole('button', { name: 'Next' }));
  expect(await findRecord('P25')).toBeVisible();
});

it('lists the keys, which can be turned off', async () => {
  const { user, dialog } = await openFirst();
  await user.keyboard('?');
  const keys = within(await screen.findByRole('dialog', { name: 'Shortcuts' }));
  await user.click(keys.getByRole('checkbox'));
  await user.click(keys.getByRole('button', { name: 'Close' }));
  await user.keyboard('j?');
  expect(await findRecord('Ada')).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Shortcuts' })).toBeNull();
  expect(document.cookie).toContain('shortcutKeys=off');
  expect(dialog.getByRole('button', { name: 'Next' })).not.toHaveAttribute('aria-keyshortcuts');
});

it('saves by Ctrl+Enter in the notes', async () => {
  const { user, dialog, inputsOf } = await openFirst();
  await user.type(dialog.getByLabelText('Notes'), 'Called{enter}twice');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await dialog.findByText(/^Successfully updated referral/)).toBeVisible();
  expect(inputsOf('updateReferral')).toMatchObject([{ body: { notes: 'Called\ntwice' } }]);
});

it('does not handle Enter in a select if the browser cannot tell whether it is open', async () => {
  const { dialog, inputsOf } = await openFirst();
  vi.stubGlobal('CSS', { supports: () => false });
  fireEvent.keyDown(dialog.getByLabelText('Referral Status'), { key: 'Enter' });
  vi.unstubAllGlobals();
  expect(inputsOf('updateReferral')).toEqual([]);
});

it('closes when the referral is deleted from the dialog', async () => {
  const { user, dialog, inputsOf } = await openFirst({ deleteReferral: () => ({ detail: 'ok' }) });
  await user.click(dialog.getByRole('button', { name: 'Delete Referral' }));
  const question = within(screen.getByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5_000 });
  expect(inputsOf('deleteReferral')).toMatchObject([{ body: { id: 'r1' } }]);
});

it('offers a login only to a person without one', async () => {
  const { user, dialog } = await openFirst();
  await user.click(dialog.getByRole('button', { name: 'Create Login' }));
  expect(screen.getByRole('dialog', { name: /^Create New Referral Account/ })).toBeVisible();
});

it('assigns another owner, and then saves without a conflict', async () => {
  const { user, dialog, inputsOf } = await openFirst();
  const owner = await dialog.findByLabelText('Assigned to');
  await dialog.findByRole('option', { name: 'Me (Sam Rivera)' });
  const options = within(owner).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Nobody yet',
    'Me (Sam Rivera)',
    'Alex Moreau',
  ]);
  await user.selectOptions(owner, 'Alex Moreau');
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  expect(await dialog.findByText('Assignment changed.')).toBeVisible();
  expect(inputsOf('assignOwner')).toMatchObject([
    { headers: { 'If-Match': '"1"' }, body: { id: 'r1', owner: 'o1' } },
  ]);
  expect(owner).toHaveValue('o1');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  await dialog.findByText(/^Successfully updated referral/);
  expect(inputsOf('updateReferral')).toMatchObject([{ headers: { 'If-Match': '"2"' } }]);
});

it('saves a chosen owner together with the referral', async () => {
  const { user, dialog, inputsOf } = await openFirst();
  await dialog.findByRole('option', { name: 'Alex Moreau' });
  await user.selectOptions(dialog.getByLabelText('Assigned to'), 'Alex Moreau');
  await user.selectOptions(dialog.getByLabelText('Referral Status'), 'Processed');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  await dialog.findByText(/^Successfully updated referral/);
  expect(inputsOf('assignOwner')).toMatchObject([{ body: { owner: 'o1' } }]);
  expect(inputsOf('updateReferral')).toMatchObject([
    { headers: { 'If-Match': '"2"' }, body: { status: 'Processed' } },
  ]);
});

it('shows the owner whom someone else assigned while the dialog was open', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, dialog } = await openFirst({
    assignOwner: () => {
      throw new ApiError('status', { status: 412 });
    },
    getReferral: () =>
      makeReferral({ first_name: 'Ada', version: 2, owner: { id: 'o2', fullname: 'Sam Rivera' } }),
  });
  await dialog.findByRole('option', { name: 'Alex Moreau' });
  await user.selectOptions(dialog.getByLabelText('Assigned to'), 'Alex Moreau');
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  expect(await dialog.findByText('The assignment could not be changed.')).toBeVisible();
  const notice = within(dialog.getByRole('alert'));
  expect(await notice.findByText('Sam Rivera')).toBeVisible();
  expect(notice.getByText('Alex Moreau')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep the current version' }));
  expect(dialog.getByLabelText('Assigned to')).toHaveValue('o2');
});

it("tells owners of one name apart by their emails, and marks 'Me' by id", async () => {
  const owners = ['north', 'south'].map((at, index) => ({
    _id: `o${index + 1}`,
    fullname: 'Sam Rivera',
    username: `${at}@clinic.example`,
  }));
  const app = await renderStaffApp({
    accountId: 'o2',
    answers: { ...recordAnswers, ...stubReferralList(THREE), listOwners: () => owners },
  });
  await app.user.click(within(await findTable()).getByRole('link', { name: 'Ada Harper' }));
  const owner = await within(await findRecord('Ada')).findByLabelText('Assigned to');
  await within(owner).findByRole('option', { name: /^Me/ });
  expect([...owner.children].map(({ textContent }) => textContent)).toEqual([
    'Nobody yet',
    'Me (Sam Rivera (south@clinic.example))',
    'Sam Rivera (north@clinic.example)',
  ]);
});
