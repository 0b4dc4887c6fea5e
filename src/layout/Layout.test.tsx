/** The request by which an open window counts referrals and detects that its session has ended. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setDesktopWidth, setPhoneWidth } from '../../tests/support/screenWidth';
import {
  findSignInAgain,
  stubReferralList,
  makeReferral,
  renderStaffApp,
} from '../../tests/support/staffApp';
import type { Role } from '../../contract/constants';
import { ApiError } from '../api/ApiError';

beforeEach(() => {
  // Advances in real time too, as waitFor polls at an interval.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const passMinute = () => act(() => void vi.advanceTimersByTime(60_000));
/** The browser's event when the person returns to the window. */
const comeBack = () =>
  act(() => void fireEvent(document, new Event('visibilitychange', { bubbles: true })));

const refuse = () => {
  throw new ApiError('status', { status: 401 });
};

/** A window that has loaded its rows and its first count, with the menu closed again. */
async function openWindow(role: Role, then: () => unknown) {
  const countReferrals = vi.fn<() => unknown>().mockReturnValueOnce({ count: 1 });
  countReferrals.mockImplementation(then);
  const answers = { ...stubReferralList([makeReferral()]), countReferrals };
  const app = await renderStaffApp({ role, answers });
  await screen.findByText(/^Robin/);
  const menu = screen.queryByRole('button', { name: 'Menu' });
  if (menu) await app.user.click(menu);
  await screen.findByText('1 referral in total');
  if (menu) await app.user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  return {
    ...app,
    expectAsked: (times: number) =>
      waitFor(() => expect(countReferrals).toHaveBeenCalledTimes(times)),
  };
}

describe.each([
  ['with a sidebar', setDesktopWidth],
  ['with a menu behind a button', setPhoneWidth],
])('a window %s', (_layout, fit) => {
  beforeEach(fit);

  it('counts the referrals every minute, and not again when the menu opens', async () => {
    const { expectAsked } = await openWindow('MANAGER', () => ({ count: 2 }));
    await expectAsked(1);
    passMinute();
    await expectAsked(2);
    passMinute();
    await expectAsked(3);
  });

  it('counts the referrals when the window gets the focus, without loading the rows again', async () => {
    const { expectAsked, inputsOf } = await openWindow('SUPERUSER', () => ({ count: 2 }));
    await expectAsked(1);
    comeBack();
    await expectAsked(2);
    expect(inputsOf('listWorklist')).toHaveLength(1);
  });

  it.each([
    ['within a minute', passMinute],
    ['on coming back to it', comeBack],
  ])('shows nothing %s to a person whose access was withdrawn', async (_when, pass) => {
    const { session } = await openWindow('MANAGER', refuse);
    expect(screen.getByText(/^Robin/)).toBeVisible();
    pass();
    expect(await findSignInAgain()).toBeVisible();
    expect(screen.getByText(/^Robin/)).not.toBeVisible();
    expect(session.read()).toBeNull();
  });
});

it('counts nothing for a person who may not see the list', async () => {
  const { inputsOf } = await renderStaffApp({ role: 'REFERRAL', path: '/profile' });
  passMinute();
  comeBack();
  await act(async () => undefined);
  expect(inputsOf('countReferrals')).toEqual([]);
});
