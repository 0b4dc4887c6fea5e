/** Emails that there is news are turned on and off: by a guest, from the look-up to the link that stops them, and by a counsellor. */
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../support/fixtures';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { advanceClock, chooseSubstanceAndSite, fillPerson, openSignedIn, SETTINGS } from './steps';

const fitsWidth = async (page: Page) => {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);

    test('a guest asks for them beside the answer, proves the address, and stops them', async ({
      page,
      server,
      mailbox,
    }) => {
      const { lookUp, mails, receiptCode, hearBack, referralForm: form } = texts;
      const lastName = `News-${size}`;
      const address = `guest.${size}@example.org`.toLowerCase();
      const api = await createSuperuserApi(server.url);
      await page.goto('/');
      await chooseSubstanceAndSite(page, { texts });
      await fillPerson(page, lastName, texts);
      await page.getByLabel(hearBack.name).fill('Carmen Sample');
      await advanceClock(page);
      await button(page, form.finish).click();
      await button(page, form.notice.continue).click();
      const codes = page.getByRole('region', { name: receiptCode.title }).locator('dd');
      await expect(codes).toHaveCount(2);
      const [reference = '', code = ''] = await codes.allTextContents();
      await api.addConsent(await api.findId(lastName), null);

      const track = await page.context().newPage();
      await track.goto('/track');
      await track.getByLabel(lookUp.reference, { exact: true }).fill(reference);
      await track.getByLabel(lookUp.code, { exact: true }).fill(code);
      await track.getByLabel(lookUp.year, { exact: true }).fill('2006');
      await button(track, lookUp.submit).click();
      await track.getByLabel(lookUp.news.email).fill(address);
      await expectAccessible(track, 'the answer with the email');
      await fitsWidth(track);
      await button(track, lookUp.news.submit).click();
      await expect(track.getByText(lookUp.news.mailed)).toBeVisible();

      const { text } = await mailbox.waitForEmail(address);
      const [, token = ''] = /\/mails#confirm=([\w-]+)/.exec(text) ?? [];
      for (const action of ['confirm', 'stop'] as const) {
        const opened = await page.context().newPage();
        await opened.goto(`/mails#${action}=${token}`);
        await expect(opened.getByText(mails[action].intro)).toBeVisible();
        expect(opened.url()).not.toContain(token);
        await expectAccessible(opened, `the link to ${action}`);
        await fitsWidth(opened);
        await button(opened, mails[action].submit).click();
        await expect(opened.getByText(mails[action].done)).toBeVisible();
        await opened.goBack();
        await opened.goForward();
        await expect(opened.getByText(mails.over)).toBeVisible();
      }
    });

    test('a counsellor turns them on, and they stay on', async ({ page, server }) => {
      const [site, email] = [`News school ${size}`, `news.${size}@example.org`];
      const api = await createSuperuserApi(server.url);
      await api.addSite(site);
      await api.addManager('Noah Counselor', email, site, 'outside');
      await openSignedIn(page, '/admin', { texts, email, password: PASSWORD });
      const box = page.getByRole('checkbox', { name: texts.filed.newsMail });
      await expect(box).not.toBeChecked();
      await box.check();
      await expect(page.getByText(texts.preferences.done)).toBeVisible();
      await expectAccessible(page, 'emails about news are on');
      await fitsWidth(page);
      await page.reload();
      await expect(box).toBeChecked();
    });
  });
}
