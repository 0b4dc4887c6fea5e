/** Held referrals against the real server: none is lost, and one click releases one. Includes axe checks. */
import { expect } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from './accessibility';
import { uniqueClientAddress, SITE, test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { rowWith, SETTINGS, signIn, alternateStories } from './steps';

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);
    const story = alternateStories(test, size, 'phone');

    story()('lists, shows, releases and deletes held referrals', async ({ page, server }) => {
      const t = texts.held;
      const [kept, spam] = [`Kept-${size}`, `Spam-${size}`];
      const api = await createSuperuserApi(server.url);
      const site = await api.siteChoice(SITE);
      for (const last_name of [kept, spam]) {
        const response = await fetch(`${server.url}/api/referral/guest/add`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...uniqueClientAddress() },
          body: JSON.stringify({
            substance: ['Opioid-related'],
            site,
            first_name: 'Robin',
            last_name,
            contact_number: '(555) 010-2030',
            sex: 'Female',
            dob: '2007-01-31',
            notes: `Note of ${last_name}`,
            website: 'https://spam.example',
          }),
        });
        expect(response.status).toBe(200);
      }

      await signIn(page, { texts });
      await expect(rowWith(page, kept)).toHaveCount(0);
      await expectAccessible(page, 'referral list with held referrals');
      // The menu calls them otherwise.
      await page.getByRole('link', { name: new RegExp(`^${texts.tabs.held} \\d+$`) }).click();
      await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeFocused();
      const row = rowWith(page, kept);
      await expect(row).toContainText(t.trap);
      await expectAccessible(page, 'possible spam');
      await page.emulateMedia({ media: 'print' });
      await expect(row.and(page.locator(':visible'))).toContainText(kept);
      await expect(page.getByText(t.todo, { exact: true })).toBeHidden();
      await page.emulateMedia({ media: null });
      await page.setViewportSize({ width: 320, height: 640 });
      await expect(page.getByRole('table')).toHaveCount(0);
      await expectAccessible(page, 'possible spam, 320 px');
      await expectAccessibleDialog(
        page,
        row.getByRole('button', { name: t.details }),
        'possible spam, details, 320 px',
      );
      await page.setViewportSize(settings.viewport);
      await expectAccessibleDialog(
        page,
        row.getByRole('button', { name: t.details }),
        'possible spam, details',
      );

      await row.getByRole('button', { name: t.release }).click();
      const released = t.released.replace('%{name}', `Robin ${kept}`);
      await expect(page.getByText(released).first()).toBeVisible();
      await expect(row).toHaveCount(0);

      await rowWith(page, spam).getByRole('button', { name: t.delete }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: texts.deleteDialog.yes, exact: true })
        .click();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expect(page.getByText(t.empty, { exact: true })).toBeVisible();
      await expectAccessible(page, 'no possible spam');

      await page.goto('/admin');
      await expect(rowWith(page, kept)).toBeVisible();
      await expect(rowWith(page, spam)).toHaveCount(0);
      await expect(page.getByRole('link', { name: t.look })).toHaveCount(0);
    });
  });
}
