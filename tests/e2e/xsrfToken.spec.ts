/** The cookie by which a backend of the same origin recognises its pages; our own server sets none. */
import type { Page, Request } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './fixtures';

const HEADER = 'x-xsrf-token';

/** Sends an email that nobody gets, and returns the request. */
async function sendSomething(page: Page): Promise<Request> {
  const sent = page.waitForRequest('**/api/auth/forgot-password');
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Send Email' }).click();
  const request = await sent;
  await request.response();
  return request;
}

test('repeats the cookie of a response, and what another tab makes of it, in a header', async ({
  page,
  context,
}) => {
  let received: string | undefined;
  await page.route('**/api/auth/forgot-password', async (route) => {
    received = route.request().headers()[HEADER];
    const response = await route.fetch();
    const headers = { ...response.headers(), 'set-cookie': 'XSRF-TOKEN=a%2Bb; Path=/' };
    await route.fulfill({ response, headers });
  });
  await page.goto('/forgot-password');
  await sendSomething(page);
  expect(received).toBeUndefined();
  await sendSomething(page);
  expect(received).toBe('a+b');

  const other = await context.newPage();
  await other.goto('/login');
  await other.evaluate(() => {
    document.cookie = 'XSRF-TOKEN=from-the-other-tab; path=/';
  });
  await other.close();
  await sendSomething(page);
  expect(received).toBe('from-the-other-tab');
});
