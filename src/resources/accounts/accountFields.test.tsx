/** The buttons in the row of an account. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stubAccountList, makeAccount } from '../../../tests/support/stubAccounts';
import { setPhoneWidth } from '../../../tests/support/screenWidth';
import { renderStaffApp } from '../../../tests/support/staffApp';
import type { Account } from '../../../contract/entities/account';

/** The session is Sam Rivera's. */
const ONESELF = makeAccount({
  _id: 'me',
  fullname: 'Sam Rivera',
  username: 'Sam@Clinic.example',
  role: 'SUPERUSER',
});
const HISTORY = ['Activity', 'Access history'];
const openPage = (...accounts: Account[]) =>
  renderStaffApp({ path: '/accounts/list', answers: stubAccountList(...accounts) });
const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const namesOf = (place: Pick<typeof screen, 'queryAllByRole'>) =>
  place.queryAllByRole('button').map((button) => button.textContent);

it('an approved account can be updated and deactivated', async () => {
  await openPage(makeAccount());
  expect(namesOf(await findRow(/Pat Doe/))).toEqual(['Update', 'Deactivate', ...HISTORY]);
});

it('an account that is not approved can be updated and reactivated', async () => {
  await openPage(makeAccount({ approved: false }));
  expect(namesOf(await findRow(/Pat Doe/))).toEqual(['Update', 'Reactivate', ...HISTORY]);
});

it("one's own account says so instead of offering to deactivate it", async () => {
  await openPage(ONESELF, makeAccount());
  const own = await findRow(/Sam Rivera/);
  expect(namesOf(own)).toEqual(['Update', ...HISTORY]);
  expect(own.getByText('You')).toBeVisible();
  expect((await findRow(/Pat Doe/)).queryByText('You')).toBeNull();
});

it('each button is named for what it does and whose account it is', async () => {
  await openPage(makeAccount({ approved: false }), makeAccount({ _id: 'a2', fullname: 'Kim Li' }));
  await findRow(/Pat Doe/);
  const names = ['Update Pat Doe', 'Reactivate Pat Doe', 'Update Kim Li', 'Deactivate Kim Li'];
  for (const name of names) expect(screen.getByRole('button', { name })).toBeVisible();
});

it('a card has the buttons at its end', async () => {
  setPhoneWidth();
  await openPage(makeAccount(), ONESELF);
  const [card, own] = (
    await within(await screen.findByRole('list', { name: 'User Accounts List' })).findAllByRole(
      'heading',
      { level: 2 },
    )
  ).map((heading) => heading.closest('li') as HTMLElement);
  expect(namesOf(within(card as HTMLElement))).toEqual(['Update', 'Deactivate', ...HISTORY]);
  expect(within(card as HTMLElement).queryByText('Deactivate', { selector: 'dt' })).toBeNull();
  expect(card?.lastElementChild?.querySelectorAll('button')).toHaveLength(4);
  expect(namesOf(within(own as HTMLElement))).toEqual(['Update', ...HISTORY]);
  expect(within(own as HTMLElement).getByText('You')).toBeVisible();
});
