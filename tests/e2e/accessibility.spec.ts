/** axe on every screen of the main workflow. */
import { expect, type Locator } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from './accessibility';
import { SITE, test } from './fixtures';
import { createVariantRotation } from './displayVariants';
import { createSuperuserApi } from './prepare';
import { chooseSubstanceAndSite, openFilters, openSignedIn, showActions, signIn } from './steps';

const nextVariants = createVariantRotation();

for (const variant of nextVariants()) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use({ ...variant.settings, refusals: [422] });

    test('the landing page and the referral form are accessible', async ({ page }) => {
      const { next, finish, completeTitle, notice, flags } = texts.referralForm;
      await page.goto('/');
      await expect(page.getByLabel(texts.referralForm.site, { exact: true })).toBeVisible();
      await expectAccessible(page, 'landing page');

      await page.getByRole('button', { name: next, exact: true }).click();
      await expect(page.getByText(flags.site, { exact: true }).first()).toBeVisible();
      await expectAccessible(page, 'step 1 with field errors');

      await page.getByLabel(texts.referralForm.substance, { exact: true }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page, 'open list');
      await page.keyboard.press('Escape');

      await chooseSubstanceAndSite(page, { site: 'Probation Referral', texts });
      await expect(page.getByRole('heading', { name: completeTitle })).toBeVisible();
      await expectAccessible(page, 'step 2');

      await page.getByRole('button', { name: finish, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'guest notice');

      await page.getByRole('button', { name: notice.continue }).click();
      await expect(page.getByText(flags.firstName, { exact: true }).first()).toBeVisible();
      await expectAccessible(page, 'step 2 with field errors');
    });
  });
}

const PAGES = [
  ['/login', '/register', '/forgot-password'],
  ['/reset-password', '/confirm-email', '/no-page'],
];
for (const paths of PAGES) {
  for (const variant of nextVariants()) {
    test.describe(variant.name, () => {
      test.use(variant.settings);

      test(`the pages ${paths.join(', ')} are accessible`, async ({ page }) => {
        for (const path of paths) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectAccessible(page, path);
        }
      });
    });
  }
}

for (const variant of nextVariants()) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use(variant.settings);

    test('the login with field errors is accessible', async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
      await expect(page.getByText(texts.login.emailRequired).first()).toBeVisible();
      await expectAccessible(page, 'login with field errors');
    });

    test('the profile and the home page of a super user are accessible', async ({ page }) => {
      await openSignedIn(page, '/profile');
      await expect(page.getByRole('heading', { name: texts.profile.title })).toBeVisible();
      await expectAccessible(page, 'profile');
      await page.goto('/');
      await expect(page.getByText(texts.userHome.title)).toBeVisible();
      await expectAccessible(page, 'home page, signed in');
    });
  });
}

for (const variant of nextVariants({ andOpposite: true })) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use(variant.settings);

    test('the referral list and its dialogs are accessible', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      await api.fileReferral('Accessible-List', { notes: 'A note.' });
      await signIn(page, { texts });
      const name = page.getByRole('link', { name: /^Robin/ }).first();
      await expect(name).toBeVisible();
      await expectAccessible(page, 'referral list');

      const row = await showActions(page.locator('[data-row]').first());
      await expectAccessible(page, 'referral list with the actions of a row');
      await row.getByRole('button', { name: texts.referrals.seeNotes }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'note');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await name.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'status');
    });

    test('the other staff dialogs and lists are accessible', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      await api.fileReferral(`Accessible-${variant.id}`);
      await api.addManager('A Manager', `accessible.${variant.id}@example.org`);
      await signIn(page, { texts });
      const row = await showActions(page.locator('[data-row]').first());
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const checkDialog = (opener: Locator, screen: string, submit?: string) =>
        expectAccessibleDialog(page, opener, screen, submit);

      await checkDialog(
        row.getByRole('button', { name: texts.referrals.createLogin }),
        'create login',
        texts.createLogin.submit,
      );
      await checkDialog(row.getByRole('button', { name: texts.referrals.delete }), 'delete');
      await checkDialog(button(texts.referrals.add), 'add referral', texts.referralForm.next);
      // A phone's compact rows have no columns.
      if (variant.size !== 'phone') await checkDialog(button(texts.columns.title), 'columns');
      await checkDialog(button(texts.sites.add), 'sites dialog');
      if (variant.size === 'phone') await checkDialog(button(texts.menu.title), 'menu');
      await openFilters(page, texts);
      await expectAccessible(page, 'open filters');
      const nameFilter = page.getByRole('textbox', {
        name: texts.referralFilters.name,
        exact: true,
      });
      await nameFilter.fill('nobody of that name');
      await nameFilter.press('Enter');
      await expect(page.getByText(texts.referrals.empty)).toBeVisible();
      await expectAccessible(page, 'nothing found');

      await page.goto('/sites');
      await expect(page.locator('[data-row]').first()).toBeVisible();
      await expectAccessible(page, 'sites');
      const site = await showActions(page.locator('[data-row]').filter({ hasText: SITE }));
      const edit = site.getByRole('button', { name: texts.sites.edit });
      await site.getByRole('button', { name: texts.sites.delete }).click();
      await expectAccessible(page, 'question before deleting a site');
      await page.keyboard.press('Escape');
      await edit.click();
      await expectAccessible(page, 'renaming a site');

      await page.goto('/accounts/list');
      await expect(page.getByText('A Manager').first()).toBeVisible();
      await expectAccessible(page, 'accounts');
      await checkDialog(button(texts.addUser.title), 'add user', texts.addUser.submit);

      await page.goto('/audit');
      await expect(page.locator('[data-row]').first()).toBeVisible();
      await expectAccessible(page, 'activity log');
      await page.goto('/held');
      await expect(page.getByText(texts.held.intro)).toBeVisible();
      await expectAccessible(page, 'possible spam');
      await page.goto('/deleted');
      await expect(page.getByText(texts.deleted.emptyHint)).toBeVisible();
      await expectAccessible(page, 'deleted referrals');
    });
  });
}
