/** Possible duplicates against the real server: the mark in the list, the notice in the record, both side by side. */
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { chooseSubstanceAndSite, fillPerson, rowWith, SETTINGS, signIn } from './steps';

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);
    const t = texts.duplicates;

    test('marks two referrals of one person, and compares them', async ({ page, server }) => {
      const [accented, plain] = [`Pérez-${size}`, `PEREZ ${size}`];
      const api = await createSuperuserApi(server.url);
      await api.fileReferral(accented, { first_name: 'José', notes: 'Filed by the school' });
      await api.fileReferral(plain, { first_name: 'Jose' });

      await signIn(page, { texts });
      const mark = `${t.mark.split(':')[0]}: ${t.same.name}, ${t.same.dob}`;
      await expect(rowWith(page, plain).getByTitle(mark)).toBeVisible();
      await expect(rowWith(page, accented).getByTitle(mark)).toBeVisible();
      await expectAccessible(page, 'referral list with possible duplicates');

      await rowWith(page, plain).getByRole('link', { name: /^Jose/ }).first().click();
      const record = page.getByRole('dialog');
      // Spelled differently, so its name stands beside the link.
      await expect(record).toContainText(`José ${accented}`);
      await expectAccessible(page, 'record with a possible duplicate');
      await record.getByRole('button', { name: t.compare }).click();

      const comparison = page.getByRole('dialog', { name: t.title });
      await expect(comparison).toContainText(`Jose ${plain}`);
      await expect(comparison).toContainText(`José ${accented}`);
      await expect(comparison).toContainText('Filed by the school');
      await expect(comparison.getByText(t.differs)).not.toHaveCount(0);
      await expectAccessible(page, 'possible duplicates');
      await page.setViewportSize({ width: 320, height: 640 });
      await expectAccessible(page, 'possible duplicates, 320 px');
      // Two columns fit a small phone.
      const scrolls = await comparison
        .getByRole('table')
        .evaluate(({ parentElement: box }) => !box || box.scrollWidth > box.clientWidth);
      expect(scrolls).toBe(false);
      await page.setViewportSize(settings.viewport);

      await comparison.getByRole('button', { name: t.open }).last().click();
      await expect(comparison).toHaveCount(0);
      await expect(
        page.getByRole('dialog').getByRole('heading', { name: `José ${accented}` }),
      ).toBeVisible();
    });

    test('says after adding a referral whom it may be', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      await api.fileReferral(`Again-${size}`, { dob: '2006-04-30' });
      await signIn(page, { texts });
      await page.getByRole('button', { name: texts.referrals.add }).click();
      await chooseSubstanceAndSite(page, { texts });
      await fillPerson(page.getByRole('dialog'), `AGAIN ${size}`, texts);
      await page.getByRole('button', { name: texts.referralForm.finish }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const notice = page.getByRole('status').filter({ hasText: `Robin Again-${size}` });
      await expect(notice).toBeVisible();
      await expectAccessible(page, 'referral list with an added possible duplicate');
      await notice.getByRole('button', { name: t.compare }).click();
      await expect(page.getByRole('dialog', { name: t.title })).toContainText(`AGAIN ${size}`);
      await page.keyboard.press('Escape');
      await notice.getByRole('button', { name: texts.messages.close }).click();
      await expect(notice).toHaveCount(0);
    });
  });
}
