/** Quick exit from a public page, with real browser history, dialogs and `beforeunload` prompts. */
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { QUICK_EXIT } from '../../contract/constants';
import { plantCanary, watchForCanaries } from './canaries';
import { uniqueClientAddress, test } from './fixtures';
import { chooseSubstanceAndSite, TEXTS } from './steps';

const EXIT = QUICK_EXIT.address;
const LAST_NAME = 'Quickly-Leaving-Person';
const { leave } = TEXTS.en.quickExit;

interface Visit {
  page: Page;
  /** The types of the browser's own dialogs so far. */
  browserDialogs: string[];
  leaks: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** Opens a browser with a stub of the exit page. The first entry of its history is `/api/health`. */
async function visit(
  browser: Browser,
  url: string,
  settings: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    extraHTTPHeaders: uniqueClientAddress(),
    ...settings,
  });
  const watched = await watchForCanaries(context);
  await context.route(`${EXIT}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Weather</title><h1>Sunny</h1>' }),
  );
  const page = await context.newPage();
  const browserDialogs: string[] = [];
  page.on('dialog', (dialog) => {
    browserDialogs.push(dialog.type());
    void dialog.accept();
  });
  await page.goto('/api/health');
  return { page, browserDialogs, leaks: watched.leaks, close: () => context.close() };
}

/** Completes step 1 of the form and types into step 2. */
async function typeReferral(page: Page): Promise<void> {
  plantCanary(LAST_NAME);
  await chooseSubstanceAndSite(page);
  await page.getByLabel('Last Name', { exact: true }).pressSequentially(LAST_NAME);
}

async function expectExited({ page, browserDialogs }: Visit): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sunny' })).toBeVisible();
  expect(browserDialogs).toEqual([]);
  expect(await page.evaluate(() => document.referrer)).toBe('');
}

const WAYS: Record<string, (page: Page) => Promise<void>> = {
  'by the link': (page) => page.getByRole('link', { name: leave }).click(),
  'by the link, under the backdrop of a dialog': async (page) => {
    const box = await page.getByRole('link', { name: leave }).boundingBox();
    const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.mouse.click(x + width / 2, y + height / 2);
  },
  'by pressing Escape three times after the one that closes a dialog': async (page) => {
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Last Name', { exact: true })).toHaveValue(LAST_NAME);
    await page.keyboard.press('Escape');
  },
  'by pressing Escape repeatedly': async (page) => {
    for (let press = 0; press < 8; press += 1) await page.keyboard.press('Escape');
  },
};

for (const [way, go] of Object.entries(WAYS)) {
  test(`a guest leaves ${way}, and 'Back' skips the page`, async ({ browser, server }) => {
    const guest = await visit(browser, server.url);
    const { page } = guest;
    await page.goto('/');
    await typeReferral(page);
    await go(page);
    await expectExited(guest);
    await page.goBack();
    await expect(page).toHaveURL(/\/api\/health$/);
    await page.goForward();
    await expect(page).toHaveURL(EXIT);
    expect(await guest.leaks()).toEqual([]);
    await guest.close();
  });
}

test('keeps pages visited before in the history, without their input', async ({
  browser,
  server,
}) => {
  const guest = await visit(browser, server.url);
  const { page } = guest;
  await page.goto('/');
  await typeReferral(page);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Email', { exact: true }).fill('leaving@example.org');
  await page.getByRole('link', { name: leave }).click();
  await expectExited(guest);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeVisible();
  await expect(page.getByText('Alcohol-related')).toHaveCount(0);
  expect(await page.content()).not.toContain(LAST_NAME);
  expect(await guest.leaks()).toEqual([]);
  await guest.close();
});

test('exits by a real link, which sends no referrer', async ({ browser, server }) => {
  const guest = await visit(browser, server.url);
  const { page } = guest;
  await page.goto('/login');
  const link = page.getByRole('link', { name: leave });
  await expect(link).toHaveAttribute('href', EXIT);
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await guest.close();
});

test('neither stores the input of a guest in the browser nor restores it after a reload', async ({
  browser,
  server,
}) => {
  const guest = await visit(browser, server.url);
  const { page, leaks } = guest;
  await page.goto('/');
  await page.getByLabel('Site', { exact: true }).fill('Somewhere-Typed');
  plantCanary('Somewhere-Typed');
  expect(await leaks()).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue('');

  await typeReferral(page);
  await page.getByLabel('First Name', { exact: true }).fill('Typed-First-Name');
  await page.getByLabel('Contact Number', { exact: true }).fill('(555) 010-9876');
  await page.getByLabel('Notes').fill('Typed notes of a guest');
  plantCanary('Typed-First-Name');
  plantCanary('(555) 010-9876');
  plantCanary('Typed notes of a guest');
  expect(await leaks()).toEqual([]);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeVisible();
  expect(await page.content()).not.toContain(LAST_NAME);
  expect(await leaks()).toEqual([]);

  for (const path of ['/login', '/register', '/forgot-password']) {
    await page.goto(path);
    const email = page.getByLabel('Email', { exact: true });
    await email.fill('typed.by.a.guest@example.org');
    plantCanary('typed.by.a.guest@example.org');
    expect(await leaks()).toEqual([]);
    await page.reload();
    await expect(email).toHaveValue('');
  }
  await guest.close();
});

test.describe('on a small phone', () => {
  test('keeps the link in view at every scroll position without covering the focused element', async ({
    browser,
    server,
  }) => {
    const guest = await visit(browser, server.url, { viewport: { width: 320, height: 480 } });
    const { page } = guest;
    await page.goto('/');
    await typeReferral(page);
    const link = page.getByRole('link', { name: leave });
    await expect(link).toBeInViewport({ ratio: 1 });
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
    await expect(link).toBeInViewport({ ratio: 1 });
    const bar = page.getByRole('region', { name: leave });
    for (let tab = 0; tab < 40; tab += 1) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      if ((await focused.count()) === 0) break;
      const isInBar = await bar.evaluate((element) => element.contains(document.activeElement));
      if (isInBar) continue;
      const [box, barBox] = [await focused.boundingBox(), await bar.boundingBox()];
      const overlap = (box?.y ?? 0) + (box?.height ?? 0) - (barBox?.y ?? 0);
      const name = await focused.evaluate((element) => element.outerHTML.slice(0, 80));
      expect({ name, isCovered: overlap > 1 }).toEqual({ name, isCovered: false });
    }
    await guest.close();
  });
});

const WAYS_OUT: Record<string, (page: Page) => Promise<void>> = {
  'three presses of Escape': async (page) => {
    for (let press = 0; press < QUICK_EXIT.presses; press += 1) await page.keyboard.press('Escape');
  },
  "'Leave this site'": (page) => page.getByRole('link', { name: leave, exact: true }).click(),
};

for (const [way, go] of Object.entries(WAYS_OUT)) {
  test(`${way} leaves the page before its scripts load, and leaves no history entry of it`, async ({
    browser,
    server,
  }) => {
    const { page, close } = await visit(browser, server.url);
    await page.route('**/assets/*.js', () => {});
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('input[name=site]').fill('Lincoln');
    await go(page);
    await expect(page).toHaveURL(EXIT);
    await page.goBack();
    await expect(page).toHaveURL('/api/health');
    await close();
  });
}
