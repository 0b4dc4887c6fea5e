/** The leak detection of the browser tests: each test leaks a person's data on purpose. */
import { expect } from '@playwright/test';
import { findCanaries, plantCanary, plantBodyCanaries, watchForCanaries } from './canaries';
import { test } from './fixtures';

const CANARY = 'Canary Person-Of-This-Test';

/** Each entry leaks the canary in one place. */
const LEAKS: Record<string, (canary: string) => unknown> = {
  'the address bar': (canary) =>
    history.replaceState(null, '', `/?q=${encodeURIComponent(canary)}`),
  'the address /': (canary) => fetch(`/?q=${encodeURIComponent(canary)}`),
  'localStorage left': (canary) => localStorage.setItem('left', canary),
  'sessionStorage left': (canary) => sessionStorage.setItem('left', canary),
  'the cookie left': (canary) => (document.cookie = `left=${encodeURIComponent(canary)}`),
  'a database': (canary) =>
    new Promise((done) => {
      indexedDB.open(canary).onsuccess = done;
    }),
  'a cache': (canary) => caches.open(canary),
  'a database, inside': (canary) =>
    new Promise((done) => {
      const request = indexedDB.open('drafts');
      request.onupgradeneeded = () =>
        request.result.createObjectStore('texts', { autoIncrement: true });
      request.onsuccess = () => {
        const adding = request.result.transaction('texts', 'readwrite');
        adding.objectStore('texts').add({ canary });
        adding.oncomplete = () => {
          request.result.close();
          done(null);
        };
      };
    }),
  'a cache, inside': async (canary) => {
    const cache = await caches.open('pages');
    await cache.put('/page', new Response(canary));
  },
  // oxlint-disable-next-line no-console -- Leaks on purpose.
  'the console': (canary) => console.info(`said ${canary}`),
  'a title': (canary) => {
    document.title = canary;
  },
  history: (canary) => history.replaceState({ canary }, ''),
};

for (const [where, leak] of Object.entries(LEAKS)) {
  test(`detects a leak in: ${where}`, async ({ browser, server }) => {
    plantCanary(CANARY);
    const context = await browser.newContext({ baseURL: server.url });
    const watched = await watchForCanaries(context);
    const page = await context.newPage();
    await page.goto('/login');
    expect(await watched.leaks()).toEqual([]);
    await page.evaluate(leak, CANARY);
    expect(await watched.leaks()).toContain(`${CANARY.slice(0, 24)}… in ${where.split(',')[0]}`);
    await context.close();
  });
}

test('detects a leak in an error response, and a violation of the content security policy', async ({
  browser,
  server,
}) => {
  plantCanary(CANARY);
  const context = await browser.newContext({ baseURL: server.url });
  const watched = await watchForCanaries(context);
  const page = await context.newPage();
  await page.route('**/api/auth/forgot-password', (route) =>
    route.fulfill({ status: 422, json: { detail: [{ loc: [], input: CANARY }] } }),
  );
  await page.goto('/forgot-password');
  await page.getByLabel('Email', { exact: true }).fill('refused@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/./);
  await page.evaluate(() => {
    new Image().src = 'https://elsewhere.example/picture.png';
  });
  await expect
    .poll(() => watched.leaks())
    .toEqual(
      expect.arrayContaining([
        `${CANARY.slice(0, 24)}… in the response of /api/auth/forgot-password`,
        expect.stringContaining('content security policy'),
      ]),
    );
  await context.close();
});

test('plants typed and sent texts', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill('typed.canary@example.org');
  await page.getByLabel('Password', { exact: true }).fill('typed-canary-password');
  await page.getByLabel('Password', { exact: true }).blur();
  await expect
    .poll(() => findCanaries('typed.canary@example.org typed-canary-password'))
    .toEqual(['typed.canary@example.org', 'typed-canary-password']);
  plantBodyCanaries({ person: { note: 'sent canary note' }, site: { label: 'A Site For All' } });
  expect(findCanaries('sent canary note, A Site For All')).toEqual(['sent canary note']);
});
