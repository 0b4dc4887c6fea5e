import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../contract/constants';
import { setDesktopWidth } from '../../tests/support/screenWidth';
import { THIRD_PARTY_BACKEND } from '../../tests/support/ourServer';
import {
  type Answers,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../tests/support/staffApp';
import { ApiError } from '../api/ApiError';

beforeEach(setDesktopWidth);
afterEach(() => vi.useRealTimers());

const sidebar = () => within(screen.getByRole('navigation', { name: 'Staff menu' }));
const counting = (count: number) => ({
  ...stubReferralList([]),
  countReferrals: () => ({ count }),
});
/** Keeps the counts out of the links' text. */
const COUNTING: Answers = {
  countReferrals: () => new Promise(() => {}),
  countToday: () => new Promise(() => {}),
};
const linkNames = () =>
  sidebar()
    .queryAllByRole('link')
    .map((link) => link.textContent);
/** Waits until react-admin has checked the person's access. */
const awaitAccess = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 50)));
const findCounted = (description: string) =>
  screen.findByRole('link', { name: 'Referrals', description });

/** Spec section 2, "Sidebar (desktop only)". */
const SPECIFIED: Record<Role, string[]> = {
  SUPERUSER: ['Referrals', 'Account List', 'Sites', 'Your Profile'],
  MANAGER: ['Referrals', 'Your Profile'],
  REFERRAL: ['Your Profile'],
  ADMIN: [],
  SITE_USER: [],
};
const OURS = {
  ...SPECIFIED,
  SUPERUSER: [
    'To do today',
    'Referrals',
    'Possible Spam',
    'Deleted',
    'Account List',
    'Sites',
    'Activity Log',
    'Your Profile',
  ],
};

describe.each([
  ['our server', OURS, {}],
  ['a third-party backend', SPECIFIED, THIRD_PARTY_BACKEND],
])('with %s', (_backend, links, answers) => {
  it.each(Object.entries(links) as [Role, string[]][])(
    'links a %s to the pages that the role may open: %s',
    async (role, names) => {
      await renderStaffApp({ role, path: '/profile', answers: { ...COUNTING, ...answers } });
      await awaitAccess();
      await waitFor(() => expect(linkNames()).toEqual(names));
      expect(sidebar().getByRole('button', { name: 'Logout' })).toBeVisible();
    },
  );
});

it('the links have the paths of the specification', async () => {
  await renderStaffApp({ path: '/profile', answers: COUNTING });
  await waitFor(() => expect(linkNames()).toEqual(OURS.SUPERUSER));
  const paths = sidebar()
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(paths).toEqual([
    '/today',
    '/admin',
    '/held',
    '/deleted',
    '/accounts/list',
    '/sites',
    '/audit',
    '/profile',
  ]);
});

it('shows who is signed in, with the whole address as a tooltip', async () => {
  await renderStaffApp({ path: '/profile' });
  const email = sidebar().getByText('sam@clinic.example');
  expect(email).toBeVisible();
  expect(email.closest('[title]')).toHaveAttribute('title', 'sam@clinic.example');
});

it('marks the current page, also after navigation', async () => {
  const { user } = await renderStaffApp({ path: '/profile', answers: counting(0) });
  const current = () => sidebar().getByRole('link', { current: 'page' });
  await waitFor(() => expect(current()).toHaveTextContent('Your Profile'));
  await user.click(await sidebar().findByRole('link', { name: 'Referrals' }));
  expect(current()).toHaveTextContent('Referrals');
  expect(screen.getByRole('heading', { level: 1, name: 'Referral List' })).toHaveFocus();
});

it('the sidebar is a landmark, and the header has no menu button', async () => {
  await renderStaffApp({ path: '/profile' });
  const header = within(screen.getByRole('navigation', { name: 'Menu' }));
  expect(header.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Admin',
    'Logout',
  ]);
});

it('signs out and opens the login page', async () => {
  const { user, session, address } = await renderStaffApp({ path: '/profile' });
  await user.click(sidebar().getByRole('button', { name: 'Logout' }));
  expect(session.get()).toEqual({ status: 'signed-out', user: null, hasSignedOut: true });
  expect(session.read()).toBeNull();
  expect(address()).toBe('/login');
});

describe('the badge', () => {
  it.each([
    ['en', 0, '0', '0 referrals in total'],
    ['en', 1, '1', '1 referral in total'],
    ['en', 12_345, '12,345', '12,345 referrals in total'],
    ['es', 12_345, '12,345', '12,345 remisiones en total'],
  ] as const)('shows in %s the number of referrals: %i', async (language, count, shown, said) => {
    await renderStaffApp({ language, path: '/profile', answers: counting(count) });
    expect(await screen.findByText(shown)).toBeVisible();
    expect(screen.getByRole('link', { description: said })).toBeVisible();
  });

  it('is refreshed after a change', async () => {
    let count = 3;
    const { user } = await renderStaffApp({
      answers: { ...stubReferralList([makeReferral()]), countReferrals: () => ({ count }) },
    });
    await findCounted('3 referrals in total');
    count = 2;
    await user.click(await screen.findByRole('button', { name: /^Update Referral/ }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Update Referral' }),
    );
    // The open dialog hides the page from queries by role.
    expect(await screen.findByText('2 referrals in total')).toBeInTheDocument();
  });

  it('counts again every minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let count = 3;
    await renderStaffApp({ path: '/profile', answers: { countReferrals: () => ({ count }) } });
    await findCounted('3 referrals in total');
    count = 4;
    act(() => void vi.advanceTimersByTime(60_000));
    expect(await findCounted('4 referrals in total')).toBeVisible();
  });

  it('is missing without a message when counting fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { inputsOf } = await renderStaffApp({
      path: '/profile',
      answers: {
        countReferrals: () => {
          throw new ApiError('status', { status: 403 });
        },
      },
    });
    await waitFor(() => expect(inputsOf('countReferrals')).toHaveLength(1));
    await act(async () => undefined);
    expect(sidebar().getByRole('link', { name: 'Referrals' })).not.toHaveAccessibleDescription();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('disappears when counting again fails, as the number may be wrong', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const countReferrals = vi.fn<() => unknown>().mockReturnValueOnce({ count: 3 });
    countReferrals.mockImplementation(() => {
      throw new ApiError('status', { status: 403 });
    });
    await renderStaffApp({ path: '/profile', answers: { countReferrals } });
    await findCounted('3 referrals in total');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(await findCounted('')).toBeVisible();
  });

  it.each(['REFERRAL', 'ADMIN', 'SITE_USER'] as const)(
    'is not requested for a %s, who may not see the list',
    async (role) => {
      const { inputsOf } = await renderStaffApp({ role, path: '/profile', answers: counting(7) });
      await act(async () => undefined);
      expect(inputsOf('countReferrals')).toEqual([]);
      expect(inputsOf('getFollowUpRules')).toEqual([]);
      expect(inputsOf('countToday')).toEqual([]);
    },
  );
});

it('each page has a visible label, and nothing is stored', async () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  await renderStaffApp({ path: '/profile', answers: counting(12) });
  await findCounted('12 referrals in total');
  for (const text of ['Referrals', 'Account List', 'Sites', 'Your Profile', 'Logout']) {
    expect(sidebar().getByText(text)).not.toHaveClass('visually-hidden');
  }
  expect(setItem).not.toHaveBeenCalled();
});

describe('the badge of the account list', () => {
  const pending = (total: unknown): Answers => ({
    ...counting(12),
    listPendingAccounts: () => ({ items: [], pages: 1, total }),
  });
  const accounts = () => sidebar().getByRole('link', { name: 'Account List' });

  it('shows how many accounts wait for approval, and asks for no more than that', async () => {
    const { inputsOf } = await renderStaffApp({ path: '/sites', answers: pending(1_234) });
    await waitFor(() =>
      expect(accounts()).toHaveAccessibleDescription('1,234 accounts wait for approval'),
    );
    expect(accounts()).toHaveTextContent('1,234');
    expect(inputsOf('listPendingAccounts').map(({ query }) => query)).toEqual([
      { page: 1, size: 1 },
    ]);
  });

  it.each([
    ['nobody waits', 0],
    ['the server does not say how many', undefined],
  ])('is missing when %s', async (_when, total) => {
    const { inputsOf } = await renderStaffApp({ path: '/sites', answers: pending(total) });
    await findCounted('12 referrals in total');
    await waitFor(() => expect(inputsOf('listPendingAccounts')).toHaveLength(1));
    await awaitAccess();
    expect(accounts()).not.toHaveAccessibleDescription();
  });

  it('is not requested from a third-party backend', async () => {
    const answers = { ...THIRD_PARTY_BACKEND, ...counting(12) };
    const { inputsOf } = await renderStaffApp({ path: '/sites', answers });
    await findCounted('12 referrals in total');
    await awaitAccess();
    expect(inputsOf('listPendingAccounts')).toEqual([]);
  });

  it('is not requested for a manager', async () => {
    const { inputsOf } = await renderStaffApp({
      role: 'MANAGER',
      path: '/profile',
      answers: pending(2),
    });
    await awaitAccess();
    expect(inputsOf('listPendingAccounts')).toEqual([]);
  });
});
