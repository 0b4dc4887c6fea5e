/** The landing page before its scripts load, and its hydration. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { SITE, test } from './fixtures';
import { chooseSubstanceAndSite, TEXTS } from './steps';

const SCRIPTS = '**/assets/*.js';

/** Opens the landing page with its scripts held back. Returns a function that releases them. */
async function openBeforeHydration(page: Page, address = '/'): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(SCRIPTS, async (route) => {
    await gate;
    await route.continue();
  });
  // If the database is slow to answer, the page comes without sites, and its scripts load them: not what these tests are about.
  await expect(async () => {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('datalist option').first()).toBeAttached({ timeout: 1_000 });
  }).toPass();
  return release;
}

/**
 * Opens the landing page and pauses React's hydration after this many slices of work. Returns a function that resumes it.
 * `performance.now()` advances by 10 ms with each call, so that React's time is up at every check: a slice is then as small as
 * possible, and the same on a fast machine and a slow one.
 */
async function openDuringHydration(page: Page, slices: number): Promise<() => Promise<void>> {
  await page.addInitScript((count) => {
    const { postMessage } = MessagePort.prototype;
    const held: (() => void)[] = [];
    let left = count;
    const now = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => now() + (left < Infinity ? (ahead += 10) : ahead);
    MessagePort.prototype.postMessage = function post(message: unknown) {
      const send = () => postMessage.call(this, message);
      if (left > 0) send();
      else held.push(send);
      left -= 1;
    };
    Object.assign(window, {
      held,
      resume: () => {
        left = Infinity;
        for (const send of held) send();
      },
    });
  }, slices);
  await page.goto('/');
  await page.waitForFunction(() => (window as unknown as { held: unknown[] }).held.length > 0);
  await expect(substanceList(page)).toBeVisible();
  return () => page.evaluate(() => (window as unknown as { resume(): void }).resume());
}

const substanceList = (page: Page) => page.locator('summary');
const siteInput = (page: Page) => page.locator('input[name=site]');
const expectHydrated = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-ready', '');

for (const [language, texts] of Object.entries(TEXTS)) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });

    test('shows everything before any script loads', async ({ page }) => {
      // The whole list is in view: targets scrolled under the quick-exit bar would count as too small.
      await page.setViewportSize({ width: 1280, height: 1600 });
      const release = await openBeforeHydration(page);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByText(texts.landing.emergency)).toBeVisible();
      await expect(
        page.getByRole('heading', { name: texts.referralForm.startTitle }),
      ).toBeVisible();
      await expect(page.locator('datalist option', { hasText: SITE })).toHaveCount(1);
      await substanceList(page).click();
      await expect(page.getByRole('checkbox')).toHaveCount(8);
      await expectAccessible(page, 'landing page before its scripts load');
      release();
      await expectHydrated(page);
    });

    test('keeps input from before hydration, and replays an early click on Next', async ({
      page,
    }) => {
      const { substances, referralForm } = texts;
      const release = await openBeforeHydration(page);
      await substanceList(page).click();
      await page.getByRole('checkbox', { name: substances['Opioid-related'] }).check();
      await page.getByRole('checkbox', { name: substances['Alcohol-related'] }).check();
      await substanceList(page).click();
      await siteInput(page).fill(SITE.toUpperCase());
      await page.getByRole('button', { name: referralForm.next, exact: true }).click();
      await expect(page.getByText(referralForm.starting)).toBeVisible();
      release();
      await expect(page.getByRole('heading', { name: referralForm.completeTitle })).toBeVisible();
      expect(new URL(page.url()).search).toBe('');

      await page.getByRole('button', { name: referralForm.back, exact: true }).click();
      const remove = (name: string) =>
        page.getByRole('button', { name: `${texts.select.remove} ${name}` });
      await expect(remove(substances['Opioid-related'])).toBeVisible();
      await expect(remove(substances['Alcohol-related'])).toBeVisible();
      await expect(page.getByLabel(referralForm.site, { exact: true })).toHaveValue(SITE);
    });
  });
}

test('shows what is missing after hydration when Next was clicked early without a site', async ({
  page,
}) => {
  const { next, flags } = TEXTS.en.referralForm;
  const release = await openBeforeHydration(page);
  await page.getByRole('button', { name: next, exact: true }).click();
  release();
  await expect(page.getByText(flags.substance, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(flags.site, { exact: true }).first()).toBeVisible();
});

test('keeps an open list usable during hydration', async ({ page }) => {
  const { substances } = TEXTS.en;
  const release = await openBeforeHydration(page);
  await substanceList(page).click();
  const checkbox = (name: string) => page.getByRole('checkbox', { name });
  await checkbox(substances['Opioid-related']).check();
  release();
  await expectHydrated(page);
  await expect(checkbox(substances['Opioid-related'])).toBeChecked();
  await checkbox(substances['Unknown substance']).check();
  await siteInput(page).focus();
  await expect(page.getByLabel('Substance', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(2);
});

test('suggests sites after hydration for a name typed in part', async ({ page }) => {
  const release = await openBeforeHydration(page);
  await siteInput(page).click();
  await siteInput(page).pressSequentially('lincoln');
  release();
  await page.getByRole('option', { name: SITE }).click();
  await expect(siteInput(page)).toHaveValue(SITE);
});

test('hydrates without a layout shift and without recreating elements', async ({ page }) => {
  const release = await openBeforeHydration(page);
  await page.evaluate(() => {
    document.querySelector('h1')?.setAttribute('data-same', '');
    document.querySelector('form[method=dialog]')?.setAttribute('data-same', '');
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const place = () => page.locator('form[method=dialog]').boundingBox();
  const before = await place();
  release();
  await expectHydrated(page);
  await expect(page.getByLabel('Substance', { exact: true })).toBeVisible();
  expect(await place()).toEqual(before);
  await expect(page.locator('h1[data-same], form[data-same]')).toHaveCount(2);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  // A text and the same text in an input differ by a fraction of a pixel.
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001);
});

// Hydrating the form takes about 300 slices.
for (const slices of [0, 50, 200]) {
  test.describe(`while hydration is paused after ${slices} slices`, () => {
    const { substances, referralForm } = TEXTS.en;

    test('handles a click on Next', async ({ page }) => {
      const resume = await openDuringHydration(page, slices);
      await page.getByRole('button', { name: referralForm.next, exact: true }).click();
      await resume();
      await expect(page.getByText(referralForm.flags.substance).first()).toBeVisible();
    });

    test('suggests sites for the typed text', async ({ page }) => {
      const resume = await openDuringHydration(page, slices);
      await siteInput(page).pressSequentially('lincoln');
      await resume();
      await page.getByRole('option', { name: SITE }).click();
      await expect(siteInput(page)).toHaveValue(SITE);
    });

    test('keeps an opened list and what is checked in it', async ({ page }) => {
      const resume = await openDuringHydration(page, slices);
      await substanceList(page).click();
      await page.getByRole('checkbox', { name: substances['Opioid-related'] }).check();
      await resume();
      await siteInput(page).focus();
      await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
    });
  });
}

test('requests only the page, its scripts and its images before the visitor acts', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expectHydrated(page);
  await page.waitForLoadState('networkidle');
  expect(
    requested.filter((path) => path !== '/' && !/^\/(assets\/|logo|favicon)/.test(path)),
  ).toEqual([]);
});

test('shows in the form that a script failed to load', async ({ page, refusals }) => {
  refusals.push(404);
  await page.route(SCRIPTS, (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await expect(page.getByText(TEXTS.en.referralForm.notStarted)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('can be read, and says what it needs', async ({ page }) => {
    await page.goto('/?lang=es');
    await expect(page.getByRole('heading', { name: TEXTS.es.landing.title })).toBeVisible();
    await expect(page.locator('noscript p[lang=es]')).toBeVisible();
  });
});

test.describe('a link', () => {
  test('opens the form with its site selected and in its language, and remembers the language', async ({
    page,
    server,
  }) => {
    const sites = (await (await fetch(`${server.url}/api/sites/all`)).json()) as {
      _id: string;
      name: string;
    }[];
    const site = sites.find(({ name }) => name === SITE);
    await page.goto(`/?site=${site?._id}&lang=es`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByLabel(TEXTS.es.referralForm.site, { exact: true })).toHaveValue(SITE);

    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByLabel(TEXTS.es.referralForm.site, { exact: true })).toHaveValue('');
  });

  test('selects its site when it was typed with a full stop', async ({ page, server }) => {
    const sites = (await (await fetch(`${server.url}/api/sites/all`)).json()) as {
      _id: string;
      name: string;
    }[];
    const site = sites.find(({ name }) => name === SITE);
    for (const end of ['.', '%E2%80%8B', ').', '%20']) {
      await page.goto(`/?site=${site?._id}${end}`);
      await expect(page.getByLabel('Site', { exact: true })).toHaveValue(SITE);
    }
  });

  test('selects nothing when the site no longer exists, and says so', async ({ page }) => {
    await page.goto('/?site=gone');
    await expectHydrated(page);
    await expect(page.getByLabel('Site', { exact: true })).toHaveValue('');
    const { linkGone } = TEXTS.en.referralForm;
    await expect(page.getByLabel('Site', { exact: true })).toHaveAccessibleDescription(linkGone);
    await chooseSubstanceAndSite(page, {});
    await expect(page.getByRole('heading', { name: 'Complete Referral' })).toBeVisible();
  });

  test('yields to the language switch: a reload keeps the last choice', async ({ page }) => {
    await page.goto('/?lang=es');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
