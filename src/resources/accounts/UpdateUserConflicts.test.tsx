/** Two super users change one account, on a server with versions. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { makeAccount } from '../../../tests/support/stubAccounts';
import { renderStaffApp } from '../../../tests/support/staffApp';
import { STALE_DETAIL } from '../../../contract/staffConstants';
import type { Account } from '../../../contract/entities/account';
import { ApiError } from '../../api/ApiError';

const DONE = 'Successfully updated user';

interface Sent {
  body: Partial<Account>;
  headers?: Record<string, string>;
}

async function openOn(account: Partial<Account> = {}) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let stored = makeAccount({ version: 5, ...account });
  const others = (changes: Partial<Account>) => {
    stored = { ...stored, ...changes, version: (stored.version ?? 0) + 1 };
  };
  const app = await renderStaffApp({
    path: '/accounts/list',
    answers: {
      listSites: () => [{ _id: 's2', name: 'Elm Middle' }],
      listAccounts: () => ({ items: [stored], pages: 1 }),
      getAccount: () => stored,
      updateAccount: (input) => {
        const { body, headers } = input as unknown as Sent;
        if (headers?.['If-Match'] !== `"${stored.version}"`) {
          throw new ApiError('status', { status: 412, detail: STALE_DETAIL });
        }
        const { fullname, created_referrals_only, schools } = body;
        others({ fullname, created_referrals_only, schools });
        return { detail: 'ok' };
      },
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Update Pat Doe' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Update User' }));
  const submit = () => app.user.click(dialog.getByRole('button', { name: 'Update User' }));
  return { ...app, dialog, submit, others, stored: () => stored };
}

it('shows what someone else changed beside the input, and overwrites it only with a button', async () => {
  const { user, dialog, submit, others, stored } = await openOn();
  await user.type(dialog.getByLabelText('Fullname'), ' Junior');
  others({ fullname: 'Pat Other', created_referrals_only: true });
  await submit();
  const save = await dialog.findByRole('button', { name: 'Save my version instead' });
  const rows = dialog.getAllByRole('term').map((term) => term.parentElement?.textContent);
  expect(rows).toEqual([
    'FullnameNow: Pat OtherYou entered: Pat Doe Junior',
    'Can only view their created referralsNow: Yes',
  ]);
  expect(stored()).toMatchObject({ fullname: 'Pat Other' });
  // The form follows the record in an effect.
  await waitFor(() => expect(dialog.getByRole('checkbox')).toBeChecked());
  await user.click(save);
  await dialog.findByText(DONE);
  expect(stored()).toMatchObject({ fullname: 'Pat Doe Junior', created_referrals_only: true });
});

it('keeps what someone else saved with a button', async () => {
  const { user, dialog, submit, others, stored } = await openOn();
  await user.type(dialog.getByLabelText('Fullname'), ' Junior');
  others({ fullname: 'Pat Other' });
  await submit();
  await user.click(await dialog.findByRole('button', { name: 'Keep the current version' }));
  expect(dialog.getByLabelText('Fullname')).toHaveValue('Pat Other');
  expect(dialog.getByLabelText('Fullname')).toHaveFocus();
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(stored()).toMatchObject({ fullname: 'Pat Other', version: 6 });
});

it('keeps the chosen sites while other fields are updated, and overwrites those of someone else', async () => {
  const { user, dialog, submit, others, stored } = await openOn();
  await user.click(dialog.getByRole('combobox', { name: 'Update Sites' }));
  await user.click(await dialog.findByRole('option', { name: 'Elm Middle' }));
  others({ fullname: 'Pat Other', schools: [{ _id: 's3', name: 'Oak High' }] });
  await submit();
  const save = await dialog.findByRole('button', { name: 'Save my version instead' });
  const rows = dialog.getAllByRole('term').map((term) => term.parentElement?.textContent);
  expect(rows).toEqual([
    'FullnameNow: Pat Other',
    'SitesNow: Oak HighYou entered: Elm Middle, Northside High',
  ]);
  expect(dialog.getByLabelText('Fullname')).toHaveValue('Pat Other');
  const chips = dialog.getAllByRole('button', { name: /^Remove/ });
  expect(chips.map((chip) => chip.textContent)).toEqual([
    'Remove Northside High×',
    'Remove Elm Middle×',
  ]);
  await user.click(save);
  await dialog.findByText(DONE);
  expect(stored()).toMatchObject({
    fullname: 'Pat Other',
    schools: [
      { id: 's1', name: 'Northside High' },
      { id: 's2', name: 'Elm Middle' },
    ],
  });
});

it('sites that were removed and chosen again count as no input', async () => {
  const schools = [
    { _id: 's1', name: 'Northside High' },
    { _id: 's2', name: 'Elm Middle' },
  ];
  const { user, dialog } = await openOn({ schools });
  await user.click(dialog.getByRole('button', { name: 'Remove Northside High' }));
  await user.click(dialog.getByRole('combobox', { name: 'Update Sites' }));
  await user.click(dialog.getByRole('option', { name: 'Northside High' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
