/** The question by which an open window learns how many referrals there are, and that its session is over. */
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
  // It goes on by itself, too: what waits for something looks for it in intervals.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const passMinute = () => act(() => void vi.advanceTimersByTime(60_000));
/** What a browser tells when the person comes back to the window. */
const comeBack = () =>
  act(() => void fireEvent(document, new Event('visibilitychange', { bubbles: true })));

const refuse = () => {
  throw new ApiError('status', { status: 401 });
};

/** A window that has read its rows and its first number, with the menu as it was. */
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

  it('asks each minute, and once however often the menu was open', async () => {
    const { expectAsked } = await openWindow('MANAGER', () => ({ count: 2 }));
    await expectAsked(1);
    passMinute();
    await expectAsked(2);
    passMinute();
    await expectAsked(3);
  });

  it('asks when it is looked at again, and reads no rows then', async () => {
    const { expectAsked, inputsOf } = await openWindow('SUPERUSER', () => ({ count: 2 }));
    await expectAsked(1);
    comeBack();
    await expectAsked(2);
    expect(inputsOf('listReferrals')).toHaveLength(1);
  });

  it.each([
    ['within a minute', passMinute],
    ['on coming back to it', comeBack],
  ])('shows nothing %s to who was shut out', async (_when, pass) => {
    const { session } = await openWindow('MANAGER', refuse);
    expect(screen.getByText(/^Robin/)).toBeVisible();
    pass();
    expect(await findSignInAgain()).toBeVisible();
    expect(screen.getByText(/^Robin/)).not.toBeVisible();
    expect(session.read()).toBeNull();
  });
});

it('of who may see no list asks nothing', async () => {
  const { inputsOf } = await renderStaffApp({ role: 'REFERRAL', path: '/profile' });
  passMinute();
  comeBack();
  await act(async () => undefined);
  expect(inputsOf('countReferrals')).toEqual([]);
});
