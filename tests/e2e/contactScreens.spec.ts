/** The screens of contact at four widths in both languages: axe, large enough targets, no sideways scrolling. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { openSignedIn, rowWith, showActions, TEXTS } from './steps';

const WIDTHS = [360, 768, 1280, 1440] as const;

const dialog = (page: Page) =>
  page.locator('[role="dialog"]:not([aria-hidden="true"]), [role="alertdialog"]');

/** Checks what is open at each width, without opening it again: the window is resized. */
async function expectAccessibleAtWidths(page: Page, screen: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `${screen}, ${width} px`);
  }
}

for (const language of ['en', 'es'] as const) {
  test.describe(language, () => {
    test.use({ viewport: { width: 1440, height: 800 }, locale: language });
    const texts = TEXTS[language];
    const { outcomes } = texts.contact;

    test('whom to call, what came of it, and the call back', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      await api.finishToday();
      const first = `First-${language}`;
      await api.fileReferral(first, {
        preferred_language: 'es',
        may_voicemail: false,
        may_text: true,
        reach_note: 'After 4 p.m., when I am alone at my desk in the library of the school.',
      });
      await api.fileReferral(first, { notes: 'The same person' });
      await openSignedIn(page, '/today', { texts });
      await expect(rowWith(page, first)).toBeVisible();
      await expectAccessibleAtWidths(page, 'what is to do today');

      await rowWith(page, first).getByRole('checkbox').check();
      await page.getByRole('button', { name: texts.bulk.callBack.open }).click();
      await expectAccessibleAtWidths(page, 'when to call many back');
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
      await page.keyboard.press('Escape');

      await rowWith(page, first)
        .getByRole('link', { name: /^Robin/ })
        .first()
        .click();
      const panel = dialog(page).getByRole('region', { name: texts.contact.after });
      await panel.getByRole('button', { name: outcomes.noAnswer, exact: true }).click();
      const saved = panel.getByText(texts.contact.saved.replace('%{outcome}', outcomes.noAnswer));
      await expect(saved).toBeVisible();
      await expectAccessibleAtWidths(page, 'a record after an attempt');
      await expect(saved).toBeVisible();
      await dialog(page)
        .getByLabel(texts.statusDialog.status, { exact: true })
        .selectOption('Declined Services');
      await expectAccessibleAtWidths(page, 'a record that asks why it ended');
    });

    test('why it is deleted, and what was deleted', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      const [kept, deleted] = [`Kept-${language}`, `Gone-${language}`];
      await api.fileReferral(kept);
      await api.deleteReferral(await api.fileReferral(deleted), { delete_reason: 'sentTwice' });
      await openSignedIn(page, '/admin', { texts });
      const row = await showActions(rowWith(page, kept));
      await row.getByRole('button', { name: new RegExp(`^${texts.referrals.delete}`) }).click();
      await expect(dialog(page)).toBeVisible();
      await expectAccessibleAtWidths(page, 'why it is deleted');
      await page.goto('/deleted');
      await expect(rowWith(page, deleted)).toBeVisible();
      await expectAccessibleAtWidths(page, 'what was deleted');
    });

    test('who takes the referrals of a colleague who leaves', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      const name = `Leaving Colleague ${language}`;
      const email = `leaving-${language}@clinic.example`;
      const id = await api.addSuperuser(name, email);
      await api.assignOwner(await api.fileReferral(`Owned-${language}`), id);
      await openSignedIn(page, '/accounts/list', { texts });
      await page.getByRole('searchbox', { name: texts.accounts.search }).fill(email);
      const row = await showActions(rowWith(page, email));
      await row.getByRole('button', { name: new RegExp(`^${texts.accounts.deactivate}`) }).click();
      await expect(dialog(page).getByRole('group')).toBeVisible();
      await expectAccessibleAtWidths(page, 'who takes the referrals');
      await api.deactivate(id);
      await page.goto('/today');
      await expect(page.getByRole('button', { name: texts.today.handOver })).toBeVisible();
      await expectAccessibleAtWidths(page, 'referrals of somebody who left');
    });
  });
}
