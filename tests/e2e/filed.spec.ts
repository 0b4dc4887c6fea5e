/** A counsellor outside of the program: files, and reads the same answer whatever became of it; at two widths, in both languages. */
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { PASSWORD } from '../support/fixtures';
import { createSuperuserApi } from './prepare';
import { chooseSubstanceAndSite, fillPerson, openSignedIn, rowWith, SETTINGS } from './steps';

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);

    test('reads what they filed, and nothing of what became of it', async ({ page, server }) => {
      const [site, email] = [`Outside ${size}`, `outside.${size}@example.org`];
      const lastName = `Filed-${size}`;
      const api = await createSuperuserApi(server.url);
      await api.addSite(site);
      await api.addManager('Noah Counselor', email, site, 'outside');
      await api.fileReferral(`Foreign-${size}`, { site: await api.siteChoice(site) });

      const login = { texts, email, password: PASSWORD };
      await openSignedIn(page, '/admin', login);
      await expect(page.getByRole('heading', { level: 1, name: texts.filed.title })).toBeVisible();
      await expect(page.getByText(texts.filed.empty)).toBeVisible();
      await expectAccessible(page, 'no referral filed');

      await page.getByRole('button', { name: texts.referrals.add, exact: true }).click();
      await chooseSubstanceAndSite(page, { site, texts });
      await fillPerson(page, lastName, texts);
      await page.getByRole('button', { name: texts.referralForm.finish, exact: true }).click();
      const card = rowWith(page, lastName);
      await expect(card).toContainText(texts.answers.callUs);
      await expect(page.locator('[data-row]')).toHaveCount(1);
      await expectAccessible(page, 'a referral filed');
      const before = await card.innerText();

      const id = (await card.getAttribute('data-row')) ?? '';
      await api.addAttempt(id, { outcome: 'wantsServices' });
      await api.setStatus(id, 'Declined Services');
      await page.reload();
      await expect(card).toHaveText(before, { useInnerText: true });
      await api.deleteReferral(id, { delete_reason: 'byMistake' });
      await page.reload();
      await expect(card).toHaveText(before, { useInnerText: true });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);

      // A record has no page for them, and the list of today leads here.
      for (const path of [`/admin/${id}`, '/today']) {
        await page.goto(path);
        await expect(
          page.getByRole('heading', { level: 1, name: texts.filed.title }),
        ).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });
  });
}
