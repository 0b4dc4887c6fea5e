import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { THIRD_PARTY_BACKEND } from '../../../tests/support/ourServer';
import { stubAccountList, makeAccount, makeAccounts } from '../../../tests/support/stubAccounts';
import { setPhoneWidth } from '../../../tests/support/screenWidth';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import type { Account } from '../../../contract/entities/account';
import { ApiError } from '../../api/ApiError';
import type { Language } from '../../i18n/languages';

const refusal = () => {
  throw new ApiError('status', { status: 403 });
};
/** In development, react-admin logs a failed call to the console. */
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);
const openPage = (answers: Answers, language?: Language) =>
  renderStaffApp({ path: '/accounts/list', answers, language });
const findTable = () => screen.findByRole('table', { name: 'User Accounts List' });

/** The texts of the only row's cells. */
async function cellsOf(changes: Partial<Account>) {
  await openPage(stubAccountList(makeAccount(changes)));
  const row = within(await findTable()).getByRole('row', { name: /Pat Doe/ });
  return within(row).getAllByRole('cell');
}

it.each([
  ['our server', ['History'], {}],
  ['a third-party backend', [], THIRD_PARTY_BACKEND],
])('has the columns of the specification under its heading, with %s', async (_, more, answers) => {
  await openPage({ ...stubAccountList(makeAccount()), ...answers });
  const headers = within(await findTable()).getAllByRole('columnheader');
  expect(headers.map((header) => header.textContent)).toEqual([
    'Name',
    'Email',
    'Schools',
    'Role',
    'Update',
    'Deactivate',
    'Can only see their created referrals',
    ...more,
  ]);
  expect(screen.getByRole('heading', { level: 1, name: 'User Accounts List' })).toBeVisible();
  expect(document.title).toBe('User Accounts List – Referral Desk');
});

it('shows name, e-mail and role', async () => {
  await openPage(stubAccountList(makeAccount()));
  const row = within(await findTable()).getByRole('row', { name: /Pat Doe/ });
  expect(within(row).getByRole('rowheader')).toHaveTextContent(/^Pat Doe$/);
  expect(within(row).getByTitle('pat@clinic.example')).toHaveTextContent(/^pat@clinic.example$/);
  expect(within(row).getByText('Manager')).toBeVisible();
});

it("shows a manager's sites as tags", async () => {
  const [, schools] = await cellsOf({
    schools: [
      { _id: 's1', name: 'Northside High' },
      { _id: 's2', name: 'Elm Middle' },
    ],
  });
  const tags = within(schools as HTMLElement).getAllByRole('listitem');
  expect(tags.map((tag) => tag.textContent)).toEqual(['Northside High', 'Elm Middle']);
});

it('marks sites that are deleted', async () => {
  const [, schools] = await cellsOf({
    schools: [
      { _id: 's1', name: 'Northside High', deleted: true },
      { _id: 's2', name: 'Elm Middle' },
    ],
  });
  const tags = within(schools as HTMLElement).getAllByRole('listitem');
  expect(tags.map((tag) => tag.textContent)).toEqual(['Northside High (deleted)', 'Elm Middle']);
});

it('marks the deleted site of a referral', async () => {
  const [, schools] = await cellsOf({
    role: 'REFERRAL',
    schools: [{ id: 's1', site: 'Northside High', deleted: true }],
  });
  expect(schools).toHaveTextContent(/^Northside High \(deleted\)$/);
});

it("shows 'All' for a super user", async () => {
  const [, schools] = await cellsOf({ role: 'SUPERUSER', schools: [{ id: 'all', site: 'all' }] });
  expect(schools).toHaveTextContent(/^All$/);
});

it('shows the one site of a referral', async () => {
  const [, schools] = await cellsOf({
    role: 'REFERRAL',
    schools: [{ id: 's1', site: 'Northside High' }],
  });
  expect(schools).toHaveTextContent(/^Northside High$/);
  expect(within(schools as HTMLElement).queryByRole('list')).toBeNull();
});

it('shows the sites of other roles', async () => {
  const [, some] = await cellsOf({ role: 'ADMIN' });
  const tags = within(some as HTMLElement).getAllByRole('listitem');
  expect(tags.map((item) => item.textContent)).toEqual(['Northside High']);
});

it('says that an account has no sites', async () => {
  const [, none] = await cellsOf({ role: 'SITE_USER', schools: [] });
  expect(none).toHaveTextContent(/^None$/);
});

it('marks with a check icon only accounts that see only the referrals they created', async () => {
  await openPage(
    stubAccountList(
      makeAccount({ created_referrals_only: true }),
      makeAccount({ _id: 'a2', fullname: 'Kim Li' }),
    ),
  );
  const table = within(await findTable());
  const only = within(table.getByRole('row', { name: /Pat Doe/ }));
  expect(only.getByRole('img', { name: 'Yes' })).toBeVisible();
  const all = within(table.getByRole('row', { name: /Kim Li/ }));
  expect(all.queryByRole('img')).toBeNull();
  expect(all.getByText('No')).toBeInTheDocument();
});

it('shows that an account is not approved', async () => {
  await openPage(
    stubAccountList(
      makeAccount({ approved: false }),
      makeAccount({ _id: 'a2', fullname: 'Kim Li' }),
    ),
  );
  const table = within(await findTable());
  const waiting = within(table.getByRole('row', { name: /Pat Doe/ }));
  expect(waiting.getByText('Not approved')).toBeVisible();
  expect(table.getAllByText('Not approved')).toHaveLength(1);
});

it('shows 25 accounts per page', async () => {
  const { user, inputsOf } = await openPage(stubAccountList(...makeAccounts(30)));
  await findTable();
  expect(screen.getByText('Page 1 of 2')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Person 25')).toBeVisible();
  expect(screen.queryByText('Person 0')).toBeNull();
  expect(inputsOf('listAccounts').map(({ query }) => query)).toEqual([
    { page: 1, size: 25 },
    { page: 2, size: 25 },
  ]);
});

it('says that the list is empty', async () => {
  await openPage(stubAccountList());
  expect(await screen.findByText('No user accounts')).toBeVisible();
});

it('says that nothing could be loaded, and retries with a button', async () => {
  expectConsoleErrors();
  const listAccounts = vi.fn<() => unknown>().mockImplementationOnce(refusal);
  listAccounts.mockReturnValue({ items: [makeAccount()], pages: 1 });
  const { user } = await openPage({ listAccounts });
  expect(await screen.findByText('The user accounts could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findTable()).toBeVisible();
});

it('keeps the rows it has when another page cannot be loaded', async () => {
  expectConsoleErrors();
  const { user } = await openPage({
    listAccounts: ({ query }) =>
      query?.page === 1 ? { items: makeAccounts(25), pages: 2 } : refusal(),
  });
  await findTable();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText(/could not be refreshed/)).toBeVisible();
  expect(screen.getByText('Person 0')).toBeVisible();
});

it('shows compact rows in a narrow window', async () => {
  setPhoneWidth();
  const { user } = await openPage(stubAccountList(makeAccount({ approved: false })));
  const cards = await screen.findByRole('list', { name: 'User Accounts List' });
  expect(screen.queryByRole('table')).toBeNull();
  expect(within(cards).getByRole('heading', { level: 2, name: /Pat Doe/ })).toBeVisible();
  for (const text of ['Not approved', 'Manager', 'Northside High'])
    expect(within(cards).getByText(text)).toBeVisible();
  expect(within(cards).getByTitle('pat@clinic.example')).toBeVisible();
  await user.click(within(cards).getByRole('button', { name: 'More actions for Pat Doe' }));
  expect(within(cards).getByRole('button', { name: 'Update Pat Doe' })).toBeVisible();
});

/** An account as a newer server may send it: of a role and with a state that this build does not know. */
const UNKNOWN = {
  ...makeAccount({ email_proof: 'telepathy' as never, role: 'AUDITOR' as never }),
  approved: undefined,
  created_referrals_only: undefined,
} as unknown as Account;
/** As little as another server may send. */
const SPARSE = { _id: 'a2', role: null } as unknown as Account;

/** The text of an element without what is hidden from screen readers. */
function readOut(element: HTMLElement): string | null {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return copy.textContent;
}

/** The texts of its two buttons. */
const HISTORY = 'ActivityAccess history';

it('shows an account of an unknown role, and one without optional fields', async () => {
  await openPage(stubAccountList(UNKNOWN, SPARSE));
  const [, unknown, sparse] = within(await findTable()).getAllByRole('row');
  const texts = (row?: HTMLElement) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map(readOut);
  expect(texts(unknown)).toEqual([
    'pat@clinic.example',
    'Northside High',
    'AUDITOR',
    'Update',
    'Reactivate',
    'No',
    HISTORY,
  ]);
  expect(texts(sparse)).toEqual(['', 'None', '', 'Update', 'Reactivate', 'No', HISTORY]);
});

it('shows accounts of unknown roles as compact rows', async () => {
  setPhoneWidth();
  const { role: _role, ...withoutRole } = { ...SPARSE, _id: 'a3' };
  const { user } = await openPage(stubAccountList(UNKNOWN, SPARSE, withoutRole as Account));
  const list = within(await screen.findByRole('list', { name: 'User Accounts List' }));
  expect(list.getByText('AUDITOR')).toBeVisible();
  expect(list.getByTitle('AUDITOR · Northside High')).toBeVisible();
  expect(list.getAllByTitle('None').map(({ textContent }) => textContent)).toEqual([
    'None',
    'None',
  ]);
  for (const more of list.getAllByRole('button', { name: /^More actions/ })) await user.click(more);
  expect(list.getAllByRole('button', { name: /^Reactivate/ })).toHaveLength(3);
});

it.each([
  [UNKNOWN, 'Pat Doe Junior', [{ id: 's1', name: 'Northside High' }]],
  [SPARSE, 'Junior', []],
])(
  'updates accounts of unknown roles without changing their sites: %#',
  async (account, fullname, schools) => {
    const { user, inputsOf } = await openPage({
      ...stubAccountList(account),
      updateAccount: () => ({ detail: 'ok' }),
    });
    await user.click(await screen.findByRole('button', { name: /^Update/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Update User' }));
    expect(dialog.getByRole('checkbox')).not.toBeChecked();
    expect(dialog.queryByRole('combobox')).toBeNull();
    await user.type(dialog.getByLabelText('Fullname'), ' Junior');
    await user.click(dialog.getByRole('button', { name: 'Update User' }));
    expect(await dialog.findByText('Successfully updated user')).toBeVisible();
    expect(inputsOf('updateAccount')).toMatchObject([{ body: { fullname, schools } }]);
  },
);

it('shows all texts in Spanish', async () => {
  await openPage(stubAccountList(makeAccount({ role: 'SUPERUSER', approved: false })), 'es');
  expect(await screen.findByRole('columnheader', { name: 'Escuelas' })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'Todas' })).toBeVisible();
  expect(screen.getByText('Sin aprobar')).toBeVisible();
});
