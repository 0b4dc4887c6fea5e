/** Every route under users' display settings: large text, text spacing, reduced motion, forced colours, keyboard only. */
import { expect, type Page } from '@playwright/test';
import { EXHAUSTIVE } from '../support/exhaustive';
import { test } from './fixtures';
import {
  findClippedText,
  findFocusProblem,
  findMotion,
  NOTHING_FOCUSED,
  findMissingEdges,
} from './layoutChecks';
import { createSuperuserApi } from './prepare';
import { chooseSubstanceAndSite, signIn, TEXTS } from './steps';

const PUBLIC = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/no-page',
];
const STAFF = [
  '/admin',
  '/accounts/list',
  '/sites',
  '/audit',
  '/held',
  '/deleted',
  '/profile',
  '/',
];

/** Opens each route that `isSelected` accepts, first as a visitor and then as a super user, and checks it. */
async function onEveryRoute(
  page: Page,
  url: string,
  check: (route: string) => Promise<void>,
  isSelected = (_route: string, _index: number) => true,
) {
  for (const route of PUBLIC.filter(isSelected)) {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await check(`visitor ${route}`);
  }
  const api = await createSuperuserApi(url);
  await api.fileReferral('Wolfeschlegelsteinhausen', { notes: 'A note.' });
  await api.addPending('Pending Person', `pending.${Date.now()}@example.org`);
  await signIn(page, { texts: TEXTS.es });
  for (const route of STAFF.filter(isSelected)) {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
    // Content for the signed-in user loads later and shifts the layout.
    if (route === '/')
      await expect(page.getByText(TEXTS.es.userHome.title, { exact: true })).toBeVisible();
    await check(`super user ${route}`);
  }
}

/** Selects every other route: two checks share the routes, so that each route is opened at each width. All when EXHAUSTIVE. */
const everyOther = (first: 0 | 1) => (_route: string, index: number) =>
  EXHAUSTIVE || index % 2 === first;

test.use({ locale: 'es-MX' });

for (const [width, isSelected] of [
  [1280, everyOther(1)],
  [360, undefined],
] as const) {
  test(`neither clips text nor overflows the page at twice the text size and ${width} pixels`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const cdp = await page.context().newCDPSession(page);
    // The browser's font-size setting, which `rem` lengths and media queries follow.
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    const check = async (route: string) =>
      expect.soft({ route, cut: await findClippedText(page) }).toEqual({ route, cut: [] });
    await onEveryRoute(page, server.url, check, isSelected);
  });
}

test('does not clip text with the text spacing of WCAG 1.4.12 at 320 pixels', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await onEveryRoute(page, server.url, async (route) => {
    expect.soft({ route, cut: await findClippedText(page) }).toEqual({ route, cut: [] });
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    expect.soft({ route, spaced: await findClippedText(page) }).toEqual({ route, spaced: [] });
  });
});

for (const [width, height, isSelected] of [
  [1440, 700, everyOther(0)],
  [360, 640, everyOther(1)],
] as const) {
  test(`shows the focus at every Tab stop at ${width} pixels`, async ({ page, server }) => {
    await page.setViewportSize({ width, height });
    const check = async (route: string) => {
      const problems = new Set<string>();
      for (let step = 0; step < 45; step += 1) {
        await page.keyboard.press('Tab');
        const found = await findFocusProblem(page);
        if (found === NOTHING_FOCUSED) break;
        if (found) problems.add(found);
      }
      expect.soft({ route, problems: [...problems] }).toEqual({ route, problems: [] });
    };
    await onEveryRoute(page, server.url, check, isSelected);
  });
}

test('keeps the focus in view when rows load above it', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const api = await createSuperuserApi(server.url);
  for (let row = 0; row < 20; row += 1) await api.fileReferral(`Aguirre ${row}`);
  await signIn(page, { texts: TEXTS.es });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/referral/worklist*', async (route) => {
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
  // The rows of a page are much longer than their placeholders.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
    .toBeGreaterThan(before + 640);
  await expect(link).toBeInViewport();
  expect(await findFocusProblem(page)).toBeNull();
});

for (const width of [1440, 360]) {
  test(`offers a link that skips the rows at ${width} pixels`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 640 });
    const api = await createSuperuserApi(server.url);
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
    expect(await findFocusProblem(page)).toBeNull();
    await page.keyboard.press('Enter');
    await expect(page.getByText(endOfRows)).toBeFocused();
    expect(await findFocusProblem(page)).toBeNull();
    await page.keyboard.press('Tab');
    const isBehindRows = await page.evaluate(() => !document.activeElement?.closest('[data-row]'));
    expect(isBehindRows).toBe(true);
    expect(await findFocusProblem(page)).toBeNull();
  });
}

test('keeps an edge on every control and badge in forced colours, and moves nothing with reduced motion', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await onEveryRoute(page, server.url, async (route) => {
    expect.soft({ route, found: await findMissingEdges(page) }).toEqual({ route, found: [] });
    expect.soft({ route, moves: await findMotion(page) }).toEqual({ route, moves: [] });
  });
  const t = TEXTS.es.referralForm;
  await page.goto('/');
  await page.getByLabel(t.substance, { exact: true }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toBeVisible();
  await page.keyboard.press('ArrowDown');
  expect(await findMissingEdges(page)).toEqual([]);
  // A mark shows the selection, not colour alone.
  const mark = await chosen.evaluate((option) => getComputedStyle(option, '::before').borderStyle);
  expect(mark).toContain('solid');
  // Forced colours paint transparent borders, and remove gradients: arrows and flags use neither.
  const arrow = page.getByRole('button', { name: TEXTS.es.select.show }).first();
  const shape = await arrow.evaluate((button) => getComputedStyle(button, '::before').clipPath);
  expect(shape).toContain('polygon');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t.next, exact: true }).click();
  const flag = page.locator('[class^=flag-]');
  await expect(flag).toHaveText(t.flags.site);
  expect(await flag.evaluate((text) => getComputedStyle(text, '::before').content)).toContain('!');
  const box = page.locator('[class^=box-]:has([aria-invalid=true])');
  await expect(box).toHaveCSS('border-top-style', 'dashed');
  await page.goto('/');
  await chooseSubstanceAndSite(page, { texts: TEXTS.es });
  const sex = page.getByLabel(t.sex, { exact: true });
  await expect(sex).toHaveCSS('appearance', 'auto');
  await page.keyboard.press('Tab');
  expect(await findFocusProblem(page)).toBeNull();

  await page.route('**/api/referral/worklist*', () => new Promise(() => {}));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await findMotion(page)).toEqual([]);
});
