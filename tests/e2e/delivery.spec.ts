/** How the server sends the web app: guarded, compressed, and kept by browsers as long as it may be. */
import { expect } from '@playwright/test';
import { test } from './fixtures';

test('every page runs only its own scripts, is framed by nobody and tells no address', async ({
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
    // Its own files, and the few lines that stand in the landing page.
    expect(policy.get('script-src')).toMatch(/^'self' 'sha256-[\w+/]{43}='$/);
    expect(policy.get('object-src')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('connect-src')).toBe("'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
  }
});

test('hashed files are compressed and kept for a year, the page is asked for anew', async ({
  request,
}) => {
  const page = await request.get('/');
  expect(page.headers()['cache-control']).toMatch(/no-cache|no-store/);
  const script = /src="(\/assets\/start-[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
  for (const encoding of ['br', 'gzip']) {
    const answer = await request.get(script, { headers: { 'accept-encoding': encoding } });
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-encoding']).toBe(encoding);
    expect(answer.headers()['cache-control']).toContain('max-age=31536000');
    expect(answer.headers()['cache-control']).toContain('immutable');
  }
});

test('a file that is not there is not answered with the page', async ({ request }) => {
  const answer = await request.get('/assets/gone-1234.js');
  expect(answer.status()).toBe(404);
  expect(await answer.text()).not.toContain('<html');
});

test('nothing outside the web app is served', async ({ request }) => {
  for (const path of [
    '/../package.json',
    '/..%2fpackage.json',
    '/.env',
    '/assets/..%2f..%2fserver%2fmain.js',
  ]) {
    const answer = await request.get(path);
    const text = await answer.text();
    expect(text).not.toContain('"dependencies"');
    expect(text).not.toContain('buildServer');
  }
});
