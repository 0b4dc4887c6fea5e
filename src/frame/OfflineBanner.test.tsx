import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderVisitorApp } from '../../tests/support/visitorApp';
import { everyone as english } from '../../contract/languages/en.json';
import { everyone as spanish } from '../../contract/languages/es.json';

afterEach(() => vi.restoreAllMocks());

function become(state: 'online' | 'offline'): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online');
  act(() => {
    window.dispatchEvent(new Event(state));
  });
}

it('the banner shows while the browser is offline', async () => {
  await renderVisitorApp();
  expect(screen.queryByText(english.offline.text)).not.toBeInTheDocument();
  become('offline');
  expect(screen.getByText(english.offline.text)).toHaveRole('status');
  become('online');
  expect(screen.queryByText(english.offline.text)).not.toBeInTheDocument();
});

it('the banner shows at once when the app starts offline, also in Spanish', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await renderVisitorApp({ language: 'es' });
  expect(await screen.findByText(spanish.offline.text)).toBeVisible();
});

it('the banner also shows above the signed-in app', async () => {
  await renderVisitorApp({ path: '/profile', role: 'MANAGER' });
  await screen.findByRole('heading', { name: 'The signed-in app' });
  become('offline');
  expect(screen.getByText(english.offline.text)).toHaveRole('status');
});
