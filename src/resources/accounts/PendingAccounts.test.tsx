/** The accounts that wait for approval, above all accounts and in their rows. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { THIRD_PARTY_BACKEND } from '../../../tests/support/ourServer';
import { setPhoneWidth } from '../../../tests/support/screenWidth';
import { makeAccount, makeAccounts, stubAccountList } from '../../../tests/support/stubAccounts';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import { ACCOUNT_REFUSALS } from '../../../contract/staffConstants';
import type { Account } from '../../../contract/entities/account';
import { ApiError } from '../../api/ApiError';

const SECTION = 'Pending User Accounts';
const ALL = 'User Accounts List';

const waiting = (fullname: string, changes: Partial<Account> = {}) =>
  makeAccount({
    _id: fullname,
    fullname,
    username: `${fullname.toLowerCase()}@school.example`,
    approved: false,
    state: 'pending',
    email_proof: 'confirmed',
    ...changes,
  });
const ANA = waiting('Ana');
const DEACTIVATED = makeAccount({
  _id: 'd',
  fullname: 'Dora',
  approved: false,
  state: 'deactivated',
});
const ACTIVE = makeAccount({ state: 'active' });

/** Opens the account list on a server where these accounts wait. */
async function openList(
  {
    pending = [ANA],
    all = [ANA, DEACTIVATED, ACTIVE],
  }: { pending?: Account[]; all?: Account[] } = {},
  answers: Answers = {},
) {
  const app = await renderStaffApp({
    path: '/accounts/list',
    answers: {
      ...stubAccountList(...all),
      listPendingAccounts: ({ query }) =>
        query?.size === 1
          ? { items: [], total: pending.length }
          : { items: pending, total: pending.length, pages: 1 },
      ...answers,
    },
  });
  const reads = () => app.inputsOf('listPendingAccounts').filter(({ query }) => query?.size !== 1);
  return { ...app, reads };
}

const findTable = (name: string) => screen.findByRole('table', { name });
const rowOf = (table: HTMLElement, name: RegExp) =>
  within(within(table).getByRole('row', { name }));

describe('the section of those who wait', () => {
  it('stands above all accounts, with one read of 25, and leaves their page as it is', async () => {
    const { reads, inputsOf } = await openList();
    const section = await findTable(SECTION);
    const all = await findTable(ALL);
    expect(section.compareDocumentPosition(all)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('heading', { level: 2, name: SECTION })).toBeVisible();
    expect(within(section).getByText('Email confirmed')).toBeVisible();
    expect(reads()).toEqual([{ query: { page: 1, size: 25 } }]);
    expect(inputsOf('listAccounts')).toEqual([{ query: { page: 1, size: 25 } }]);
  });

  it('is missing while no account is pending', async () => {
    await openList({ pending: [], all: [ACTIVE] });
    await findTable(ALL);
    expect(screen.queryByText(SECTION)).toBeNull();
    expect(screen.queryByText('No Pending Users At This Time')).toBeNull();
  });

  it('is decided before any row is shown, so that none moves', async () => {
    let answer = (_page: object) => {};
    const late = new Promise<object>((resolve) => (answer = resolve));
    const { inputsOf } = await openList(
      {},
      { listPendingAccounts: ({ query }) => (query?.size === 1 ? { items: [], total: 1 } : late) },
    );
    await waitFor(() => expect(inputsOf('listAccounts')).toHaveLength(1));
    await screen.findByText('3 users');
    expect(screen.queryByRole('table')).toBeNull();
    await act(async () => answer({ items: [ANA], total: 1, pages: 1 }));
    expect(await findTable(ALL)).toBeVisible();
    expect(screen.getByRole('table', { name: SECTION })).toBeVisible();
  });

  it('says that it could not be loaded, below which all accounts are shown', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fail = () => {
      throw new ApiError('status', { status: 403 });
    };
    await openList({}, { listPendingAccounts: fail });
    expect(await screen.findByText('The pending user accounts could not be loaded.')).toBeVisible();
    expect(await findTable(ALL)).toBeVisible();
  });

  it('keeps who was approved last, so that no row below moves', async () => {
    const { user, reads, inputsOf } = await openList();
    const section = await findTable(SECTION);
    await user.click(within(section).getByRole('button', { name: 'Approve Ana' }));
    expect(await screen.findByText('User successfully approved.')).toBeVisible();
    expect(within(section).getByText('Approved')).toBeVisible();
    expect(inputsOf('approveAccount')).toMatchObject([{ body: { user_id: 'Ana' } }]);
    expect(reads()).toHaveLength(1);
    // Its other row says the same.
    const row = rowOf(screen.getByRole('table', { name: ALL }), /Ana/);
    expect(row.getByText('Approved')).toBeVisible();
  });

  it('shows accounts that have registered since when the menu link opens it', async () => {
    const pending: Account[] = [];
    const { user } = await openList({ pending });
    await findTable(ALL);
    pending.push(ANA);
    expect(screen.queryByText(SECTION)).toBeNull();
    await user.click(screen.getByRole('link', { name: /^Account List/ }));
    expect(await findTable(SECTION)).toBeVisible();
  });

  it('has compact rows on a phone, with their button', async () => {
    setPhoneWidth();
    const { user, inputsOf } = await openList();
    const rows = within(await screen.findByRole('list', { name: SECTION }));
    expect(rows.getByRole('heading', { level: 3, name: 'Ana' })).toBeVisible();
    await user.click(rows.getByRole('button', { name: 'Approve Ana' }));
    expect(await rows.findByText('Approved')).toBeVisible();
    expect(inputsOf('approveAccount')).toHaveLength(1);
  });
});

describe('the row of an account', () => {
  it('that waits has Approve in place of Reactivate, which a deactivated one keeps', async () => {
    await openList();
    const table = await findTable(ALL);
    const ana = rowOf(table, /Ana/);
    expect(ana.getByText('Waiting for approval')).toBeVisible();
    expect(ana.getByRole('button', { name: 'Approve Ana' })).toBeVisible();
    expect(ana.queryByRole('button', { name: /activate/i })).toBeNull();
    const dora = rowOf(table, /Dora/);
    expect(dora.getByText('Deactivated')).toBeVisible();
    expect(dora.getByRole('button', { name: 'Reactivate Dora' })).toBeVisible();
    expect(within(table).getAllByText(/Waiting for approval|Deactivated/)).toHaveLength(2);
  });

  it('approves without a question, once, and says what comes next', async () => {
    const awaited = waiting('Ana', { email_proof: 'awaited' });
    const { user, inputsOf } = await openList({ pending: [awaited], all: [awaited] });
    const row = rowOf(await findTable(ALL), /Ana/);
    expect(row.getByText('Email not confirmed yet')).toBeVisible();
    const button = row.getByRole('button', { name: 'Approve Ana' });
    expect(button).toHaveAccessibleDescription('Email not confirmed yet');
    await user.dblClick(button);
    expect(await screen.findByText('User successfully approved.')).toBeVisible();
    expect(screen.getByText(/an email with a link to choose their password/)).toBeVisible();
    expect(row.getByText('Approved').closest('button')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(inputsOf('approveAccount')).toHaveLength(1);
  });

  it('explains why it could not be approved', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const approveAccount = () => {
      throw new ApiError('status', { status: 409, detail: ACCOUNT_REFUSALS.deactivated });
    };
    const { user } = await openList({}, { approveAccount });
    const row = rowOf(await findTable(ALL), /Ana/);
    await user.click(row.getByRole('button', { name: 'Approve Ana' }));
    expect(await screen.findByText('Something went wrong. Could not approve user')).toBeVisible();
    expect(screen.getByText(/You can reactivate it in the Account List/)).toBeVisible();
  });

  it('waits, with another server, if its list of those who wait names it', async () => {
    const bare = ({ _id, fullname }: Account) => makeAccount({ _id, fullname, approved: false });
    const all = [bare(ANA), bare(DEACTIVATED)];
    await openList({ pending: [bare(ANA)], all }, THIRD_PARTY_BACKEND);
    const table = await findTable(ALL);
    const ana = rowOf(table, /Ana/);
    expect(ana.getByText('Waiting for approval')).toBeVisible();
    expect(ana.getByRole('button', { name: 'Approve Ana' })).toBeVisible();
    const dora = rowOf(table, /Dora/);
    expect(dora.getByText('Not approved')).toBeVisible();
    expect(dora.getByRole('button', { name: 'Reactivate Dora' })).toBeVisible();
  });

  it.each([
    ['SUPERUSER', 'Super User'],
    ['SITE_USER', 'Site User'],
    ['REFERRAL', 'Person referred'],
    ['AUDITOR', 'AUDITOR'],
  ])('names the role %s', async (role, name) => {
    await openList({ pending: [], all: [makeAccount({ role: role as never })] });
    expect(within(await findTable(ALL)).getByRole('cell', { name })).toBeVisible();
  });

  it('has its actions behind a button on a phone', async () => {
    setPhoneWidth();
    const { user } = await openList({ pending: [], all: makeAccounts(3) });
    await user.click(
      await screen.findByRole('button', { name: 'More actions for Person 1', expanded: false }),
    );
    expect(screen.getByRole('button', { name: 'Deactivate Person 1' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Deactivate Person 2' })).toBeNull();
  });
});
