import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { KEYED, stubMetaWithout } from '../../../tests/support/ourServer';
import { StubResponse } from '../../../tests/support/stubSend';
import { makeAccount, stubAccounts } from '../../../tests/support/stubAccounts';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import { ApiError } from '../../api/ApiError';

const PAT = makeAccount({ role: 'SUPERUSER', schools: [{ id: 'all', site: 'all' }] });
const KIM = makeAccount({ _id: 'a2', fullname: 'Kim Li', username: 'kim@clinic.example' });
const OWNERS = [
  { _id: 'u1', fullname: 'Alex Kim', username: 'alex@clinic.example', open: 14 },
  { _id: 'a1', fullname: 'Pat Doe', username: 'pat@clinic.example', open: 12 },
  { _id: 'u2', fullname: 'Rosa Ruiz', username: 'rosa@clinic.example', open: 1_234 },
];
const LATER = 'Decide later';

async function open(answers: Answers = {}, language: 'en' | 'es' = 'en') {
  const app = await renderStaffApp({
    path: '/accounts/list',
    language,
    accountId: 'u1',
    answers: {
      ...stubAccounts(PAT, KIM),
      countOwned: () => ({ open: 12 }),
      listOwners: () => OWNERS,
      ...answers,
    },
  });
  const name = language === 'en' ? 'Deactivate Pat Doe' : 'Desactivar Pat Doe';
  await app.user.click(await screen.findByRole('button', { name }));
  const dialog = within(screen.getByRole('alertdialog'));
  const confirm = dialog.getByRole('button', {
    name: language === 'en' ? 'Deactivate' : 'Desactivar',
  });
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled'));
  return { ...app, dialog, confirm };
}

describe('the question who takes the open referrals of a deactivated account', () => {
  it('says how many there are, and decides nothing unless asked to', async () => {
    const { user, dialog, confirm, inputsOf } = await open();
    const group = within(
      dialog.getByRole('group', {
        name: '12 open referrals are assigned to Pat Doe. Who takes them?',
      }),
    );
    expect(group.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(
      ['Hand all to one person', 'Release them', LATER],
    );
    expect(group.getByRole('radio', { name: LATER })).toBeChecked();
    expect(group.getByRole('radio', { name: LATER })).toHaveAccessibleDescription(/Pat Doe/);
    await user.click(confirm);
    expect(await dialog.findByText('User deactivated.')).toBeVisible();
    expect(inputsOf('deactivateAccount')).toEqual([{ params: { id: 'a1' } }]);
    expect(inputsOf('deactivateOwner')).toEqual([]);
  });

  it('offers the others, the person who asks first, each with how many they have', async () => {
    const { user, dialog, confirm, inputsOf } = await open();
    const select = dialog.getByRole('combobox', { name: 'Who takes them' });
    await waitFor(() =>
      expect(
        within(select)
          .getAllByRole('option')
          .map((option) => option.textContent),
      ).toEqual(['Me (Alex Kim), 14 open', 'Rosa Ruiz, 1,234 open']),
    );
    await user.selectOptions(select, 'Rosa Ruiz, 1,234 open');
    expect(dialog.getByRole('radio', { name: 'Hand all to one person' })).toBeChecked();
    await user.click(confirm);
    expect(await dialog.findByText('User deactivated.')).toBeVisible();
    expect(inputsOf('deactivateOwner')).toEqual([
      { body: { id: 'a1', owner: 'u2' }, headers: KEYED },
    ]);
    expect(inputsOf('deactivateAccount')).toEqual([]);
  });

  it('releases them by keyboard', async () => {
    const { user, dialog, inputsOf } = await open();
    dialog.getByRole('radio', { name: LATER }).focus();
    await user.keyboard('{ArrowUp}');
    expect(dialog.getByRole('radio', { name: 'Release them' })).toBeChecked();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(await dialog.findByText('User deactivated.')).toBeVisible();
    expect(inputsOf('deactivateOwner')).toEqual([
      { body: { id: 'a1', owner: null }, headers: KEYED },
    ]);
  });

  it('sends nothing before somebody is chosen', async () => {
    const { user, dialog, confirm, inputsOf } = await open({
      listOwners: () => OWNERS.filter(({ _id }) => _id !== 'u1'),
    });
    await user.click(dialog.getByRole('radio', { name: 'Hand all to one person' }));
    await user.click(confirm);
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose who takes them.');
    const select = dialog.getByRole('combobox', { name: 'Who takes them' });
    expect(select).toBeInvalid();
    expect([...inputsOf('deactivateOwner'), ...inputsOf('deactivateAccount')]).toEqual([]);
    await user.selectOptions(select, await within(select).findByRole('option', { name: /Rosa/ }));
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.click(confirm);
    await waitFor(() => expect(inputsOf('deactivateOwner')).toHaveLength(1));
  });

  it('is not asked for somebody who owns none', async () => {
    const { dialog } = await open({ countOwned: () => ({ open: 0 }) });
    expect(dialog.queryByRole('radio')).toBeNull();
  });

  it('keeps the choice when somebody may own none anymore, and says so', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, dialog, confirm } = await open({
      deactivateOwner: () =>
        new StubResponse(422, {
          detail: [{ type: 'value_error', loc: ['body', 'owner'], msg: 'Cannot own referrals' }],
        }),
    });
    const select = dialog.getByRole('combobox', { name: 'Who takes them' });
    await user.selectOptions(select, await within(select).findByRole('option', { name: /Rosa/ }));
    await user.click(confirm);
    const problem = within(await dialog.findByRole('alert'));
    expect(problem.getByText('Could not deactivate user')).toBeVisible();
    expect(problem.getByText(/can take no referrals anymore/)).toBeVisible();
    expect(select).toHaveValue('u2');
  });

  it('says that the number is not known, and can deactivate all the same', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, dialog, confirm, inputsOf } = await open({
      countOwned: () => {
        throw new ApiError('status', { status: 403 });
      },
    });
    expect(dialog.getByText(/^The number of open referrals .* could not be loaded/)).toBeVisible();
    await user.click(confirm);
    await waitFor(() => expect(inputsOf('deactivateAccount')).toHaveLength(1));
  });

  it('is not asked on a server that does not know owners who left', async () => {
    const { dialog, inputsOf } = await open(stubMetaWithout('ownerLeft'));
    expect(dialog.queryByRole('radio')).toBeNull();
    expect(inputsOf('countOwned')).toEqual([]);
  });

  it('is asked in Spanish', async () => {
    const { dialog } = await open({ countOwned: () => ({ open: 1 }) }, 'es');
    expect(
      dialog.getByRole('group', {
        name: '1 remisión abierta está asignada a Pat Doe. ¿Quién se hace cargo de ella?',
      }),
    ).toBeVisible();
  });
});
