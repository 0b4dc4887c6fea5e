/** axe on rare states: each role's screens, and lists that are loading, empty or failed. */
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../support/fixtures';
import { expectAccessible, expectAccessibleDialog } from './accessibility';
import { test } from './fixtures';
import { createVariantRotation } from './displayVariants';
import { createSuperuserApi } from './prepare';
import {
  chooseSubstanceAndSite,
  fillPerson,
  beginSession,
  showActions,
  signIn,
  advanceClock,
} from './steps';

const nextVariants = createVariantRotation();

const EMPTY_PAGE = { items: [], pages: 0 };
const EMPTY_WORKLIST = { ...EMPTY_PAGE, counts: null };

/** Every staff list: its path, the group of its texts, the URL that it requests, and an empty response. */
const LISTS = [
  {
    path: '/admin',
    group: 'referrals',
    url: '**/api/referral/worklist*',
    empty: EMPTY_WORKLIST,
  },
  { path: '/accounts/list', group: 'accounts', url: '**/api/accounts/list?*', empty: EMPTY_PAGE },
  { path: '/sites', group: 'sites', url: '**/api/sites/all*', empty: [] },
  { path: '/audit', group: 'auditTrail', url: '**/api/audit?*', empty: [] },
  { path: '/held', group: 'held', url: '**/api/referral/held?*', empty: EMPTY_PAGE },
  { path: '/deleted', group: 'deleted', url: '**/api/referral/deleted?*', empty: EMPTY_PAGE },
  { path: '/profile', group: 'pendingUsers', url: '**/api/accounts/pending*', empty: EMPTY_PAGE },
] as const;

/** A total of zero, for lists that read their length from a header. */
const headers = { 'content-range': 'items 0-0/0' };
const respondToAll = (page: Page, url: string, status: number, json: unknown) =>
  page.route(url, (route) => route.fulfill({ status, json, headers }));

for (const { path, group, url, empty } of LISTS) {
  for (const variant of nextVariants()) {
    const { texts } = variant;
    test.describe(variant.name, () => {
      test.use({ ...variant.settings, refusals: [500] });

      test(`${path} is accessible while loading, failed and empty`, async ({ page }) => {
        await beginSession(page);
        await page.clock.install();
        let release = () => {};
        const released = new Promise<void>((resolve) => (release = resolve));
        let requests = 0;
        await page.route(url, async (route) => {
          requests += 1;
          await released;
          await route.fulfill({ status: 500, json: {} });
        });
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect.poll(() => requests).toBeGreaterThan(0);
        await expectAccessible(page, `${path}, loading`);
        release();
        const again = page.getByRole('button', { name: texts.app.tryAgain }).first();
        // The request is retried a few times before it counts as failed.
        await expect(async () => {
          await page.clock.fastForward(5_000);
          await expect(again).toBeVisible({ timeout: 100 });
        }).toPass();
        await expectAccessible(page, `${path}, failed`);
        await page.unroute(url);
        await respondToAll(page, url, 200, empty);
        await again.click();
        await expect(page.getByText(texts[group].empty, { exact: true })).toBeVisible();
        await expect(again).toHaveCount(0);
        await expectAccessible(page, `${path}, empty`);
      });
    });
  }
}

for (const variant of nextVariants()) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use({ ...variant.settings, refusals: [422] });

    test('the screens of a manager are accessible', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      const email = `states.manager.${variant.id}@example.org`;
      await api.addManager('States Manager', email);
      await api.fileReferral(`Of-Manager-${variant.id}`, { notes: 'A note.' });
      await signIn(page, { texts, email, password: PASSWORD });
      const row = page.locator('[data-row]').first();
      await expect(row).toBeVisible();
      await expectAccessible(page, 'manager, list');
      await showActions(row);
      const details = row.getByRole('button', { name: texts.referrals.details });
      await expectAccessibleDialog(page, details, 'manager, details');
      const add = page.getByRole('button', { name: texts.referrals.add });
      await expectAccessibleDialog(page, add, 'manager, add referral', texts.referralForm.next);
      for (const path of ['/profile', '/', '/accounts/list']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, `manager, ${path}`);
      }
    });
  });
}

for (const variant of nextVariants()) {
  test.describe(variant.name, () => {
    test.use(variant.settings);

    test('the screens of a referred person are accessible', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      const email = `states.login.${variant.id}@example.org`;
      await api.addReferred(`States-${variant.id}`, email);
      await beginSession(page, { email, password: PASSWORD });
      for (const path of ['/profile', '/', '/admin']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, `person referred, ${path}`);
      }
    });
  });
}

for (const variant of nextVariants()) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use({ ...variant.settings, refusals: [500] });

    test('the form of a visitor is accessible during a server outage', async ({ page }) => {
      await respondToAll(page, '**/api/sites/all*', 500, {});
      await serveWithoutSites(page);
      await page.goto('/');
      await expect(page.getByText(texts.referralForm.sitesFailed)).toBeVisible();
      await expectAccessible(page, 'form without sites');
      await page.unroute('**/api/sites/all*');
      await page.getByRole('button', { name: texts.app.tryAgain }).click();
      await expect(page.getByText(texts.referralForm.sitesFailed)).toHaveCount(0);

      await chooseSubstanceAndSite(page, { texts });
      await fillPerson(page, `Away-${variant.id}`, texts);
      await advanceClock(page);
      await respondToAll(page, '**/api/referral/guest/add', 500, {});
      await page.getByRole('button', { name: texts.referralForm.finish, exact: true }).click();
      await page.getByRole('button', { name: texts.referralForm.notice.continue }).click();
      await expect(page.getByText(texts.failure.server)).toBeVisible();
      await expectAccessible(page, 'form, not sent');
    });
  });
}

for (const variant of nextVariants()) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use(variant.settings);

    test('a form is accessible after leaving and coming back', async ({ page }) => {
      const { next, lastName, back } = texts.referralForm;
      await page.goto('/');
      await chooseSubstanceAndSite(page, { texts });
      await fillPerson(page, `Back-${variant.id}`, texts);
      await page.getByRole('button', { name: texts.header.logIn, exact: true }).click();
      await expect(page).toHaveURL(/\/login$/);
      await page.goBack();
      await expect(page.getByLabel(lastName, { exact: true })).toHaveValue(`Back-${variant.id}`);
      await expectAccessible(page, 'form after coming back, step 2');
      await page.getByRole('button', { name: back, exact: true }).click();
      await expect(page.getByRole('button', { name: next, exact: true })).toBeVisible();
      await expectAccessible(page, 'form after coming back, step 1');
    });
  });
}

for (const variant of nextVariants()) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use(variant.settings);

    test('the login is accessible after a redirect from a protected page', async ({ page }) => {
      await page.goto('/admin');
      await expect(page.getByText(texts.guard.signInNeeded)).toBeVisible();
      await expectAccessible(page, 'login after a redirect');
      await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
      await expect(page.getByRole('group', { name: /2/ })).toBeFocused();
      await expectAccessible(page, 'login, summary');
    });
  });
}

/** Serves the landing page without sites, as the server does while the database is down. */
async function serveWithoutSites(page: Page): Promise<void> {
  await page.route('**/', async (route) => {
    const original = await route.fetch();
    const body = (await original.text())
      .replace(/,"sites":\[[^\]]*\]/, '')
      .replace(/(<datalist[^>]*>).*?<\/datalist>/s, '$1</datalist>');
    await route.fulfill({ response: original, body });
  });
}
