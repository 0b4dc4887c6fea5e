/** How the server delivers the web app: security headers, compression and caching. */
import { expect } from '@playwright/test';
import { test } from './fixtures';

test('restricts every page to its own scripts, forbids framing and sends no referrer', async ({
  request,
}) => {
  for (const path of ['/', '/login', '/admin', '/confirm-email?reset_token=secret']) {
    const headers = (await request.get(path)).headers();
    const policy = new Map(
      (headers['content-security-policy'] ?? '').split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(/\s+/);
        return [name, values.join(' ')];
      }),
    );
    // Its own files, and the inline script of the landing page.
    expect(policy.get('script-src')).toMatch(/^'self' 'sha256-[\w+/]{43}='$/);
    expect(policy.get('object-src')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('connect-src')).toBe("'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
  }
});

test('compresses hashed files and caches them for a year, but revalidates the page', async ({
  request,
}) => {
  const page = await request.get('/');
  expect(page.headers()['cache-control']).toMatch(/no-cache|no-store/);
  const script = /src="(\/assets\/index-[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
  for (const encoding of ['br', 'gzip']) {
    const response = await request.get(script, { headers: { 'accept-encoding': encoding } });
    expect(response.status()).toBe(200);
    expect(response.headers()['content-encoding']).toBe(encoding);
    expect(response.headers()['cache-control']).toContain('max-age=31536000');
    expect(response.headers()['cache-control']).toContain('immutable');
  }
});

test('answers 404 for a missing file, not the page', async ({ request }) => {
  const response = await request.get('/assets/gone-1234.js');
  expect(response.status()).toBe(404);
  expect(await response.text()).not.toContain('<html');
});

test('serves nothing outside the web app', async ({ request }) => {
  for (const path of [
    '/../package.json',
    '/..%2fpackage.json',
    '/.env',
    '/assets/..%2f..%2fserver%2fmain.js',
  ]) {
    const response = await request.get(path);
    const text = await response.text();
    expect(text).not.toContain('"dependencies"');
    expect(text).not.toContain('buildServer');
  }
});
