import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { makeAccount } from '../../../tests/support/stubAccounts';
import { setPhoneWidth } from '../../../tests/support/screenWidth';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import { ACCOUNT_REFUSALS, STALE_DETAIL } from '../../../contract/staffConstants';
import type { Account } from '../../../contract/entities/account';
import { ApiError } from '../../api/ApiError';

const FAILED = 'Something went wrong. Could not approve user';
const refusal = (status: number, detail?: string) => () => {
  throw new ApiError('status', { status, detail });
};
/** In development, react-admin logs a failed call to the console. */
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

const PEOPLE = ['Ana', 'Bea', 'Cleo'].map((fullname) => waiting(fullname));

function waiting(fullname: string, changes: Partial<Account> = {}): Account {
  const username = `${fullname.toLowerCase()}@school.example`;
  return makeAccount({ _id: fullname, fullname, username, approved: false, ...changes });
}

/** Opens a super user's profile on a backend that removes approved accounts from the list. */
async function openPanel(
  people: readonly Account[],
  { listPendingAccounts, ...answers }: Answers = {},
) {
  let left = people;
  const app = await renderStaffApp({
    path: '/profile',
    answers: {
      listPendingAccounts: (input) => {
        const { page = 1, size } = input.query ?? {};
        // The menu counts them.
        if (size === 1) return { items: [], total: left.length };
        if (listPendingAccounts) return listPendingAccounts(input);
        const items = left.slice((page - 1) * 25, page * 25);
        return { items, total: left.length, pages: Math.ceil(left.length / 25) };
      },
      approveAccount: ({ body }) => {
        const { user_id } = body as { user_id: string };
        left = left.filter((person) => person._id !== user_id);
      },
      ...answers,
    },
  });
  const loads = () => app.inputsOf('listPendingAccounts').filter(({ query }) => query?.size !== 1);
  return { ...app, loads, takeAway: (id: string) => (left = left.filter(({ _id }) => _id !== id)) };
}

const findApprove = (name: string) => screen.findByRole('button', { name: `Approve ${name}` });
const getApprove = (name: string) => screen.getByRole('button', { name: `Approve ${name}` });
const panelHeading = () => screen.getByRole('heading', { level: 2, name: 'Pending User Accounts' });

describe('the list', () => {
  it('shows name, username and schools as tags', async () => {
    const schools = [
      { _id: 's1', name: 'Northside High' },
      { _id: 's2', name: 'Elm Middle' },
    ];
    await openPanel([waiting('Ana', { schools })]);
    const table = within(await screen.findByRole('table', { name: 'Pending User Accounts' }));
    const headers = table.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers).toEqual(['Name', 'Username', 'Schools', 'Approve']);
    const row = within(table.getByRole('row', { name: /Ana/ }));
    expect(row.getByRole('rowheader')).toHaveTextContent(/^Ana$/);
    expect(row.getByTitle('ana@school.example')).toHaveTextContent(/^ana@school.example$/);
    const tags = row.getAllByRole('listitem').map((tag) => tag.textContent);
    expect(tags).toEqual(['Northside High', 'Elm Middle']);
  });

  it('says that it is empty', async () => {
    await openPanel([]);
    expect(await screen.findByText('No Pending Users At This Time')).toBeVisible();
  });

  it('has pages of 25, and a page turn scrolls to its heading', async () => {
    const people = Array.from({ length: 30 }, (_, index) => waiting(`Person ${index}`));
    const { user, loads } = await openPanel(people);
    await findApprove('Person 24');
    const scrolled = vi.spyOn(panelHeading(), 'scrollIntoView');
    const toTop = vi.spyOn(window, 'scrollTo');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await findApprove('Person 25')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve Person 24' })).toBeNull();
    expect(scrolled).toHaveBeenCalledTimes(1);
    expect(toTop).not.toHaveBeenCalled();
    expect(loads()).toEqual([{ query: { page: 1, size: 25 } }, { query: { page: 2, size: 25 } }]);
  });

  it('says that it got shorter if people were approved before the page was turned', async () => {
    const people = Array.from({ length: 60 }, (_, index) => waiting(`Person ${index}`));
    const { user } = await openPanel(people);
    await user.click(await findApprove('Person 3'));
    await findApproved('Person 3');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    // Person 25 is on the page before now.
    expect(await findApprove('Person 26')).toBeVisible();
    expect(screen.getByText(/^The list got shorter\./)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(await findApprove('Person 25')).toBeVisible();
    expect(screen.queryByText(/^The list got shorter\./)).toBeNull();
  });

  it('reports that it could not be loaded; a retry moves the focus to its heading', async () => {
    expectConsoleErrors();
    const listPendingAccounts = vi.fn<() => unknown>().mockImplementationOnce(refusal(403));
    listPendingAccounts.mockReturnValue({ items: PEOPLE, pages: 1 });
    const { user } = await openPanel([], { listPendingAccounts });
    const text = 'The pending user accounts could not be loaded.';
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findApprove('Ana')).toBeVisible();
    expect(panelHeading()).toHaveFocus();
  });

  it('shows cards in a narrow window', async () => {
    setPhoneWidth();
    const { user } = await openPanel(PEOPLE);
    const cards = await screen.findByRole('list', { name: 'Pending User Accounts' });
    expect(screen.queryByRole('table')).toBeNull();
    expect(within(cards).getByRole('heading', { level: 3, name: 'Ana' })).toBeVisible();
    expect(within(cards).getByTitle('ana@school.example')).toBeVisible();
    await user.click(getApprove('Ana'));
    expect(await findApproved('Ana')).toBeVisible();
  });

  it('shows all texts in Spanish', async () => {
    const listPendingAccounts = () => ({ items: PEOPLE, pages: 1 });
    const answers = { listPendingAccounts };
    await renderStaffApp({ path: '/profile', language: 'es', answers });
    expect(await screen.findByRole('button', { name: 'Aprobar la cuenta de Ana' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Agregar cuenta de superusuario' })).toBeVisible();
  });
});

it('does not approve an account that has changed since it was loaded, and loads it again', async () => {
  expectConsoleErrors();
  const listPendingAccounts = vi.fn<() => unknown>();
  listPendingAccounts.mockReturnValueOnce({ items: [waiting('Ana')], pages: 1 });
  const schools = [{ _id: 's2', name: 'Elm Middle' }];
  listPendingAccounts.mockReturnValue({ items: [waiting('Ana', { schools })], pages: 1 });
  const approveAccount = refusal(412, STALE_DETAIL);
  const { user } = await openPanel([], { listPendingAccounts, approveAccount });
  await user.click(await findApprove('Ana'));
  expect((await screen.findByText(FAILED)).closest('p')).toHaveTextContent(
    /Please check it again\.$/,
  );
  expect(await screen.findByText('Elm Middle', { ignore: '[aria-hidden] *' })).toBeVisible();
  expect(getApprove('Ana')).toBeEnabled();
});

it.each(['table', 'cards'])(
  'shows unknown roles and missing fields of another server (%s)',
  async (look) => {
    if (look === 'cards') setPhoneWidth();
    await openPanel([
      waiting('Ana', { role: 'AUDITOR' as 'MANAGER', schools: 'Oak High' as never }),
      waiting('Bea', { role: undefined, schools: undefined }),
    ]);
    await findApprove('Bea');
    expect(screen.getByText('Oak High', { ignore: '[aria-hidden] *' })).toBeVisible();
    expect(screen.getByText('None')).toBeVisible();
  },
);

describe('the email proof', () => {
  const PROOFS = [
    ['confirmed', 'Email confirmed'],
    ['awaited', 'Email not confirmed yet'],
    ['unavailable', 'No proof that this email is theirs'],
    ['of another server', 'of another server'],
  ] as const;
  const people = PROOFS.map(([proof]) =>
    waiting(proof, { email_proof: proof as Account['email_proof'] }),
  );

  it.each(['table', 'cards'])('has a text, which also describes the button (%s)', async (look) => {
    if (look === 'cards') setPhoneWidth();
    await openPanel([...people, waiting('Ana')]);
    for (const [proof, text] of PROOFS) {
      expect(await findApprove(proof)).toHaveAccessibleDescription(text);
    }
    const ana = await findApprove('Ana');
    expect(ana).not.toHaveAccessibleDescription();
    expect(ana).not.toHaveAttribute('aria-describedby');
  });

  it('adds the next step to the notification of an approval', async () => {
    const { user } = await openPanel([...people, waiting('Ana')]);
    const said = async (name: string) => {
      await user.click(await findApprove(name));
      await findApproved(name);
      const news = await screen.findByText('User successfully approved.');
      return news.closest('[role=status]')?.textContent;
    };
    const done = 'User successfully approved.';
    expect(await said('confirmed')).toBe(done);
    expect(await said('awaited')).toBe(
      `${done} They will get an email with a link to choose their password.`,
    );
    expect(await said('unavailable')).toBe(
      `${done} There is no proof that this email address is theirs. Please ask them.`,
    );
    expect(await said('Ana')).toBe(done);
  });
});

const findApproved = (name: string) => screen.findByRole('button', { name: `${name} is approved` });

describe('an approval', () => {
  it('is shown in its row, which stays and keeps the focus, and no other row moves', async () => {
    const { user, inputsOf, loads } = await openPanel(PEOPLE);
    const rows = () => screen.getAllByRole('rowheader').map((header) => header.textContent);
    await user.click(await findApprove('Bea'));
    expect(await screen.findByText('User successfully approved.')).toBeVisible();
    const done = await findApproved('Bea');
    expect(done).toHaveTextContent(/^Approved$/);
    expect(done).toHaveAttribute('aria-disabled', 'true');
    expect(done).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(done);
    await user.click(getApprove('Cleo'));
    await findApproved('Cleo');
    expect(rows()).toEqual(['Ana', 'Bea', 'Cleo']);
    expect(inputsOf('approveAccount').map(({ body }) => body)).toEqual([
      { user_id: 'Bea' },
      { user_id: 'Cleo' },
    ]);
    expect(loads()).toHaveLength(1);
  });

  it('of the last account on a page loads the next ones', async () => {
    const [ana, bea, cleo] = PEOPLE;
    const listPendingAccounts = vi.fn<() => unknown>();
    listPendingAccounts.mockReturnValueOnce({ items: [ana, bea], pages: 2 });
    listPendingAccounts.mockReturnValue({ items: [cleo], pages: 1 });
    const { user } = await openPanel([], { listPendingAccounts });
    await user.click(await findApprove('Bea'));
    await findApproved('Bea');
    await user.click(getApprove('Ana'));
    expect(await findApprove('Cleo')).toBeVisible();
    expect(screen.getAllByRole('rowheader')).toHaveLength(1);
  });

  it('of the very last account moves the focus to the heading of the panel', async () => {
    const { user } = await openPanel([waiting('Ana')]);
    await user.click(await findApprove('Ana'));
    expect(await screen.findByText('No Pending Users At This Time')).toBeVisible();
    expect(panelHeading()).toHaveFocus();
  });

  it('is not shown again after a return to the page', async () => {
    const listAccounts = () => ({ items: [], pages: 0 });
    const { user } = await openPanel(PEOPLE, { listAccounts });
    await user.click(await findApprove('Ana'));
    await findApproved('Ana');
    await user.click(screen.getByRole('link', { name: 'Account List' }));
    await screen.findByText('No user accounts');
    await user.click(screen.getByRole('link', { name: 'Your Profile' }));
    expect(screen.queryByRole('rowheader', { name: 'Ana' })).toBeNull();
    expect(await findApprove('Bea')).toBeVisible();
    expect(screen.queryByRole('rowheader', { name: 'Ana' })).toBeNull();
  });

  it('is sent once on a double click', async () => {
    const { user, inputsOf } = await openPanel(PEOPLE);
    await user.dblClick(await findApprove('Bea'));
    await findApproved('Bea');
    expect(inputsOf('approveAccount')).toHaveLength(1);
  });

  it('does not wait for the previous approval', async () => {
    const answers: (() => void)[] = [];
    const approveAccount = () => new Promise<void>((resolve) => answers.push(resolve));
    const { user, inputsOf } = await openPanel(PEOPLE, { approveAccount });
    await user.click(await findApprove('Ana'));
    await user.click(getApprove('Cleo'));
    expect(inputsOf('approveAccount').map(({ body }) => body)).toEqual([
      { user_id: 'Ana' },
      { user_id: 'Cleo' },
    ]);
    for (const name of ['Ana', 'Cleo']) expect(getApprove(name)).toHaveAttribute('aria-busy');
    expect(getApprove('Bea')).not.toHaveAttribute('aria-busy');
    act(() => answers.forEach((answer) => answer()));
    await findApproved('Ana');
    await findApproved('Cleo');
  });

  it('ignores Enter held down, but not other keys', async () => {
    await openPanel(PEOPLE);
    const button = await findApprove('Ana');
    expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
    expect(fireEvent.keyDown(button, { key: 'Tab', repeat: true })).toBe(true);
  });

  it.each([
    [
      'of an account that no longer exists',
      refusal(404, 'Not Found'),
      ' This account no longer exists.',
    ],
    [
      'of a deactivated account',
      refusal(409, 'The account is deactivated'),
      ' The account is deactivated. You can reactivate it in the Account List.',
    ],
    [
      'of an account without a password, where no email is sent',
      refusal(409, ACCOUNT_REFUSALS.noPassword),
      ' Nobody has chosen a password for this account yet. Set up email on the server first, so that a link to choose one can be sent.',
    ],
    [
      'without a response',
      () => {
        throw new ApiError('network');
      },
      ' There was no answer. Please check your internet connection and try again.',
    ],
    ['refused without a reason', refusal(403), ''],
  ])('%s is reported as failed, moves no row, and can be retried', async (...row) => {
    const [, approveAccount, reason] = row;
    expectConsoleErrors();
    const { user, inputsOf, loads } = await openPanel(PEOPLE, { approveAccount });
    await user.click(await findApprove('Ana'));
    const message = await screen.findByText(FAILED);
    expect(message).toBeVisible();
    expect(message.closest('p')?.textContent).toBe(FAILED + reason);
    await user.click(getApprove('Ana'));
    await waitFor(() => expect(inputsOf('approveAccount')).toHaveLength(2));
    expect(loads()).toHaveLength(1);
  });
});

it('names a site that is not decided in the row of who would act there, and leads to the sites', async () => {
  const [northside, elm] = [
    { _id: 's1', name: 'Northside High' },
    { _id: 's2', name: 'Elm Middle' },
  ];
  const people = [
    waiting('Ana', { schools: [northside, elm] }),
    waiting('Bea', { schools: [elm] }),
    waiting('Cleo', { schools: [northside], role: 'SITE_USER' }),
  ];
  await openPanel(people, {
    listSiteMarks: () => [
      { _id: 's1', mark: null, response_days: null },
      { _id: 's2', mark: 'ours', response_days: null },
    ],
  });
  const link = await screen.findByRole('link', { name: 'Not decided: ours or outside?' });
  expect(link).toHaveAttribute('href', '/sites');
  expect(link.closest('tr')).toHaveTextContent('Ana');
});
