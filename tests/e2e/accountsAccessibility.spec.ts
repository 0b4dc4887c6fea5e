/** axe on every account screen. */
import { expect } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from './accessibility';
import { test } from './fixtures';
import { createVariantRotation, type DisplayVariant } from './displayVariants';
import { createSuperuserApi } from './prepare';
import { extractLink, listRows, openSignedIn, rowWith, showActions } from './steps';

const nextVariants = createVariantRotation();

const personOf = (what: string, { id }: DisplayVariant) => ({
  fullname: `${what} of ${id}`,
  email: `${what}.${id}@example.org`.toLowerCase(),
});

for (const variant of nextVariants()) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use(variant.settings);

    test('the registration is accessible', async ({ page }) => {
      const t = texts.register;
      await page.goto('/register');
      await page.getByRole('button', { name: t.submit, exact: true }).click();
      await expect(page.getByText(t.agreeRequired).last()).toBeVisible();
      await expectAccessible(page, 'register with field errors');
      await page.getByLabel(t.sites, { exact: true }).click();
      await page.getByRole('option').first().click();
      await expectAccessible(page, 'register with open sites');
      await page.keyboard.press('Escape');
      await expectAccessibleDialog(page, page.getByRole('button', { name: t.terms }), 'terms');
    });
  });
}

for (const variant of nextVariants()) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use({ ...variant.settings, refusals: [400] });

    test('the password reset is accessible', async ({ page, mailbox, server }) => {
      const { fullname, email } = personOf('Reset', variant);
      const api = await createSuperuserApi(server.url);
      await api.addManager(fullname, email);
      await page.goto('/forgot-password');
      await page.getByLabel(texts.forgot.email, { exact: true }).fill(email);
      await page.getByRole('button', { name: texts.forgot.submit, exact: true }).click();
      await expect(page.getByText(texts.forgot.done)).toBeVisible();
      await expectAccessible(page, 'forgot, done');

      await page.goto(extractLink(await mailbox.waitForEmail(email)));
      const submit = page.getByRole('button', { name: texts.reset.submit, exact: true });
      await expect(submit).toBeVisible();
      await expectAccessible(page, 'reset');
      await submit.click();
      await expect(page.getByText(texts.reset.confirmRequired).last()).toBeVisible();
      await expectAccessible(page, 'reset with field errors');

      await page.goto('/reset-password?reset_token=never-mailed');
      await expect(page.getByText(texts.reset.invalid)).toBeVisible();
      await expectAccessible(page, 'reset, invalid');
    });
  });
}

for (const variant of nextVariants()) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use(variant.settings);

    test('the confirmation of a registration is accessible', async ({ page, mailbox, server }) => {
      const { fullname, email } = personOf('Proof', variant);
      await (await createSuperuserApi(server.url)).addPending(fullname, email);
      await page.goto(extractLink(await mailbox.waitForEmail(email)));
      const { confirmEmail, reset } = texts;
      const submit = page.getByRole('button', { name: confirmEmail.submit, exact: true });
      await submit.click();
      await expect(page.getByText(reset.confirmRequired).last()).toBeVisible();
      await expectAccessible(page, 'confirm with field errors');
      await page.getByLabel(reset.password, { exact: true }).fill('Slow-Copper-58-Gardens');
      await page.getByLabel(reset.confirm, { exact: true }).fill('Slow-Copper-58-Gardens');
      await submit.click();
      await expect(page.getByText(confirmEmail.pending)).toBeVisible();
      await expectAccessible(page, 'confirm, done');
    });
  });
}

for (const variant of nextVariants()) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use(variant.settings);

    test('the panels of the profile are accessible', async ({ page, server }) => {
      const { fullname, email } = personOf('Pending', variant);
      const api = await createSuperuserApi(server.url);
      await api.addPending(fullname, email);
      await openSignedIn(page, '/profile');
      await expect(rowWith(page, email)).toBeVisible();
      await expectAccessible(page, 'profile with pending users');
      await page.getByRole('button', { name: texts.addSuperuser.submit, exact: true }).click();
      await expect(page.getByText(texts.addSuperuser.fullnameRequired).last()).toBeVisible();
      await expectAccessible(page, 'new super user with field errors');
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
  });
}

for (const variant of nextVariants()) {
  const { texts } = variant;
  test.describe(variant.name, () => {
    test.use(variant.settings);

    test('the account list and its dialogs are accessible', async ({ page, server }) => {
      const manager = personOf('Manager', variant);
      const referred = personOf('Referred', variant);
      const api = await createSuperuserApi(server.url);
      await api.addManager(manager.fullname, manager.email);
      await api.addReferred(referred.fullname, referred.email);
      await openSignedIn(page, '/accounts/list');
      const { search, update, deactivate, noMatch } = texts.accounts;
      const box = page.getByRole('searchbox', { name: search });
      const button = (email: string, name: string) =>
        rowWith(page, email).getByRole('button', { name: new RegExp(`^${name}`) });

      for (const { email } of [manager, referred]) {
        await box.fill(email);
        await expect(listRows(page)).toHaveCount(1);
        await showActions(rowWith(page, email));
        await expectAccessible(page, 'accounts found');
        await expectAccessibleDialog(page, button(email, update), `update ${email}`);
      }
      await button(referred.email, update).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(texts.updateUser.fullname, { exact: true }).fill('');
      await dialog.getByRole('button', { name: texts.updateUser.submit, exact: true }).click();
      await expect(dialog.getByText(texts.updateUser.fullnameRequired).last()).toBeVisible();
      await expectAccessible(page, 'update with field errors');
      await page.keyboard.press('Escape');
      await expectAccessible(page, 'update, question before discarding');
      await dialog.getByRole('button', { name: texts.dialog.discard, exact: true }).click();
      await expect(dialog).toHaveCount(0);

      await expectAccessibleDialog(page, button(referred.email, deactivate), 'deactivate');
      await box.fill('nobody of that name');
      await expect(page.getByText(noMatch).first()).toBeVisible();
      await expectAccessible(page, 'no account found');
    });
  });
}
