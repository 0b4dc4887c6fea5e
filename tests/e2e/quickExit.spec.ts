/** Leaving a public page in a hurry, with a real history, real dialogs and a real question about unsent input. */
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { QUICK_EXIT } from '../../contract/constants';
import { plant, watchForCanaries } from './canaries';
import { fromElsewhere, test } from './fixtures';
import { chooseSubstanceAndSite, TEXTS } from './steps';

const EXIT = QUICK_EXIT.address;
const LAST_NAME = 'Quickly-Leaving-Person';
const { leave } = TEXTS.en.quickExit;

interface Visit {
  page: Page;
  /** The questions the browser has asked. */
  questions: string[];
  leaks: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** A browser in which the neutral page exists; it came from a page of its own. */
async function visit(
  browser: Browser,
  url: string,
  settings: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    extraHTTPHeaders: fromElsewhere(),
    ...settings,
  });
  const watched = await watchForCanaries(context);
  await context.route(`${EXIT}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Weather</title><h1>Sunny</h1>' }),
  );
  const page = await context.newPage();
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  await page.goto('/api/health');
  return { page, questions, leaks: watched.leaks, close: () => context.close() };
}

/** Types into step 2 of the form. */
async function typeReferral(page: Page): Promise<void> {
  plant(LAST_NAME);
  await chooseSubstanceAndSite(page);
  await page.getByLabel('Last Name', { exact: true }).pressSequentially(LAST_NAME);
}

async function expectGone({ page, questions }: Visit): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sunny' })).toBeVisible();
  expect(questions).toEqual([]);
  expect(await page.evaluate(() => document.referrer)).toBe('');
}

const WAYS: Record<string, (page: Page) => Promise<void>> = {
  'by the link': (page) => page.getByRole('link', { name: leave }).click(),
  'by Escape three times, over an open dialog': async (page) => {
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
  },
  'by Escape pressed again and again': async (page) => {
    for (let press = 0; press < 8; press += 1) await page.keyboard.press('Escape');
  },
};

for (const [way, go] of Object.entries(WAYS)) {
  test(`a guest leaves ${way}, and 'Back' leads past the page`, async ({ browser, server }) => {
    const guest = await visit(browser, server.url);
    const { page } = guest;
    await page.goto('/');
    await typeReferral(page);
    await go(page);
    await expectGone(guest);
    await page.goBack();
    await expect(page).toHaveURL(/\/api\/health$/);
    await page.goForward();
    await expect(page).toHaveURL(EXIT);
    expect(await guest.leaks()).toEqual([]);
    await guest.close();
  });
}

test('pages visited before stay in the history, with nothing typed in them', async ({
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
  await expectGone(guest);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeVisible();
  await expect(page.getByText('Alcohol-related')).toHaveCount(0);
  expect(await page.content()).not.toContain(LAST_NAME);
  expect(await guest.leaks()).toEqual([]);
  await guest.close();
});

test('the way out is a real link, which tells the other site nothing', async ({
  browser,
  server,
}) => {
  const guest = await visit(browser, server.url);
  const { page } = guest;
  await page.goto('/login');
  const link = page.getByRole('link', { name: leave });
  await expect(link).toHaveAttribute('href', EXIT);
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await guest.close();
});

test('nothing a guest types is kept by the browser, nor is it there after a reload', async ({
  browser,
  server,
}) => {
  const guest = await visit(browser, server.url);
  const { page, leaks } = guest;
  await page.goto('/');
  await page.getByLabel('Site', { exact: true }).fill('Somewhere-Typed');
  plant('Somewhere-Typed');
  expect(await leaks()).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue('');

  await typeReferral(page);
  await page.getByLabel('First Name', { exact: true }).fill('Typed-First-Name');
  await page.getByLabel('Contact Number', { exact: true }).fill('(555) 010-9876');
  await page.getByLabel('Notes').fill('Typed notes of a guest');
  plant('Typed-First-Name');
  plant('(555) 010-9876');
  plant('Typed notes of a guest');
  expect(await leaks()).toEqual([]);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeVisible();
  expect(await page.content()).not.toContain(LAST_NAME);
  expect(await leaks()).toEqual([]);

  for (const path of ['/login', '/register', '/forgot-password']) {
    await page.goto(path);
    const email = page.getByLabel('Email', { exact: true });
    await email.fill('typed.by.a.guest@example.org');
    plant('typed.by.a.guest@example.org');
    expect(await leaks()).toEqual([]);
    await page.reload();
    await expect(email).toHaveValue('');
  }
  await guest.close();
});

test.describe('on a small phone', () => {
  test('the link is in sight wherever one has scrolled to, and covers nothing that has the focus', async ({
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
  test(`${way} leads away before any script, and leaves no entry of the page`, async ({
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
