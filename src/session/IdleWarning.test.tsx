import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderVisitorApp } from '../../tests/support/visitorApp';

const MINUTE = 60_000;

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
  });
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const warning = () => screen.queryByRole('alertdialog', { name: 'Are you still there?' });
const click = (name: string) => {
  const dialog = screen.getByRole('alertdialog');
  act(() => within(dialog).getByRole('button', { name }).click());
};

async function open(options: Parameters<typeof renderVisitorApp>[0] = {}) {
  const app = await renderVisitorApp({ role: 'REFERRAL', ...options });
  await act(() => vi.dynamicImportSettled());
  return app;
}

describe('a signed-in person', () => {
  it('is warned a minute before the idle sign-out, on a public page too', async () => {
    const { session } = await open();
    await pass(14 * MINUTE - 1_000);
    expect(warning()).toBeNull();
    await pass(1_000);
    expect(warning()).toBeVisible();
    expect(warning()).toHaveAccessibleDescription(/you will be logged out\.$/);
    expect(screen.getByText('60 seconds left')).toBeVisible();
    await pass(59_000);
    expect(screen.getByText('1 second left')).toBeVisible();
    await pass(1_001);
    expect(warning()).toBeNull();
    expect(session.get()).toEqual({ status: 'signed-out', user: null, endedBy: 'idle' });
    const text = 'You were logged out after no activity for 15 minutes.';
    expect(screen.getByText(text)).toHaveRole('status');
  });

  it('hears the countdown at 30 and 10 seconds only', async () => {
    await open();
    await pass(14 * MINUTE);
    const said = () => within(screen.getByRole('alertdialog')).getByRole('status').textContent;
    const heard = [said()];
    for (let second = 0; second < 59; second += 1) {
      await pass(1_000);
      if (heard.at(-1) !== said()) heard.push(said());
    }
    expect(heard).toEqual(['', '30 seconds left', '10 seconds left']);
  });

  it.each([
    ['by the button', () => click('Stay logged in')],
    [
      'by Escape',
      () =>
        void fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true })),
    ],
  ])('stays signed in %s', async (_how, stay) => {
    const { session } = await open();
    await pass(14 * MINUTE + 30_000);
    act(stay);
    expect(warning()).toBeNull();
    await pass(13 * MINUTE);
    expect(session.get().status).toBe('signed-in');
  });

  it('can sign out from the warning', async () => {
    const { session } = await open();
    await pass(14 * MINUTE);
    click('Logout');
    expect(session.get()).toEqual({ status: 'signed-out', user: null, hasSignedOut: true });
    expect(warning()).toBeNull();
  });

  it.each(['keydown', 'pointerdown', 'touchstart', 'wheel', 'scroll'])(
    'is not warned after a %s event',
    async (type) => {
      await open();
      await pass(13 * MINUTE);
      fireEvent(window, new Event(type));
      await pass(13 * MINUTE);
      expect(warning()).toBeNull();
    },
  );

  it('counts as active when the pointer moves, not when it rests', async () => {
    await open();
    const move = (screenX: number) =>
      fireEvent(window, Object.assign(new Event('pointermove'), { screenX, screenY: 5 }));
    move(1);
    await pass(13 * MINUTE);
    move(2);
    await pass(13 * MINUTE);
    expect(warning()).toBeNull();
    move(2);
    await pass(MINUTE);
    expect(warning()).toBeVisible();
  });

  it('sees nothing of the page when waking the computer after the limit, and is signed out', async () => {
    const { session } = await open();
    vi.setSystemTime(Date.now() + 60 * MINUTE);
    act(() => void fireEvent(document, new Event('visibilitychange')));
    expect(screen.getByRole('heading', { level: 1, hidden: true })).not.toBeVisible();
    await pass(1);
    expect(session.get()).toMatchObject({ status: 'signed-out', endedBy: 'idle' });
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });

  it('is signed out on the server too', async () => {
    const { inputsOf } = await open();
    await pass(15 * MINUTE + 1);
    expect(inputsOf('logout')).toHaveLength(1);
  });

  it('keeps the input of the public form', async () => {
    await open();
    await pass(0);
    const site = screen.getByLabelText('Site');
    fireEvent.change(site, { target: { value: 'North' } });
    await pass(15 * MINUTE + 1);
    expect(screen.getByLabelText('Site')).toHaveValue('North');
  });
});

it('does nothing for a visitor', async () => {
  await renderVisitorApp();
  await pass(20 * MINUTE);
  expect(warning()).toBeNull();
  expect(screen.queryByText(/logged out/)).toBeNull();
});

it('never signs out when idleMinutes is 0', async () => {
  const { session } = await open({ settings: { idleMinutes: 0 } });
  await pass(24 * 60 * MINUTE);
  expect(session.get().status).toBe('signed-in');
});

it('uses the idle time the provider has set', async () => {
  const { session } = await open({ settings: { idleMinutes: 2 } });
  await pass(2 * MINUTE + 1);
  expect(session.get().status).toBe('signed-out');
  expect(screen.getByText(/for 2 minutes\.$/)).toBeVisible();
});
