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

it('a card has the buttons at its end, once they are opened', async () => {
  setPhoneWidth();
  const { user } = await openPage(makeAccount(), ONESELF);
  const list = within(await screen.findByRole('list', { name: 'User Accounts List' }));
  const [card, own] = (await list.findAllByRole('heading', { level: 2 })).map(
    (heading) => heading.closest('li') as HTMLElement,
  ) as [HTMLElement, HTMLElement];
  const more = list.getByRole('button', { name: 'More actions for Pat Doe', expanded: false });
  const moreOfOwn = list.getByRole('button', { name: 'More actions for Sam Rivera' });
  expect(within(card).getAllByRole('button')).toEqual([more]);
  await user.click(more);
  const actions = ['Update', 'Deactivate', ...HISTORY];
  expect(namesOf(within(card))).toEqual([more.textContent, ...actions]);
  expect(within(card).queryByText('Deactivate', { selector: 'dt' })).toBeNull();
  expect(namesOf(within(card.lastElementChild as HTMLElement))).toEqual(actions);
  await user.click(moreOfOwn);
  expect(namesOf(within(own))).toEqual([moreOfOwn.textContent, 'Update', ...HISTORY]);
  expect(within(own).getByText('You')).toBeVisible();
});
