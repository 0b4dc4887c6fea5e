/** axe on what is seldom seen: each role's screens, and lists that are on their way, empty or not to be had. */
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../support/world';
import { expectAccessible, expectAccessibleDialog } from './accessibility';
import { test } from './fixtures';
import { dealLooks } from './looks';
import { superuserApi } from './prepare';
import { chooseSubstanceAndSite, describePerson, beginSession, signIn, takeTime } from './steps';

const looks = dealLooks();

const NOTHING = { items: [], pages: 0 };

/** Every staff list: its path, its texts, what is asked for it, and what an empty answer is. */
const LISTS = [
  { path: '/admin', group: 'referrals', asks: '**/api/referral/mine*', nothing: NOTHING },
  { path: '/accounts/list', group: 'accounts', asks: '**/api/accounts/list?*', nothing: NOTHING },
  { path: '/sites', group: 'sites', asks: '**/api/sites/all*', nothing: [] },
  { path: '/audit', group: 'auditTrail', asks: '**/api/audit?*', nothing: [] },
  { path: '/suspected', group: 'suspected', asks: '**/api/referral/suspected?*', nothing: NOTHING },
  { path: '/profile', group: 'pendingUsers', asks: '**/api/accounts/pending*', nothing: NOTHING },
] as const;

/** As if of none, for the lists that tell their length in a header. */
const headers = { 'content-range': 'items 0-0/0' };
const answerAll = (page: Page, asks: string, status: number, json: unknown) =>
  page.route(asks, (route) => route.fulfill({ status, json, headers }));

for (const { path, group, asks, nothing } of LISTS) {
  for (const look of looks()) {
    const { texts } = look;
    test.describe(look.name, () => {
      test.use({ ...look.settings, refusals: [500] });

      test(`${path} while it loads, not to be had, and without anything`, async ({ page }) => {
        await beginSession(page);
        await page.clock.install();
        let release = () => {};
        const released = new Promise<void>((resolve) => (release = resolve));
        let asked = 0;
        await page.route(asks, async (route) => {
          asked += 1;
          await released;
          await route.fulfill({ status: 500, json: {} });
        });
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect.poll(() => asked).toBeGreaterThan(0);
        await expectAccessible(page, `${path}, loading`);
        release();
        const again = page.getByRole('button', { name: texts.app.tryAgain }).first();
        // It is tried again a few times before it counts as failed.
        await expect(async () => {
          await page.clock.fastForward(5_000);
          await expect(again).toBeVisible({ timeout: 100 });
        }).toPass();
        await expectAccessible(page, `${path}, failed`);
        await page.unroute(asks);
        await answerAll(page, asks, 200, nothing);
        await again.click();
        await expect(page.getByText(texts[group].empty, { exact: true })).toBeVisible();
        await expect(again).toHaveCount(0);
        await expectAccessible(page, `${path}, empty`);
      });
    });
  }
}

for (const look of looks()) {
  const { texts } = look;
  test.describe(look.name, () => {
    test.use({ ...look.settings, refusals: [422] });

    test('what a manager sees', async ({ page, server }) => {
      const api = await superuserApi(server.url);
      const email = `states.manager.${look.id}@example.org`;
      await api.addManager('States Manager', email);
      await api.fileReferral(`Of-Manager-${look.id}`, { notes: 'A note.' });
      await signIn(page, { texts, email, password: PASSWORD });
      const details = page.getByRole('button', { name: texts.referrals.details }).first();
      await expect(details).toBeVisible();
      await expectAccessible(page, 'manager, list');
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

for (const look of looks()) {
  test.describe(look.name, () => {
    test.use(look.settings);

    test('what a person referred sees', async ({ page, server }) => {
      const api = await superuserApi(server.url);
      const email = `states.referred.${look.id}@example.org`;
      await api.addReferred(`States-${look.id}`, email);
      await beginSession(page, { email, password: PASSWORD });
      for (const path of ['/profile', '/', '/admin']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, `person referred, ${path}`);
      }
    });
  });
}

for (const look of looks()) {
  const { texts } = look;
  test.describe(look.name, () => {
    test.use({ ...look.settings, refusals: [500] });

    test('the form of a visitor when the server is away', async ({ page }) => {
      await answerAll(page, '**/api/sites/all*', 500, {});
      await comeWithoutSites(page);
      await page.goto('/');
      await expect(page.getByText(texts.referralForm.sitesFailed)).toBeVisible();
      await expectAccessible(page, 'form without sites');
      await page.unroute('**/api/sites/all*');
      await page.getByRole('button', { name: texts.app.tryAgain }).click();
      await expect(page.getByText(texts.referralForm.sitesFailed)).toHaveCount(0);

      await chooseSubstanceAndSite(page, { texts });
      await describePerson(page, `Away-${look.id}`, texts);
      await takeTime(page);
      await answerAll(page, '**/api/referral/guest/add', 500, {});
      await page.getByRole('button', { name: texts.referralForm.finish, exact: true }).click();
      await page.getByRole('button', { name: texts.referralForm.notice.continue }).click();
      await expect(page.getByText(texts.failure.server)).toBeVisible();
      await expectAccessible(page, 'form, not sent');
    });
  });
}

for (const look of looks()) {
  const { texts } = look;
  test.describe(look.name, () => {
    test.use(look.settings);

    test('a form that was left and is come back to', async ({ page }) => {
      const { next, lastName, back } = texts.referralForm;
      await page.goto('/');
      await chooseSubstanceAndSite(page, { texts });
      await describePerson(page, `Back-${look.id}`, texts);
      await page.getByRole('button', { name: texts.header.logIn, exact: true }).click();
      await expect(page).toHaveURL(/\/login$/);
      await page.goBack();
      await expect(page.getByLabel(lastName, { exact: true })).toHaveValue(`Back-${look.id}`);
      await expectAccessible(page, 'form, come back to, step 2');
      await page.getByRole('button', { name: back, exact: true }).click();
      await expect(page.getByRole('button', { name: next, exact: true })).toBeVisible();
      await expectAccessible(page, 'form, come back to, step 1');
    });
  });
}

for (const look of looks()) {
  const { texts } = look;
  test.describe(look.name, () => {
    test.use(look.settings);

    test('a page for which one must sign in', async ({ page }) => {
      await page.goto('/admin');
      await expect(page.getByText(texts.guard.signInNeeded)).toBeVisible();
      await expectAccessible(page, 'login, sent there');
      await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
      await expect(page.getByRole('group', { name: /2/ })).toBeFocused();
      await expectAccessible(page, 'login, summary');
    });
  });
}

/** The landing page as it comes while the database is away. */
async function comeWithoutSites(page: Page): Promise<void> {
  await page.route('**/', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text())
      .replace(/,"sites":\[[^\]]*\]/, '')
      .replace(/(<datalist[^>]*>).*?<\/datalist>/s, '$1</datalist>');
    await route.fulfill({ response: answer, body });
  });
}
