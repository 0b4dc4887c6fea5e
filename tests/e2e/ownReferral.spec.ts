/** A person reads their own referral, stops a consent and asks for a copy; at two widths, in both languages. */
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { PASSWORD } from '../support/fixtures';
import { createSuperuserApi } from './prepare';
import { openSignedIn, SETTINGS, signIn } from './steps';

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  const t = texts.ownReferral;

  test.describe(size, () => {
    test.use(settings);

    test('the REFERRAL card', async ({ page, openBrowser, server }) => {
      const [email, lastName] = [`own.${size}@example.org`, `Own-${size}`];
      const api = await createSuperuserApi(server.url);
      const id = await api.addReferred(lastName, email);
      await api.addConsent(id, 'Noah Wilekins');

      // Until somebody says whose login it is, the profile is as it was.
      await openSignedIn(page, '/profile', { texts, email, password: PASSWORD });
      await expect(page.getByRole('heading', { name: texts.profile.title })).toBeVisible();
      const card = page.getByRole('region', { name: t.title });
      await expect(card).toHaveCount(0);

      const staff = await openBrowser();
      await signIn(staff, { texts });
      await staff.goto(`/admin/${id}`);
      const login = staff.getByRole('region', { name: texts.personLogin.title });
      await expect(login).toContainText(texts.personLogin.undecided);
      await login.getByRole('button', { name: texts.personLogin.decide }).click();
      await staff.getByLabel(texts.createLogin.holder).selectOption('person');
      await expectAccessible(staff, 'saying whose login it is');
      await staff.getByRole('button', { name: texts.personLogin.submit, exact: true }).click();
      await expect(login).toContainText(texts.personLogin.person);

      await openSignedIn(page, '/profile', { texts, email, password: PASSWORD });
      await expect(card).toContainText(t.received);
      await expect(card).toContainText(lastName);
      await expect(card).toContainText('Noah Wilekins');
      await expectAccessible(page, 'the own referral');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);

      await card.getByRole('button', { name: `${t.stop} ` }).click();
      await expect(card).toContainText(t.nobodyMayKnow);
      await card.getByRole('button', { name: t.askForCopy }).click();
      await expect(card.getByRole('button', { name: t.askForCopy })).toHaveCount(0);

      await staff.reload();
      await login.getByRole('button', { name: texts.personLogin.copyGiven }).click();
      await expect(login.getByRole('button', { name: texts.personLogin.copyGiven })).toHaveCount(0);

      await api.setStatus(id, 'Processed');
      await page.reload();
      await expect(card).toContainText(t.closed);
    });
  });
}
