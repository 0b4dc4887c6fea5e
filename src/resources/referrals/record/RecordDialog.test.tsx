import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Referral } from '../../../../contract/entities/referral';
import { makeEvent, makeHistory, recordAnswers } from '../../../../tests/support/historyFixtures';
import { KEYED, stubMetaWithout } from '../../../../tests/support/ourServer';
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
  await user.type(dialog.getByLabelText('Intake note'), 'jk stays text');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByLabelText('Intake note')).toHaveValue('jk stays text');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.click(dialog.getByRole('button', { name: 'Close without saving' }));
  const next = within(await findRecord('Ben'));
  await user.click(next.getByRole('button', { name: 'Previous' }));
  expect(within(await findRecord('Ada')).getByLabelText('Intake note')).toHaveValue('');
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
  await user.type(dialog.getByLabelText('Intake note'), 'Called{enter}twice');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await dialog.findByText(/^Successfully updated referral/)).toBeVisible();
  expect(inputsOf('saveReferral')).toMatchObject([{ body: { notes: 'Called\ntwice' } }]);
});

it('does not handle Enter in a select if the browser cannot tell whether it is open', async () => {
  const { dialog, inputsOf } = await openFirst();
  vi.stubGlobal('CSS', { supports: () => false });
  fireEvent.keyDown(dialog.getByLabelText('Referral Status'), { key: 'Enter' });
  vi.unstubAllGlobals();
  expect(inputsOf('saveReferral')).toEqual([]);
});

it('closes when the referral is deleted from the dialog', async () => {
  const { user, dialog, inputsOf } = await openFirst({ deleteReferral: () => ({ detail: 'ok' }) });
  await user.click(dialog.getByRole('button', { name: 'Delete Referral' }));
  const question = within(screen.getByRole('alertdialog'));
  await user.selectOptions(question.getByLabelText('Why?'), 'A test');
  await user.click(question.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5_000 });
  expect(inputsOf('deleteReferral')).toMatchObject([{ body: { id: 'r1' } }]);
});

it('offers a login only to a person without one', async () => {
  const { user, dialog } = await openFirst();
  await user.click(dialog.getByRole('button', { name: 'Create Login' }));
  expect(await screen.findByRole('dialog', { name: /^Create New Referral Account/ })).toBeVisible();
});

it('offers the possible owners, oneself first', async () => {
  const { dialog } = await openFirst();
  const owner = await dialog.findByLabelText('Assigned to');
  await dialog.findByRole('option', { name: 'Me (Sam Rivera)' });
  const options = within(owner).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Nobody yet',
    'Me (Sam Rivera)',
    'Alex Moreau',
  ]);
});

it('saves status, intake note, owner, referrer and an unsent note in one request, and says both', async () => {
  const { user, dialog, inputsOf } = await openFirst({
    listManagers: () => [{ _id: 'm1', fullname: 'Morgan Manager' }],
  });
  await dialog.findByRole('option', { name: 'Alex Moreau' });
  await user.selectOptions(dialog.getByLabelText('Assigned to'), 'Alex Moreau');
  await user.selectOptions(dialog.getByLabelText('Referral Status'), 'Processed');
  await user.type(dialog.getByLabelText('Intake note'), 'Back door');
  await user.click(dialog.getByLabelText('Change referrer'));
  await user.click(await screen.findByRole('option', { name: 'Morgan Manager' }));
  await user.type(dialog.getByLabelText('Add a note'), 'Reached');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  expect(await dialog.findByText(/^Successfully updated referral, page will now/)).toBeVisible();
  expect(dialog.getByText('Successfully updated referrer.')).toBeVisible();
  expect(inputsOf('saveReferral')).toEqual([
    {
      headers: { 'If-Match': '"1"', ...KEYED },
      body: {
        id: 'r1',
        status: 'Processed',
        notes: 'Back door',
        referred_by: 'm1',
        owner: 'o1',
        note: 'Reached',
      },
    },
  ]);
  for (const call of ['updateReferral', 'assignReferral', 'assignOwner', 'addNote'] as const) {
    expect(inputsOf(call)).toEqual([]);
  }
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5_000 });
  expect(await screen.findByText('Successfully updated referrer.')).toBeVisible();
  expect(screen.getByText(/^Successfully updated referral, page will now/)).toBeVisible();
});

it('says only that the referrer was updated if nothing else was', async () => {
  const { user, dialog } = await openFirst({
    listManagers: () => [{ _id: 'm1', fullname: 'Morgan Manager' }],
  });
  await user.click(dialog.getByLabelText('Change referrer'));
  await user.click(await screen.findByRole('option', { name: 'Morgan Manager' }));
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  expect(await dialog.findByText('Successfully updated referrer.')).toBeVisible();
  expect(dialog.queryByText(/^Successfully updated referral,/)).toBeNull();
});

it('does not send again what an older server has taken before a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const updateReferral = vi
    .fn<() => unknown>()
    .mockImplementationOnce(() => {
      throw new ApiError('status', { status: 500 });
    })
    .mockImplementation(() => ({ detail: 'ok' }));
  const { user, dialog, inputsOf } = await openFirst({
    ...stubMetaWithout('saveReferral'),
    updateReferral,
  });
  await dialog.findByRole('option', { name: 'Alex Moreau' });
  await user.selectOptions(dialog.getByLabelText('Assigned to'), 'Alex Moreau');
  await user.type(dialog.getByLabelText('Add a note'), 'Reached');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  await user.click(await dialog.findByRole('button', { name: 'Try again' }));
  await dialog.findByText(/^Successfully updated referral/);
  expect(inputsOf('addNote')).toMatchObject([{ body: { text: 'Reached' } }]);
  expect(inputsOf('assignOwner')).toMatchObject([
    { headers: { 'If-Match': '"1"' }, body: { owner: 'o1' } },
  ]);
  expect(inputsOf('updateReferral')).toMatchObject([
    { headers: { 'If-Match': '"2"' } },
    { headers: { 'If-Match': '"2"' } },
  ]);
});

it('shows all that someone else changed while the dialog was open', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, dialog } = await openFirst({
    saveReferral: () => {
      throw new ApiError('status', { status: 412 });
    },
    getReferral: () =>
      makeReferral({
        first_name: 'Ada',
        contact_number: '(555) 010-9999',
        version: 2,
        owner: { id: 'o2', fullname: 'Sam Rivera' },
      }),
  });
  await dialog.findByRole('option', { name: 'Alex Moreau' });
  await user.selectOptions(dialog.getByLabelText('Assigned to'), 'Alex Moreau');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  const notice = within(await dialog.findByRole('alert'));
  expect(await notice.findByText('Sam Rivera')).toBeVisible();
  expect(notice.getByText('Alex Moreau')).toBeVisible();
  expect(notice.getByText('(555) 010-9999')).toBeVisible();
  expect(notice.getByText(/^Someone else changed this/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep the current version' }));
  expect(dialog.getByLabelText('Assigned to')).toHaveValue('o2');
});

it('says that the conflict is with oneself if the newest change is', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, dialog } = await openFirst({
    saveReferral: () => {
      throw new ApiError('status', { status: 412 });
    },
    getReferral: () => makeReferral({ first_name: 'Ada', version: 2, status: 'Processed' }),
    getHistory: () =>
      makeHistory({
        events: [
          makeEvent({ kind: 'note', text: 'By another' }),
          makeEvent({ kind: 'status', actor: { id: 'me', fullname: 'Sam Rivera' } }),
          makeEvent({ kind: 'owner', at: '2020-11-20T15:40:00Z' }),
        ],
      }),
  });
  await user.type(dialog.getByLabelText('Intake note'), 'Mine');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  expect(await dialog.findByText(/^You changed this in another tab or window/)).toBeVisible();
  expect(dialog.queryByText(/^Someone else/)).toBeNull();
});

it('writes large numbers with separators', async () => {
  const many = Array.from({ length: 30 }, (_, at) =>
    makeReferral({ _id: `p${at}`, first_name: at === 0 ? 'Ada' : `P${at}` }),
  );
  const list = stubReferralList(many);
  const { dialog } = await openFirst(
    {
      listWorklist: (input) => ({ ...(list.listWorklist?.(input) as object), total: 10_001 }),
    },
    [makeReferral({ first_name: 'Ada', _id: 'p0' })],
  );
  expect(await dialog.findByText('1 of 10,001')).toBeVisible();
});

it('tells a manager that nobody is assigned yet', async () => {
  const app = await renderStaffApp({
    role: 'MANAGER',
    answers: { ...recordAnswers, ...stubReferralList(THREE) },
  });
  await app.user.click(within(await findTable()).getByRole('link', { name: 'Ada Harper' }));
  const dialog = within(await findRecord('Ada'));
  const part = within(await dialog.findByRole('region', { name: 'Assigned to' }));
  expect(part.getByText('Nobody yet')).toBeVisible();
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
