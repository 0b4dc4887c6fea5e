import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Role } from '../../../../contract/constants';
import {
  findTable,
  stubReferralList,
  makeReferral,
  renderStaffApp,
} from '../../../../tests/support/staffApp';

async function openCell(role: Role, has_account: boolean) {
  const app = await renderStaffApp({
    role,
    answers: stubReferralList([makeReferral({ has_account })]),
  });
  const table = within(await findTable());
  const at = table
    .getAllByRole('columnheader')
    .findIndex(({ textContent }) => textContent === 'Account Status');
  const [, row] = table.getAllByRole<HTMLTableRowElement>('row');
  return { ...app, cell: within(row?.cells[at] as HTMLElement) };
}

it("offers a super user 'Create Login' for a person without an account, whom the button names", async () => {
  const { user, cell } = await openCell('SUPERUSER', false);
  const button = cell.getByRole('button', { name: 'Create Login Robin Harper' });
  await user.click(button);
  expect(
    await screen.findByRole('dialog', {
      name: 'Create New Referral Account for: Robin Harper',
    }),
  ).toBeVisible();
});

it.each(['SUPERUSER', 'MANAGER'] as const)("shows a %s the badge 'Has Account'", async (role) => {
  const { cell } = await openCell(role, true);
  expect(cell.getByText('Has Account')).toBeVisible();
  expect(cell.queryByRole('button')).toBeNull();
});

it('tells a manager that there is no account, without a button', async () => {
  const { cell } = await openCell('MANAGER', false);
  expect(cell.getByText('No account')).toBeVisible();
  expect(cell.queryByRole('button')).toBeNull();
});
