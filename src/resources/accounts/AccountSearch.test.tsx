import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  stubAccounts,
  makeAccount,
  makeAccounts,
  readSearchQuery,
} from '../../../tests/support/stubAccounts';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import type { Account } from '../../../contract/entities/account';
import { ApiError } from '../../api/ApiError';
import type { Language } from '../../i18n/languages';

const PAT = makeAccount();
const KIM = makeAccount({ _id: 'a2', fullname: 'Kim Li', username: 'kim@clinic.example' });

/** In development, react-admin logs a failed call to the console. */
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);
const box = () => screen.getByRole('searchbox');
const findRow = (name: string) => screen.findByRole('rowheader', { name });
const queryRow = (name: string) => screen.queryByRole('rowheader', { name });
const findGone = (name: string) => waitFor(() => expect(queryRow(name)).toBeNull());

async function openPage(answers: Answers = {}, language?: Language) {
  const app = await renderStaffApp({
    path: '/accounts/list',
    answers: { ...stubAccounts(PAT, KIM), ...answers },
    language,
  });
  await findRow('Pat Doe');
  return app;
}

/** Stubs searches, each of which the test resolves separately. */
function answeringLater() {
  const answers = new Map<string, (found: readonly Account[]) => void>();
  return {
    searchAccounts: ((input) =>
      new Promise((resolve) => {
        answers.set(readSearchQuery(input), resolve);
      })) satisfies Answers['searchAccounts'],
    isAsked: (text: string) => waitFor(() => expect(answers.has(text)).toBe(true)),
    answer: (text: string, ...found: Account[]) => act(async () => answers.get(text)?.(found)),
  };
}

it('has a label, and says when the search starts', async () => {
  await openPage();
  const search = screen.getByRole('searchbox', { name: 'Search Users' });
  expect(search).toHaveAccessibleDescription(
    'The search starts at 3 letters. For fewer, press Enter.',
  );
});

it('filters the list while typing, and says how many were found', async () => {
  const { user, inputsOf } = await openPage();
  await user.type(box(), 'kim');
  expect(await screen.findByText('1 user found')).toBeVisible();
  expect(queryRow('Kim Li')).toBeVisible();
  expect(queryRow('Pat Doe')).toBeNull();
  expect(inputsOf('searchAccounts')).toEqual([{ query: { query: 'kim' } }]);
  expect(box()).toHaveFocus();
});

it('filters the list by one letter with Enter', async () => {
  const { user } = await openPage();
  await user.type(box(), 'k{Enter}');
  await findGone('Pat Doe');
  expect(screen.getByText('1 user found')).toBeVisible();
});

it.each(['by hand', 'by Escape'])('shows all accounts again when emptied %s', async (how) => {
  const { user, inputsOf } = await openPage();
  await user.type(box(), 'kim{Enter}');
  await findGone('Pat Doe');
  await (how === 'by hand' ? user.clear(box()) : user.keyboard('{Escape}'));
  expect(await findRow('Pat Doe')).toBeVisible();
  expect(screen.queryByText('1 user found')).toBeNull();
  expect(box()).toHaveValue('');
  expect(box()).toHaveFocus();
  // All accounts are fetched again instead of being shown from the cache.
  await waitFor(() => expect(inputsOf('listAccounts')).toHaveLength(2));
});

it('shows the results of the last search, whichever response arrives last', async () => {
  const { searchAccounts, isAsked, answer } = answeringLater();
  const { user } = await openPage({ searchAccounts });
  await user.type(box(), 'pat{Enter}');
  await isAsked('pat');
  await user.type(box(), '{Backspace}{Backspace}{Backspace}kim{Enter}');
  await isAsked('kim');
  await answer('kim', KIM);
  await findGone('Pat Doe');
  await answer('pat', PAT);
  // The late response would be shown by the time of the next request.
  await user.type(box(), ' li{Enter}');
  await isAsked('kim li');
  expect(queryRow('Pat Doe')).toBeNull();
  expect(queryRow('Kim Li')).toBeVisible();
});

it('shows all accounts when emptied, although a response arrives later', async () => {
  const { searchAccounts, isAsked, answer } = answeringLater();
  const { user } = await openPage({ searchAccounts });
  await user.type(box(), 'kim{Enter}');
  await isAsked('kim');
  await user.clear(box());
  await answer('kim', KIM);
  await user.type(box(), 'li{Enter}');
  await isAsked('li');
  expect(queryRow('Pat Doe')).toBeVisible();
  expect(screen.queryByText('1 user found')).toBeNull();
});

it('keeps what is typed during a search, and counts only the shown results', async () => {
  const { searchAccounts, isAsked, answer } = answeringLater();
  const { user } = await openPage({ searchAccounts });
  await user.type(box(), 'k{Enter}');
  await isAsked('k');
  expect(queryRow('Pat Doe')).toBeVisible();
  expect(screen.queryByText(/found/)).toBeNull();
  await user.type(box(), 'i');
  await answer('k', KIM);
  expect(await screen.findByText('1 user found')).toBeVisible();
  expect(box()).toHaveValue('ki');
  expect(box()).toHaveFocus();
});

it('says that it shows the first 50 when there are as many', async () => {
  const { user } = await openPage({ searchAccounts: () => makeAccounts(50) });
  await user.type(box(), 'person{Enter}');
  const text = 'Here are the first 50 users found. Type more letters to see fewer.';
  expect(await screen.findByText(text)).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(50));
  expect(screen.queryByRole('navigation', { name: /^Pages/ })).toBeNull();
});

it('splits more than 50 results of another server into pages', async () => {
  const { user } = await openPage({ searchAccounts: () => makeAccounts(51) });
  await user.type(box(), 'person{Enter}');
  const text = 'More than 50 users found. Type more letters to see fewer.';
  expect(await screen.findByText(text)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await findRow('Person 50')).toBeVisible();
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);
});

it('says that nothing was found, and offers to show all', async () => {
  const { user } = await openPage();
  await user.type(box(), 'nobody');
  expect(await screen.findByText('No user found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all users' }));
  expect(await findRow('Pat Doe')).toBeVisible();
  expect(box()).toHaveValue('');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('keeps the rows when the search fails, and retries with a button', async () => {
  expectConsoleErrors();
  const searchAccounts = vi.fn<() => unknown>().mockReturnValue([KIM]);
  searchAccounts.mockImplementationOnce(() => {
    throw new ApiError('status', { status: 403 });
  });
  const { user } = await openPage({ searchAccounts });
  await user.type(box(), 'kim{Enter}');
  expect(await screen.findByText(/could not be refreshed/)).toBeVisible();
  expect(queryRow('Pat Doe')).toBeVisible();
  expect(box()).toHaveValue('kim');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await findGone('Pat Doe');
  expect(queryRow('Kim Li')).toBeVisible();
});

it('the search text is in no address, title or storage', async () => {
  const { user, address } = await openPage();
  const before = address();
  await user.type(box(), 'kim{Enter}');
  await findGone('Pat Doe');
  expect(address()).toBe(before);
  expect(document.title).toBe('User Accounts List – Referral Desk');
  expect(JSON.stringify([window.localStorage, window.sessionStorage])).not.toMatch(/kim/i);
});

it('shows the texts in Spanish', async () => {
  const { user } = await openPage({}, 'es');
  await user.type(screen.getByRole('searchbox', { name: 'Buscar cuentas' }), 'kim{Enter}');
  expect(await screen.findByText('1 cuenta encontrada')).toBeVisible();
  await user.type(box(), 'nadie{Enter}');
  const notice = await screen.findByText('No se encontró ninguna cuenta');
  expect(
    within(notice.parentElement as HTMLElement).getByRole('button', {
      name: 'Mostrar todas las cuentas',
    }),
  ).toBeVisible();
});
