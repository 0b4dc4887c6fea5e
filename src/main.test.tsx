import { expect, it, vi } from 'vitest';

it('takes the token of a reset link out of address and history while everything else is still on its way', async () => {
  const entries = window.history.length;
  window.history.replaceState({ of: 'the router' }, '', '/reset-password?reset_token=t0ken');
  document.body.innerHTML = '<div id="root"></div>';
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await import('./main');
  expect(window.location.pathname + window.location.search).toBe('/reset-password');
  expect(window.history.length).toBe(entries);
  expect(window.history.state).toEqual({ of: 'the router' });
});
