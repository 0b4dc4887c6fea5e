/** Every route as people set their screens up: large text, more space in it, no motion, few colours, only a keyboard. */
import { expect, type Page } from '@playwright/test';
import { EXHAUSTIVE } from '../support/exhaustive';
import { test } from './fixtures';
import { cutOff, focusTrouble, moving, NOTHING_FOCUSED, withoutEdge } from './measures';
import { superuserApi } from './prepare';
import { signIn, TEXTS } from './steps';

const PUBLIC = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/no-page',
];
const STAFF = ['/admin', '/accounts/list', '/sites', '/audit', '/suspected', '/profile', '/'];

/** Goes to each route, or to each of those given, as a visitor and then as a super user, and looks at it. */
async function onEveryRoute(
  page: Page,
  url: string,
  look: (route: string) => Promise<void>,
  isAsked = (_route: string, _index: number) => true,
) {
  for (const route of PUBLIC.filter(isAsked)) {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look(`visitor ${route}`);
  }
  const api = await superuserApi(url);
  await api.fileReferral('Wolfeschlegelsteinhausen', { notes: 'A note.' });
  await api.addPending('Pending Person', `pending.${Date.now()}@example.org`);
  await signIn(page, { texts: TEXTS.es });
  for (const route of STAFF.filter(isAsked)) {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
    // What comes once it is known who is signed in moves the rest.
    if (route === '/')
      await expect(page.getByText(TEXTS.es.landing.userHome, { exact: true })).toBeVisible();
    await look(`super user ${route}`);
  }
}

/** Every other route: two looks at a width share them, so that each route is met at each width. All under EXHAUSTIVE. */
const everyOther = (first: 0 | 1) => (_route: string, index: number) =>
  EXHAUSTIVE || index % 2 === first;

test.use({ locale: 'es-MX' });

for (const [width, asked] of [
  [1280, everyOther(1)],
  [360, undefined],
] as const) {
  test(`text of twice the size at ${width} pixels is neither cut off nor beside the page`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const cdp = await page.context().newCDPSession(page);
    // The browser's own setting, which what is measured in `rem` follows, media queries too.
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    const look = async (route: string) =>
      expect.soft({ route, cut: await cutOff(page) }).toEqual({ route, cut: [] });
    await onEveryRoute(page, server.url, look, asked);
  });
}

test('with the text spacing of WCAG 1.4.12 nothing is cut off, at 320 pixels', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await onEveryRoute(page, server.url, async (route) => {
    expect.soft({ route, cut: await cutOff(page) }).toEqual({ route, cut: [] });
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    expect.soft({ route, spaced: await cutOff(page) }).toEqual({ route, spaced: [] });
  });
});

for (const [width, height, asked] of [
  [1440, 700, everyOther(0)],
  [360, 640, everyOther(1)],
] as const) {
  test(`the focus is seen wherever Tab leads, at ${width} pixels`, async ({ page, server }) => {
    await page.setViewportSize({ width, height });
    const look = async (route: string) => {
      const trouble = new Set<string>();
      for (let step = 0; step < 45; step += 1) {
        await page.keyboard.press('Tab');
        const found = await focusTrouble(page);
        if (found === NOTHING_FOCUSED) break;
        if (found) trouble.add(found);
      }
      expect.soft({ route, trouble: [...trouble] }).toEqual({ route, trouble: [] });
    };
    await onEveryRoute(page, server.url, look, asked);
  });
}

test('the focus stays in sight when rows arrive above it', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const api = await superuserApi(server.url);
  for (let row = 0; row < 6; row += 1) await api.fileReferral(`Aguirre ${row}`);
  await signIn(page, { texts: TEXTS.es });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/referral/mine*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/admin');
  const link = page.getByRole('link', { name: TEXTS.es.footer.about });
  for (let step = 0; step < 45; step += 1) {
    await page.keyboard.press('Tab');
    if (await link.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(link).toBeFocused();
  const before = await page.evaluate(() => document.documentElement.scrollHeight);
  release();
  await expect(page.getByRole('listitem').filter({ hasText: 'Aguirre' })).not.toHaveCount(0);
  // Cards are far higher than what stands in their place.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
    .toBeGreaterThan(before + 640);
  await expect(link).toBeInViewport();
  expect(await focusTrouble(page)).toBeNull();
});

for (const width of [1440, 360]) {
  test(`a link leads past the rows, at ${width} pixels`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 640 });
    const api = await superuserApi(server.url);
    for (let row = 0; row < 6; row += 1) await api.fileReferral(`Skipped ${row}`);
    await signIn(page, { texts: TEXTS.es });
    const { skipRows, endOfRows } = TEXTS.es.list;
    const link = page.getByRole('link', { name: skipRows });
    await expect(page.locator('[data-row]').nth(5)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).focus();
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab');
      if (await link.evaluate((element) => element === document.activeElement)) break;
    }
    await expect(link).toBeFocused();
    expect(await focusTrouble(page)).toBeNull();
    await page.keyboard.press('Enter');
    await expect(page.getByText(endOfRows)).toBeFocused();
    expect(await focusTrouble(page)).toBeNull();
    await page.keyboard.press('Tab');
    const isPassed = await page.evaluate(() => !document.activeElement?.closest('[data-row]'));
    expect(isPassed).toBe(true);
    expect(await focusTrouble(page)).toBeNull();
  });
}

test('in chosen colours every control and badge keeps an edge, and for who wants no motion nothing moves', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await onEveryRoute(page, server.url, async (route) => {
    expect.soft({ route, found: await withoutEdge(page) }).toEqual({ route, found: [] });
    expect.soft({ route, moves: await moving(page) }).toEqual({ route, moves: [] });
  });
  const t = TEXTS.es.referralForm;
  await page.goto('/');
  await page.getByLabel(t.substance, { exact: true }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toBeVisible();
  await page.keyboard.press('ArrowDown');
  expect(await withoutEdge(page)).toEqual([]);
  // Told by a mark, too, not by its colour alone.
  const mark = await chosen.evaluate((option) => getComputedStyle(option, '::before').borderStyle);
  expect(mark).toContain('solid');
  await page.keyboard.press('Tab');
  expect(await focusTrouble(page)).toBeNull();

  await page.route('**/api/referral/mine*', () => new Promise(() => {}));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await moving(page)).toEqual([]);
});
