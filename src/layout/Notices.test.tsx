/** The notices on every page, and the offer to replace a generated password. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubMetaWithout, THIRD_PARTY_BACKEND } from '../../tests/support/ourServer';
import { type Answers, renderStaffApp } from '../../tests/support/staffApp';
import { ApiError } from '../api/ApiError';

const FIRST = 'You still use the first password.';
const OFFER = 'Replace the first password';

const notices = (...codes: unknown[]): Answers => ({
  listNotices: () => codes.map((code) => ({ code })),
});

describe('notices', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  });
  afterEach(() => vi.useRealTimers());

  it.each([
    ['proxyNotTrusted', /^All visitors may be sharing one address/],
    ['diskFull', /^The disk of the database is full/],
    ['databaseReadOnly', /^The database is read-only/],
    ['clockDiffers', /^The clocks of the server and its database differ/],
    ['guestsHeld', /^Too many referrals are arriving from a few networks/],
    ['holidaysEnd', /^No holiday is set for the next 60 days/],
  ])('show a text for %s, in a status region that was mounted before', async (code, text) => {
    await renderStaffApp({ path: '/profile', answers: notices(code) });
    const title = await screen.findByText(text);
    expect(title.closest('[role=status]')).toBeVisible();
  });

  it('show an unknown code as it is, once, and nothing for an invalid one', async () => {
    await renderStaffApp({ path: '/profile', answers: notices('moonPhase', null, 7, 'moonPhase') });
    expect(await screen.findAllByText('The server reports: moonPhase')).toHaveLength(1);
    expect(screen.queryByText(/null|7/)).toBeNull();
  });

  it('stay while the server does not answer, and disappear when they end', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const answer = vi.fn<() => unknown>(() => []);
    answer.mockReturnValueOnce([{ code: 'diskFull' }]);
    answer.mockImplementationOnce(() => {
      throw new ApiError('status', { status: 503 });
    });
    await renderStaffApp({ path: '/profile', answers: { listNotices: answer } });
    await screen.findByText(/^The disk of the database is full/);
    act(() => void vi.advanceTimersByTime(60_000));
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
    expect(screen.getByText(/^The disk of the database is full/)).toBeVisible();
    act(() => void vi.advanceTimersByTime(60_000));
    await waitFor(() => expect(screen.queryByText(/^The disk/)).toBeNull());
  });

  it('are shown one at a time; Later leads to the next one', async () => {
    const { user } = await renderStaffApp({
      path: '/profile',
      answers: notices('diskFull', 'clockDiffers'),
    });
    await screen.findByText(/^The disk of the database is full/);
    expect(screen.queryByText(/^The clocks/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Later' }));
    expect(await screen.findByText(/^The clocks/)).toBeVisible();
    expect(screen.queryByText(/^The disk/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(screen.queryByText(/^The clocks/)).toBeNull());
  });

  it('show all of a text on request', async () => {
    const { user } = await renderStaffApp({ path: '/profile', answers: notices('diskFull') });
    const more = await screen.findByRole('button', { name: 'More' });
    const text = screen.getByText(/^The disk of the database is full/).parentElement;
    expect(text?.className).toContain('line');
    await user.click(more);
    expect(text?.className).toContain('whole');
    expect(screen.getByRole('button', { name: 'Less' })).toHaveAttribute('aria-expanded', 'true');
  });

  it('are not requested from a third-party backend', async () => {
    const { inputsOf } = await renderStaffApp({
      path: '/profile',
      answers: THIRD_PARTY_BACKEND,
    });
    await screen.findByText('No Pending Users At This Time');
    expect(inputsOf('listNotices')).toEqual([]);
  });
});

describe('a generated password', () => {
  const open = (answers = notices('generatedPassword')) =>
    renderStaffApp({ path: '/admin', answers });

  it('can be replaced after sign-in, or later through the notice', async () => {
    const { user, address } = await open();
    const dialog = await screen.findByRole('dialog', { name: OFFER });
    await user.click(within(dialog).getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText(FIRST)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Replace it' }));
    expect(address()).toBe('/profile#change-password');
    expect(screen.getByRole('heading', { name: 'Change Password' })).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be replaced later: Escape closes the offer', async () => {
    const { user } = await open();
    await screen.findByRole('dialog', { name: OFFER });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText(FIRST)).toBeVisible();
  });

  it('can be replaced at once', async () => {
    const { user, address } = await open();
    await user.click(await screen.findByRole('button', { name: 'Replace it now' }));
    expect(address()).toBe('/profile#change-password');
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Change Password' })).toHaveFocus(),
    );
  });

  it('is a notice without a link if an older server cannot change passwords', async () => {
    await open({ ...notices('generatedPassword'), ...stubMetaWithout('changePassword') });
    expect(await screen.findByText(FIRST)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Replace it' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
