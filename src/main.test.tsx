import { expect, it, vi } from 'vitest';

it('removes the token of a reset link from address and history before anything else is loaded', async () => {
  const entries = window.history.length;
  window.history.replaceState({ of: 'the router' }, '', '/reset-password?reset_token=t0ken');
  document.body.innerHTML = '<div id="root"></div>';
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await import('./main');
  expect(window.location.pathname + window.location.search).toBe('/reset-password');
  expect(window.history.length).toBe(entries);
  expect(window.history.state).toEqual({ of: 'the router' });
});
