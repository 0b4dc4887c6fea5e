import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderVisitorApp } from '../../tests/support/visitorApp';
import { createEscapeCounter } from './QuickExit';
import * as page from './replacePage';

const ADDRESS = 'https://quiet.example/';
const settings = { exitUrl: ADDRESS };
const left = () => vi.mocked(page.replacePage).mock.calls;

beforeEach(() => void vi.spyOn(page, 'replacePage').mockImplementation(() => undefined));

/** Whether the browser would ask before the page is left. */
function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

it.each(['/', '/login', '/register', '/forgot-password', '/no-page'])(
  'offers a link away on %s',
  async (path) => {
    await renderVisitorApp({ path, settings });
    const link = await screen.findByRole('link', { name: 'Leave this site' });
    expect(link).toHaveAttribute('href', ADDRESS);
    expect(link).toHaveAccessibleDescription(/Escape three times.*browser history/);
  },
);

it('renders in Spanish', async () => {
  await renderVisitorApp({ language: 'es', settings });
  expect(await screen.findByRole('link', { name: 'Salir de esta página' })).toBeVisible();
});

it('discards the input and leaves without a question', async () => {
  const { user } = await renderVisitorApp({ settings });
  await user.click(screen.getByLabelText('Substance'));
  await user.click(await screen.findByRole('option', { name: /Opioid/ }));
  expect(asksBeforeLeaving()).toBe(true);

  await user.click(screen.getByRole('link', { name: 'Leave this site' }));
  expect(left()).toEqual([[ADDRESS]]);
  expect(document.body).not.toHaveTextContent(/\w/);
  expect(document.title).toBe('');
  expect(asksBeforeLeaving()).toBe(false);
});

it('leaves on three presses of Escape, not counting the one that closes a list', async () => {
  const { user } = await renderVisitorApp({ settings });
  await user.click(screen.getByLabelText('Substance'));
  expect(await screen.findAllByRole('option')).not.toHaveLength(0);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  await user.keyboard('{Escape}{Escape}');
  expect(left()).toEqual([]);
  await user.keyboard('{Escape}');
  expect(left()).toEqual([[ADDRESS]]);
});

it('does not count the Escape that closes a dialog, or ends the composition of a character', async () => {
  const { user } = await renderVisitorApp({ path: '/register', settings });
  await user.click(await screen.findByRole('button', { name: 'Read the terms' }));
  await screen.findByRole('dialog');
  // jsdom closes no dialog on Escape.
  await user.keyboard('{Escape}{Escape}{Escape}');
  expect(left()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (let press = 0; press < 3; press += 1) {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true }));
  }
  expect(left()).toEqual([]);
  await user.keyboard('{Escape}{Escape}{Escape}');
  expect(left()).toEqual([[ADDRESS]]);
});

it('prevents a fourth press from stopping the navigation', async () => {
  const { user } = await renderVisitorApp({ settings });
  await user.keyboard('{Escape}{Escape}{Escape}');
  const oneMore = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true });
  window.dispatchEvent(oneMore);
  expect(oneMore.defaultPrevented).toBe(true);
  expect(left()).toHaveLength(1);
});

it('counts a held-down Escape once', async () => {
  await renderVisitorApp({ settings });
  for (const repeat of [false, true, true, true]) {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', repeat }));
  }
  expect(left()).toEqual([]);
});

describe('the counter of presses of Escape', () => {
  const answers = (...times: number[]) => {
    const press = createEscapeCounter();
    return times.map((at) => press(at));
  };

  it('is true for the third press within two seconds, and for each one after it', () => {
    expect(answers(0, 900, 2_000, 2_100)).toEqual([false, false, true, true]);
  });

  it('is false for presses further apart', () => {
    expect(answers(0, 1_000, 2_001)).toEqual([false, false, false]);
  });

  it('counts three fast presses also after an earlier slow one', () => {
    expect(answers(0, 5_000, 5_100, 5_200)).toEqual([false, false, false, true]);
  });
});
