/** axe on every screen about accounts, in both languages, on a small phone and a desktop, in light and dark. */
import { expect } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from './accessibility';
import { test } from './fixtures';
import { superuserApi } from './prepare';
import { linkIn, rowWith, signIn, TEXTS } from './steps';

const SIZES = {
  phone: { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
} as const;

for (const [size, look] of Object.entries(SIZES)) {
  for (const [language, texts] of Object.entries(TEXTS)) {
    const person = (what: string) => ({
      fullname: `${what} of ${size} ${language}`,
      email: `${what}.${size}.${language}@example.org`.toLowerCase(),
    });

    test.describe(`${size}, ${language}`, () => {
      test.use({ ...look, locale: language, refusals: [400] });

      test('the registration', async ({ page }) => {
        const t = texts.register;
        await page.goto('/register');
        await page.getByRole('button', { name: t.submit, exact: true }).click();
        await expect(page.getByText(t.agreeRequired)).toBeVisible();
        await expectAccessible(page, 'register with flags');
        await page.getByLabel(t.sites, { exact: true }).click();
        await page.getByRole('option').first().click();
        await expectAccessible(page, 'register with open sites');
        await page.keyboard.press('Escape');
        await expectAccessibleDialog(page, page.getByRole('button', { name: t.terms }), 'terms');
      });

      test('the way to a new password', async ({ page, mailbox, server }) => {
        const { fullname, email } = person('Reset');
        const api = await superuserApi(server.url);
        await api.addManager(fullname, email);
        await page.goto('/forgot-password');
        await page.getByLabel(texts.forgot.email, { exact: true }).fill(email);
        await page.getByRole('button', { name: texts.forgot.submit, exact: true }).click();
        await expect(page.getByText(texts.forgot.done)).toBeVisible();
        await expectAccessible(page, 'forgot, done');

        await page.goto(linkIn(await mailbox.letterTo(email)));
        const submit = page.getByRole('button', { name: texts.reset.submit, exact: true });
        await expect(submit).toBeVisible();
        await expectAccessible(page, 'reset');
        await submit.click();
        await expect(page.getByText(texts.reset.confirmRequired)).toBeVisible();
        await expectAccessible(page, 'reset with flags');

        await page.goto('/reset-password?reset_token=never-mailed');
        await expect(page.getByText(texts.reset.invalid)).toBeVisible();
        await expectAccessible(page, 'reset, invalid');
      });

      test('the way from a registration to a password', async ({ page, mailbox, server }) => {
        const { fullname, email } = person('Proof');
        await (await superuserApi(server.url)).addPending(fullname, email);
        await page.goto(linkIn(await mailbox.letterTo(email)));
        const { confirmEmail, reset } = texts;
        const submit = page.getByRole('button', { name: confirmEmail.submit, exact: true });
        await submit.click();
        await expect(page.getByText(reset.confirmRequired)).toBeVisible();
        await expectAccessible(page, 'confirm with flags');
        await page.getByLabel(reset.password, { exact: true }).fill('Slow-Copper-58-Gardens');
        await page.getByLabel(reset.confirm, { exact: true }).fill('Slow-Copper-58-Gardens');
        await submit.click();
        await expect(page.getByText(confirmEmail.pending)).toBeVisible();
        await expectAccessible(page, 'confirm, done');
      });

      test('the panels of the profile', async ({ page, server }) => {
        const { fullname, email } = person('Pending');
        const api = await superuserApi(server.url);
        await api.addPending(fullname, email);
        await signIn(page, { texts });
        await page.goto('/profile');
        await expect(rowWith(page, email)).toBeVisible();
        await expectAccessible(page, 'profile with pending users');
        await page.getByRole('button', { name: texts.addSuperuser.submit, exact: true }).click();
        await expect(page.getByText(texts.addSuperuser.fullnameRequired)).toBeVisible();
        await expectAccessible(page, 'new super user with flags');
        await rowWith(page, email).getByRole('button').click();
        await expect(page.getByText(texts.pendingUsers.done).first()).toBeVisible();
        await expectAccessible(page, 'profile after an approval');

        await page.route('**/api/accounts/pending*', (route) =>
          route.fulfill({ json: { items: [], pages: 0 } }),
        );
        await page.reload();
        await expect(page.getByText(texts.pendingUsers.empty)).toBeVisible();
        await expectAccessible(page, 'profile without pending users');
      });

      test('the account list and its dialogs', async ({ page, server }) => {
        const manager = person('Manager');
        const referred = person('Referred');
        const api = await superuserApi(server.url);
        await api.addManager(manager.fullname, manager.email);
        await api.addReferred(referred.fullname, referred.email);
        await signIn(page, { texts });
        await page.goto('/accounts/list');
        const { search, update, deactivate, noMatch } = texts.accounts;
        const box = page.getByRole('searchbox', { name: search });
        const button = (email: string, name: string) =>
          rowWith(page, email).getByRole('button', { name: new RegExp(`^${name}`) });

        for (const { email } of [manager, referred]) {
          await box.fill(email);
          await expect(page.locator('[data-row]')).toHaveCount(1);
          await expectAccessible(page, 'accounts found');
          await expectAccessibleDialog(page, button(email, update), `update ${email}`);
        }
        await button(referred.email, update).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(texts.updateUser.fullname, { exact: true }).fill('');
        await dialog.getByRole('button', { name: texts.updateUser.submit, exact: true }).click();
        await expect(dialog.getByText(texts.updateUser.fullnameRequired)).toBeVisible();
        await expectAccessible(page, 'update, refused');
        await page.keyboard.press('Escape');
        await expectAccessible(page, 'update, about to be lost');
        await dialog.getByRole('button', { name: texts.dialog.discard, exact: true }).click();
        await expect(dialog).toHaveCount(0);

        await expectAccessibleDialog(page, button(referred.email, deactivate), 'deactivate');
        await box.fill('nobody of that name');
        await expect(page.getByText(noMatch).first()).toBeVisible();
        await expectAccessible(page, 'no account found');
      });
    });
  }
}
