/**
 * Nothing that can be clicked moves or changes its size because of the mouse over it, the button held down or the focus: each control
 * of each screen is held down and released elsewhere, so that nothing happens.
 */
import { expect, type Page } from '@playwright/test';
import { SITE, test, uniqueClientAddress } from './fixtures';
import { createSuperuserApi } from './prepare';
import { createPressCheck } from './pressChecks';
import {
  advanceClock,
  anyDialog,
  chooseSubstanceAndSite,
  fillPerson,
  openSignedIn,
  rowWith,
  showActions,
  signIn,
  TEXTS,
} from './steps';

const texts = TEXTS.en;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, refusals: [422] });

    /** Opens a dialog, presses everything in it, and closes it. */
    const checkDialog = async (
      page: Page,
      check: ReturnType<typeof createPressCheck>,
      screen: string,
    ) => {
      await expect(anyDialog(page).last()).toBeVisible();
      expect(await check(screen)).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
      await expect(anyDialog(page)).toHaveCount(0);
    };

    test('public pages', async ({ page }) => {
      const check = createPressCheck(page);
      for (const path of ['/login', '/register', '/forgot-password', '/no-page']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await check(path)).toBeGreaterThan(0);
      }
    });

    test('the referral form and the receipt', async ({ page }) => {
      const check = createPressCheck(page);
      const { referralForm, receipt } = texts;
      const { next, finish, completeTitle, notice, added } = referralForm;
      await page.goto('/');
      await expect(page.getByLabel(referralForm.site, { exact: true })).toBeVisible();
      await check('landing page');
      await button(page, next).click();
      await check('step 1 with field errors');
      await chooseSubstanceAndSite(page);
      await expect(page.getByRole('heading', { name: completeTitle })).toBeVisible();
      await check('step 2');
      await fillPerson(page, `Press-${size}`);
      await advanceClock(page);
      await button(page, finish).click();
      await expect(anyDialog(page)).toBeVisible();
      await check('guest notice');
      await button(page, notice.continue).click();
      await expect(page.getByRole('region', { name: receipt.title })).toBeVisible();
      // It leaves in time, which moves nothing either; but here the check waits for it.
      await expect(page.getByText(added)).toHaveCount(0);
      await check('receipt');
    });

    test('the referral list', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      for (let count = 0; count < 3; count += 1) await api.fileReferral(`Presslist-${size}`);
      await signIn(page);
      const check = createPressCheck(page);
      await expect(rowWith(page, `Presslist-${size}`)).toHaveCount(3);
      await check('list');
      await showActions(page.locator('[data-row]').first());
      await page.locator('[data-row] input[type=checkbox]').first().check();
      await expect(button(page, 'Set status')).toBeVisible();
      await check('list with a selection');
    });

    test('a record and the dialogs of a row', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      const lastName = `Pressrecord-${size}`;
      await api.fileReferral(lastName, { notes: 'A note.' });
      await signIn(page);
      const check = createPressCheck(page);
      await rowWith(page, lastName)
        .getByRole('link', { name: /^Robin/ })
        .click();
      await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
      await check('record');
      await button(page, 'Correct details').click();
      await check('correction');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(anyDialog(page)).toHaveCount(0);
      const { seeNotes, createLogin, delete: remove } = texts.referrals;
      for (const name of [seeNotes, createLogin, remove]) {
        const row = await showActions(rowWith(page, lastName));
        await row.getByRole('button', { name }).click();
        await checkDialog(page, check, name);
      }
    });

    test('the dialogs of the list', async ({ page }) => {
      await signIn(page);
      const check = createPressCheck(page);
      const { columns, keys, referrals, sites } = texts;
      const openers = [
        referrals.add,
        sites.add,
        ...(size === 'desktop' ? [columns.title, keys.title] : []),
      ];
      for (const name of openers) {
        await button(page, name).click();
        await checkDialog(page, check, name);
      }
      if (size === 'phone') {
        await button(page, texts.menu.title).click();
        await check('menu');
      }
    });

    test('accounts and profile', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      await api.addManager(`Press ${size}`, `press.${size}@example.org`);
      await api.addPending(`Waiting ${size}`, `waiting.${size}@example.org`);
      await openSignedIn(page, '/accounts/list');
      const check = createPressCheck(page);
      const row = rowWith(page, `press.${size}@example.org`);
      await expect(row).toBeVisible();
      await check('accounts');
      await button(page, texts.addUser.title).click();
      await checkDialog(page, check, 'add user');
      await showActions(row);
      for (const name of [texts.accounts.update, texts.accounts.deactivate]) {
        await row.getByRole('button', { name }).click();
        await checkDialog(page, check, name);
      }
      await page.goto('/profile');
      await expect(page.getByRole('heading', { name: texts.profile.title })).toBeVisible();
      await check('profile');
    });

    test('sites, possible spam and the activity log', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      await fetch(`${server.url}/api/referral/guest/add`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...uniqueClientAddress() },
        body: JSON.stringify({
          substance: ['Opioid-related'],
          site: await api.siteChoice(SITE),
          first_name: 'Robin',
          last_name: `Pressheld-${size}`,
          contact_number: '(555) 010-2030',
          sex: 'Female',
          dob: '2007-01-31',
          notes: '',
          website: 'https://spam.example',
        }),
      });
      await openSignedIn(page, '/held');
      const check = createPressCheck(page);
      const row = rowWith(page, `Pressheld-${size}`);
      await expect(row).toBeVisible();
      await check('possible spam');
      await row.getByRole('button', { name: texts.held.details }).click();
      await checkDialog(page, check, 'details of possible spam');
      await page.goto('/audit');
      await expect(page.locator('[data-row]').first()).toBeVisible();
      await check('activity log');
      await page.goto('/sites');
      const site = page.locator('[data-row]').filter({ hasText: SITE });
      await expect(site).toBeVisible();
      await check('sites');
      await showActions(site);
      await site.getByRole('button', { name: texts.sites.edit }).click();
      await check('renaming a site');
    });
  });
}
