/** Browsers that block a site's data or lack a call, and networks that lose the app's code: a visitor files, or reads whom to call. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { uniqueClientAddress, test } from './fixtures';
import { advanceClock, chooseSubstanceAndSite, fillPerson, logIn, TEXTS } from './steps';

const PHONE = '(310) 555-0142';
const ADDED = TEXTS.en.referralForm.added;
/** Public pages, and what shows that each has started. */
const PUBLIC_PAGES = {
  '/': TEXTS.en.landing.title,
  '/login': TEXTS.en.login.title,
  '/register': TEXTS.en.register.title,
  '/forgot-password': TEXTS.en.forgot.title,
  '/reset-password?reset_token=none': TEXTS.en.reset.title,
  '/confirm-email': TEXTS.en.confirmEmail.title,
  '/no-such-page': TEXTS.en.notFound.title,
};

test.use({ serverSettings: { SUPPORT_PHONE: PHONE, SUPPORT_ADDRESS: '1 Main Street' } });

/** Opens a page of its own, as errors are expected. */
const openPage = (browser: Browser, baseURL: string, locale = 'en-US') =>
  browser.newPage({ baseURL, locale, extraHTTPHeaders: uniqueClientAddress() });

/** Where a page that fails says whom to call: not the provider's box beside the form, which each visitor sees. */
const whomToCall = (page: Page) =>
  page
    .locator('#not-started, [role=alert]')
    .filter({ visible: true })
    .getByRole('link', { name: PHONE })
    .first();

async function file(page: Page, lastName: string): Promise<void> {
  await chooseSubstanceAndSite(page);
  await fillPerson(page, lastName);
  await advanceClock(page);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByText(ADDED)).toBeVisible();
}

/** Blocks what stores in a browser, as where the person or the device's administrator blocks it: each access throws. */
function blockStorage(): void {
  const refuse = {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
    set() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, refuse);
  Object.defineProperty(Document.prototype, 'cookie', refuse);
  Object.defineProperty(navigator, 'locks', refuse);
  Object.defineProperty(navigator, 'serviceWorker', refuse);
  Object.defineProperty(window, 'BroadcastChannel', {
    value: function BroadcastChannel() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
}

/** How Chromium itself blocks the data of sites; its headless shell does not know the first. */
const BLOCKED_BY_CHROMIUM: Record<
  string,
  { executablePath?: string; args: readonly string[]; preferences: object }
> = {
  "Chromium's own setting": {
    executablePath: '/usr/bin/chromium',
    args: ['--headless=new'],
    preferences: { profile: { default_content_setting_values: { cookies: 2 } } },
  },
  'local storage turned off': { args: ['--disable-local-storage'], preferences: {} },
};

const hasStorage = () => {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
};

test.describe('a browser that blocks the data of sites', () => {
  test('lets a guest file a referral', async ({ browser, server }) => {
    const page = await openPage(browser, server.url);
    await page.addInitScript(blockStorage);
    await page.goto('/');
    await file(page, 'Nothing-Stored');
    await page.close();
  });

  test('shows every public page', async ({ browser, server }) => {
    const page = await openPage(browser, server.url);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.addInitScript(blockStorage);
    for (const [path, title] of Object.entries(PUBLIC_PAGES)) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expect(page.locator('#not-started')).toBeHidden();
    }
    expect(errors).toEqual([]);
    await page.close();
  });

  for (const [language, texts] of Object.entries(TEXTS)) {
    test(`tells staff what is blocked, and lets them work until they reload, in ${language}`, async ({
      browser,
      server,
    }) => {
      const page = await openPage(browser, server.url, language);
      await page.addInitScript(blockStorage);
      await page.goto('/login');
      await expect(page.getByText(texts.login.notStored)).toBeVisible();
      await logIn(page, { texts });
      await expect(page.getByRole('heading', { level: 1, name: texts.today.title })).toBeVisible();
      await page
        .getByRole('banner')
        .getByRole('button', { name: texts.header.logout, exact: true })
        .click();
      await expect(page.getByRole('heading', { name: texts.landing.title })).toBeVisible();
      await page.goto('/admin');
      await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible();
      await page.close();
    });
  }

  test('says nothing of it to staff whose browser blocks nothing', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: TEXTS.en.login.title })).toBeVisible();
    await expect(page.getByText(TEXTS.en.login.notStored)).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  for (const [how, settings] of Object.entries(BLOCKED_BY_CHROMIUM)) {
    test(`lets a guest file a referral, and tells staff, with ${how}`, async ({
      server,
      playwright,
      launchOptions,
    }) => {
      const { executablePath = launchOptions.executablePath, args, preferences } = settings;
      test.skip(!existsSync(executablePath ?? ''), 'needs a whole Chromium, not only its shell');
      const profile = mkdtempSync(join(tmpdir(), 'referral-desk-profile-'));
      mkdirSync(join(profile, 'Default'));
      writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
      const context = await playwright.chromium.launchPersistentContext(profile, {
        ...launchOptions,
        executablePath,
        args: [...(launchOptions.args ?? []), ...args],
        baseURL: server.url,
        locale: 'en-US',
        extraHTTPHeaders: uniqueClientAddress(),
      });
      const page = await context.newPage();
      await page.goto('/');
      expect(await page.evaluate(hasStorage)).toBe(false);
      await file(page, 'Blocked-By-Chromium');
      await page.goto('/login');
      await expect(page.getByText(TEXTS.en.login.notStored)).toBeVisible();
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    });
  }
});

/** Calls that phones in use lack, or that a managed browser takes away. */
const CALLS = [
  'Object.hasOwn',
  'Object.fromEntries',
  'Array.prototype.at',
  'Array.prototype.flat',
  'Array.prototype.flatMap',
  'Array.prototype.findLast',
  'Array.prototype.toSorted',
  'String.prototype.at',
  'String.prototype.replaceAll',
  'String.prototype.matchAll',
  'String.prototype.normalize',
  'Promise.allSettled',
  'Promise.prototype.finally',
  'globalThis',
  'structuredClone',
  'queueMicrotask',
  'reportError',
  'requestIdleCallback',
  'AbortController',
  'AbortSignal.any',
  'AbortSignal.timeout',
  'AbortSignal.prototype.throwIfAborted',
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'crypto',
  'crypto.subtle',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'Intl',
  'Intl.DateTimeFormat',
  'Intl.NumberFormat',
  'Intl.PluralRules',
  'Intl.Segmenter',
  'Intl.ListFormat',
  'Map',
  'WeakMap',
  'Symbol.iterator',
  'MessageChannel',
  'IntersectionObserver',
  'ResizeObserver',
  'matchMedia',
  'fetch',
  'XMLHttpRequest',
  'performance.timeOrigin',
  'navigator.languages',
  'HTMLDialogElement.prototype.showModal',
  'Element.prototype.closest',
  'Element.prototype.scrollIntoView',
  'Element.prototype.replaceChildren',
];

/** Removes a call from the page before its scripts run. */
function removeCall(path: string): void {
  const names = path.split('.');
  const last = names.pop() as string;
  type Owner = Record<string, object | undefined>;
  let owner = window as unknown as Owner;
  for (const name of names) owner = owner[name] as Owner;
  for (let at = owner; at; at = Object.getPrototypeOf(at) as typeof owner) {
    if (!Object.getOwnPropertyDescriptor(at, last)?.configurable) continue;
    delete at[last];
  }
  // What cannot be deleted.
  if (last in owner) Object.defineProperty(owner, last, { value: undefined });
}

for (const call of CALLS) {
  test(`a browser without ${call} files a referral, or says whom to call`, async ({
    browser,
    server,
  }) => {
    const page = await openPage(browser, server.url);
    await page.addInitScript(removeCall, call);
    await page.goto('/');
    // Both end, at the latest by their limit.
    const outcomes = [
      file(page, `Without-${call.replaceAll(/\W/g, '-')}`).then(() => 'filed'),
      expect(whomToCall(page))
        .toBeVisible()
        .then(() => 'whom to call'),
    ];
    const outcome = await Promise.any(outcomes).catch(() => 'neither');
    test.info().annotations.push({ type: call, description: outcome });
    expect(outcome).not.toBe('neither');
    await page.close();
    await Promise.allSettled(outcomes);
  });
}

test.describe('says whom to call', () => {
  for (const path of Object.keys(PUBLIC_PAGES)) {
    for (const [how, abort] of Object.entries({ fails: true, 'never arrives': false })) {
      test(`when the code of ${path} ${how}`, async ({ browser, server }) => {
        const page = await openPage(browser, server.url, 'es');
        await page.route('**/assets/*.js', (route) => (abort ? route.abort() : undefined));
        await page.goto(path, { waitUntil: 'commit' });
        await expect(whomToCall(page)).toBeVisible();
        await expect(page.locator('#not-started')).toContainText('Llámenos:');
        await page.close();
      });
    }
  }

  test('when the code of a page that is opened next never arrives', async ({ browser, server }) => {
    const page = await openPage(browser, server.url);
    await page.route('**/assets/accountPages-*.js', () => undefined);
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-ready', '');
    await expect(page.locator('#not-started')).toBeHidden();
    await page.getByRole('button', { name: TEXTS.en.header.register }).click();
    await expect(whomToCall(page)).toBeVisible();
    await page.close();
  });

  test('and no more once the app has started, however late', async ({ browser, server }) => {
    const page = await openPage(browser, server.url);
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/*.js', (route) => gate.then(() => route.continue()));
    await page.goto('/', { waitUntil: 'commit' });
    await expect(whomToCall(page)).toBeVisible();
    release();
    await expect(page.locator('html')).toHaveAttribute('data-ready', '');
    await expect(page.locator('#not-started')).toBeHidden();
    await page.close();
  });
});
