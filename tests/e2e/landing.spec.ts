/** The landing page of a provider with all settings: the form beside the promise, and little header and exit bar. */
import { expect, type Page } from '@playwright/test';
import { makeMigratedDataDir, startServerProcess } from '../support/serverProcess';
import { expectAccessible } from './accessibility';
import { test as base } from './fixtures';
import { findFocusProblem, NOTHING_FOCUSED } from './layoutChecks';
import { TEXTS } from './steps';

const LONG_NAME = 'Harbor Light Behavioral Health and Recovery Services of Los Angeles County';
const PHONE = '(310) 555-0142 ext. 3';

const test = base.extend<object, { provider: string }>({
  provider: [
    async ({ playwright: _none }, use) => {
      const { dataDir, remove } = await makeMigratedDataDir();
      const server = await startServerProcess(dataDir, {
        BRAND_NAME: LONG_NAME,
        SUPPORT_PHONE: PHONE,
        SUPPORT_HOURS: 'Monday to Friday, 8 am to 6 pm',
        SUPPORT_ADDRESS: '1200 Harbor Ave, San Pedro',
        RESPONSE_DAYS: '2',
      });
      await use(server.url);
      await server.stop();
      remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const expectHydrated = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-ready', '');
const heightOf = async (page: Page, selector: string) =>
  (await page.locator(selector).boundingBox())?.height ?? Infinity;
const form = (page: Page) => page.locator('form[method=dialog]');
const bar = (page: Page, language: keyof typeof TEXTS) =>
  page.getByRole('region', { name: TEXTS[language].quickExit.leave });

for (const language of ['en', 'es'] as const) {
  const { landing, referralForm } = TEXTS[language];

  test.describe(language, () => {
    test.use({ locale: language });

    test('stands beside or above the form, and is accessible', async ({ browser, provider }) => {
      const page = await browser.newPage({ baseURL: provider, locale: language });
      for (const [width, height] of [
        [320, 640],
        [360, 740],
        [900, 800],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto('/');
        await expectHydrated(page);
        const title = await page.getByRole('heading', { level: 1 }).boundingBox();
        const box = await form(page).boundingBox();
        if (!title || !box) throw new Error('Nothing is shown');
        if (width >= 900) {
          expect(box.x).toBeGreaterThan(title.x + title.width / 2);
          expect(box.y).toBeLessThan(title.y + title.height);
        } else {
          expect(box.y).toBeGreaterThan(title.y + title.height);
        }
        await expect(page.getByRole('link', { name: PHONE })).toHaveAttribute(
          'href',
          'tel:3105550142;ext=3',
        );
        await expectAccessible(page, `landing page of a provider, ${language}, ${width}`);
      }
      await page.close();
    });

    for (const who of ['a usual name', 'a long name']) {
      test(`spends at most 15 % of a phone on header and exit bar, with ${who}`, async ({
        browser,
        provider,
        server,
      }) => {
        const page = await browser.newPage({
          baseURL: who === 'a long name' ? provider : server.url,
          locale: language,
          viewport: { width: 360, height: 740 },
        });
        await page.goto('/');
        await expectHydrated(page);
        const used = (await heightOf(page, 'header')) + (await heightOf(page, '[data-exit]'));
        expect(used).toBeLessThanOrEqual(0.15 * 740);
        await page.close();
      });
    }

    test('leads to the form with one tap on a phone', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/');
      await expectHydrated(page);
      const start = page.getByRole('button', { name: landing.getStarted });
      await expect(start).toBeInViewport({ ratio: 1 });
      await start.click();
      const heading = page.getByRole('heading', { name: referralForm.startTitle });
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport({ ratio: 1 });
      await expect(page.getByLabel(referralForm.substance, { exact: true })).toBeInViewport();
    });

    test('keeps a low header with large text on a phone, and no word of its name apart', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      await page.goto('/');
      await expectHydrated(page);
      expect(await heightOf(page, 'header')).toBeLessThan(200);
      expect(await heightOf(page, '[data-exit]')).toBeLessThanOrEqual(0.15 * 640);
      const name = page.getByRole('banner').getByText('Referral Desk');
      const lines = await name.evaluate(
        (element) => element.scrollHeight / parseFloat(getComputedStyle(element).lineHeight),
      );
      expect(Math.round(lines)).toBeLessThanOrEqual(2);
    });

    test('at 400 % zoom, gives the exit bar a quarter at most, and the focus is never under it', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 256 });
      await page.goto('/');
      await expectHydrated(page);
      expect((await bar(page, language).boundingBox())?.height).toBeLessThanOrEqual(64);
      const problems = new Set<string>();
      for (let step = 0; step < 25; step += 1) {
        await page.keyboard.press('Tab');
        const found = await findFocusProblem(page);
        if (found === NOTHING_FOCUSED) break;
        if (found) problems.add(found);
      }
      expect([...problems]).toEqual([]);
    });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('says what to do instead, in both languages, with the phone number', async ({
    browser,
    provider,
  }) => {
    const page = await browser.newPage({ baseURL: provider, javaScriptEnabled: false });
    for (const path of ['/', '/login']) {
      await page.goto(path);
      const note = page.locator('noscript');
      await expect(note.locator('p[lang=en]')).toContainText('“Next”');
      await expect(note.locator('p[lang=es]')).toContainText('«Siguiente»');
      await expect(note.getByRole('link', { name: PHONE })).toBeInViewport();
    }
    await page.close();
  });
});
