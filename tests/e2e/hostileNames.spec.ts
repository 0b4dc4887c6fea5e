/** Every screen and dialog with names that strain a layout, on phones, with large text, and on a desktop. */
import { expect, type Locator, type Page } from '@playwright/test';
import { SITE, test } from './fixtures';
import { findLayoutFaults, nextFrame } from './hostileLayout';
import { BRAND, createHostileRecords, LOGINS, NAMES } from './hostileNames';
import { PASSWORD } from '../support/fixtures';
import { anyDialog, chooseSubstanceAndSite, openSignedIn, showActions, TEXTS } from './steps';

// One worker for all tests, because preparing the data is slow.
test.describe.configure({ mode: 'default' });
test.use({
  viewport: { width: 320, height: 640 },
  serverSettings: { BRAND_NAME: BRAND, SUPPORT_PHONE: '+1 (310) 555-0142' },
});
const t = TEXTS.en;

const DISPLAYS = [
  [320, 640, 16],
  [320, 640, 32],
  [390, 844, 16],
  [390, 844, 32],
  [1440, 900, 16],
] as const;
type Display = (typeof DISPLAYS)[number];
const DESKTOP = DISPLAYS[4];

/** Checks what is on screen in every display, which a test leaves as it found it: a small phone. */
async function createChecker(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  const show = async (width: number, height: number, size: number) => {
    // The browser's font-size setting, which `rem` lengths and media queries follow, the latter with the next resize.
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: 13 } });
    await page.setViewportSize({ width, height });
  };
  return async (screen: string, displays: readonly Display[] = DISPLAYS) => {
    await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
    for (const [width, height, size] of displays) {
      await show(width, height, size);
      const display = `${screen}, ${width} px, text ${size}`;
      const faults = await findLayoutFaults(page);
      expect.soft({ display, faults }).toEqual({ display, faults: [] });
    }
    await show(...DISPLAYS[0]);
    await nextFrame(page);
  };
}

type Check = (screen: string) => Promise<void>;

/** Opens a page and waits until its rows are there. */
async function visit(page: Page, path: string, { hasRows = false } = {}) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (hasRows) await expect(page.locator('[data-row]').first()).toBeVisible();
}

/** Opens a dialog, checks it, and closes it. */
async function checkDialog(page: Page, check: Check, opener: Locator, screen: string) {
  await opener.click();
  await expect(anyDialog(page)).toBeVisible();
  await check(screen);
  await page.keyboard.press('Escape');
  await expect(anyDialog(page)).toHaveCount(0);
}

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });

/** Data with these names, created once per server. */
const prepared = new Map<string, Promise<void>>();
test.beforeEach(async ({ server }) => {
  test.slow();
  const preparing = prepared.get(server.url) ?? createHostileRecords(server.url);
  prepared.set(server.url, preparing);
  await preparing;
});

test.describe('signed out', () => {
  test.use({ refusals: [422] });

  test('holds on the public pages and the referral form', async ({ page }) => {
    const check = await createChecker(page);
    for (const path of [
      '/login',
      '/forgot-password',
      '/reset-password',
      '/confirm-email',
      '/no-page',
    ]) {
      await visit(page, path);
      await check(path);
    }

    await visit(page, '/register');
    await page.getByLabel(t.register.sites, { exact: true }).click();
    for (let index = 0; index < 7; index += 1) await page.getByRole('option').nth(index).click();
    await check('registration with the sites open');
    await page.keyboard.press('Escape');
    await check('registration with chosen sites');

    await visit(page, '/');
    await page.getByLabel(t.referralForm.site, { exact: true }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await check('landing page with the sites open');
    await page.keyboard.press('Escape');
    await chooseSubstanceAndSite(page, { site: 'Probation Referral' });
    await check('step 2');
    await button(page, t.referralForm.finish).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check('guest notice');
    await page.getByRole('button', { name: t.referralForm.notice.continue }).click();
    await expect(
      page.getByText(t.referralForm.flags.firstName, { exact: true }).first(),
    ).toBeVisible();
    await check('step 2 with errors');
  });
});

test.describe('a super user', () => {
  test('holds in the referral list and its dialogs', async ({ page }) => {
    const check = await createChecker(page);
    await openSignedIn(page, '/admin');
    const rows = page.locator('[data-row]');
    await expect(rows.first()).toBeVisible();
    await check('referral list');
    await checkDialog(page, check, button(page, t.menu.title), 'menu');
    // A phone has no columns to choose.
    await page.setViewportSize({ width: DESKTOP[0], height: DESKTOP[1] });
    await checkDialog(
      page,
      (screen) => check(screen, [DESKTOP]),
      button(page, t.columns.title),
      'columns',
    );
    for (const index of NAMES.keys()) {
      const openers = {
        note: t.referrals.seeNotes,
        referral: t.referrals.update,
        'new login': t.referrals.createLogin,
        deletion: t.referrals.delete,
      };
      // The first names open every dialog, the others one each.
      const chosen = Object.entries(openers).filter(
        (_opener, place) => index < 3 || place === index % 4,
      );
      for (const [screen, name] of chosen) {
        // Folded again by the check on a desktop, whose rows have them in sight.
        const row = await showActions(rows.nth(index));
        await checkDialog(page, check, row.getByRole('button', { name }), `${screen} ${index}`);
      }
    }
    await button(page, t.referrals.add).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t.referralForm.site, { exact: true }).click();
    await check('new referral');
    await page.keyboard.press('Escape');
    await chooseSubstanceAndSite(page);
    await check('new referral, step 2');
  });

  test('holds in the sites, and with the list filtered', async ({ page }) => {
    const check = await createChecker(page);
    await openSignedIn(page, '/admin');
    await button(page, t.referralFilters.open).click();
    await page.getByLabel(t.referralFilters.name, { exact: true }).fill(NAMES[0]?.[0] ?? '');
    await page.getByLabel(t.referralFilters.referredBy, { exact: true }).fill('عربي 12 (');
    await button(page, t.referralFilters.submit).click();
    await expect(page.getByText(t.referrals.emptyFiltered)).toBeVisible();
    await check('filtered list');

    await button(page, t.sites.add).click();
    await manageSites(page.getByRole('dialog'), check, 'site dialog');
    await visit(page, '/sites', { hasRows: true });
    await manageSites(page.locator('main'), check, 'site list');
    const row = await showActions(page.locator('[data-row]').filter({ hasText: '--- ( ) ---' }));
    await row.getByRole('link', { name: /^Poster: / }).click();
    await expect(page.getByRole('article')).toBeVisible();
    await check('poster');
  });

  test('holds in the accounts, the profile, the log and the possible spam', async ({ page }) => {
    const check = await createChecker(page);
    await openSignedIn(page, '/accounts/list');
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await check('accounts');
    for (const [kind, login] of Object.entries(LOGINS)) {
      const { update, deactivate } = t.accounts;
      for (const name of [update, deactivate]) {
        // Folded again by the check on a desktop, whose rows have them in sight.
        const row = await showActions(page.locator('[data-row]').filter({ hasText: login }));
        await checkDialog(page, check, row.getByRole('button', { name }), `${name} ${kind}`);
      }
    }
    await checkDialog(page, check, button(page, t.addUser.title), 'new account');

    await visit(page, '/profile', { hasRows: true });
    await check('profile');

    await visit(page, '/held', { hasRows: true });
    await check('possible spam');
    const rows = page.locator('[data-row]');
    await checkDialog(
      page,
      check,
      rows.first().getByRole('button', { name: t.held.details }),
      'details of possible spam',
    );
    for (let left = 3; left > 0; left -= 1) {
      await rows.first().getByRole('button', { name: t.held.release }).click();
      await expect(rows).toHaveCount(left - 1);
      await check(`notification ${left}`);
    }

    await visit(page, '/audit', { hasRows: true });
    await check('activity log');
    await button(page, t.referralFilters.open).click();
    await page.getByLabel(t.auditTrail.account, { exact: true }).fill('manager');
    await page.getByRole('listbox').getByRole('option').first().click();
    await check('filters of the log');
    await page.getByRole('button', { name: t.referralFilters.submit }).click();
    await expect(page.getByText(t.auditTrail.emptyFiltered)).toBeVisible();
    await check('filtered log');
    await visit(page, '/');
    await check('home page');
  });
});

/** Renames and deletes with the fields of a row open. */
async function manageSites(within: Locator, check: Check, screen: string) {
  const rows = within.locator('[data-row]');
  await expect(rows.first()).toBeVisible();
  // Followed by the name of the site.
  const start = (text: string) => ({ name: new RegExp(`^${text}`) });
  for (const [site, name] of [
    [SITE, t.sites.edit],
    ['WmWm', t.sites.edit],
    ['طويلة', t.sites.delete],
    ['﷽', t.sites.delete],
  ] as const) {
    const row = await showActions(rows.filter({ hasText: site }));
    await row.getByRole('button', start(name)).click();
  }
  await check(screen);
}

for (const [role, email] of Object.entries(LOGINS)) {
  test(`holds on every page of a ${role}`, async ({ page }) => {
    const check = await createChecker(page);
    await openSignedIn(page, '/profile', { email, password: PASSWORD });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await check(`profile of a ${role}`);
    await checkDialog(page, check, button(page, t.menu.title), `menu of a ${role}`);
    await visit(page, '/');
    await check(`home page of a ${role}`);
    if (role !== 'manager') return;
    await visit(page, '/admin', { hasRows: true });
    await check('list of a manager');
    const row = await showActions(page.locator('[data-row]').first());
    const details = row.getByRole('button', { name: t.referrals.details });
    await checkDialog(page, check, details, 'referral of a manager');
  });
}
