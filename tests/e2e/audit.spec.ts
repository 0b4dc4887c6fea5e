/** The activity log against the real server: who viewed a person, and what an account did. Includes axe checks. */
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../support/fixtures';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import {
  listRows,
  openSignedIn,
  rowWith,
  SETTINGS,
  showActions,
  signIn,
  alternateStories,
} from './steps';

/** Checks the width of a small phone, or of a larger one at twice the text size: also, no row clips its text. */
async function expectFitsAt320(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectAccessible(page, `${screen}, 320 px`);
  const cut = await page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.filter((row) => row.scrollWidth > row.clientWidth).length);
  expect({ screen, cut }).toEqual({ screen, cut: 0 });
  if (before) await page.setViewportSize(before);
}

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use({ ...settings, refusals: [403] });
    const story = alternateStories(test, size, 'desktop');

    story()('a super user sees who viewed a person', async ({ page, openBrowser, server }) => {
      const t = texts.auditTrail;
      const lastName = `Looked-At-${size}`;
      const fullname = `Looker ${size}`;
      const email = `looker.${size}@example.org`;
      const api = await createSuperuserApi(server.url);
      await api.addManager(fullname, email);
      await api.fileReferral(lastName);
      const theirs = await openBrowser();
      await signIn(theirs, { texts, email, password: PASSWORD });
      await expect(rowWith(theirs, lastName)).toBeVisible();

      await signIn(page, { texts });
      const row = await showActions(rowWith(page, lastName));
      await row.getByRole('button', { name: texts.referrals.update }).click();
      // By key: the history above it is still loading, and may move the button between the press and the release of a mouse.
      await page.getByRole('button', { name: t.accessHistory }).press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeFocused();
      await expect(page).toHaveURL('/audit');
      const look = rowWith(page, fullname).first();
      await expect(look).toContainText(texts.auditActions.listWorklist);
      await expect(look).toContainText(`Robin ${lastName}`);
      // A compact row marks only what was refused.
      if (size === 'desktop') await expect(look).toContainText(t.done);
      await expect(rowWith(page, texts.auditActions.addReferral)).toHaveCount(1);
      expect(await page.title()).not.toContain(lastName);
      await expectAccessible(page, 'activity log of a person');
      await expectFitsAt320(page, 'activity log of a person');
    });

    story()(
      'a super user sees what an account did, including refused calls',
      async ({ page, openBrowser, server }) => {
        const t = texts.auditTrail;
        const fullname = `Doer ${size}`;
        const email = `doer.${size}@example.org`;
        const api = await createSuperuserApi(server.url);
        await api.addManager(fullname, email);
        const theirs = await openBrowser();
        await signIn(theirs, { texts, email, password: PASSWORD });
        const refused = await theirs.evaluate(async () => {
          const authorization = `Bearer ${localStorage.getItem('token')}`;
          return (await fetch('/api/accounts/list', { headers: { authorization } })).status;
        });
        expect(refused).toBe(403);

        await openSignedIn(page, '/audit');
        const person = page.getByLabel(t.person, { exact: true });
        /** On a phone the filters are behind a button, and close once they are applied. */
        const openFilters = async () => {
          const opener = page.getByRole('button', {
            name: texts.referralFilters.open,
            exact: true,
          });
          if (size === 'phone') await opener.click();
        };
        await openFilters();
        await page.getByRole('combobox', { name: t.account }).fill(fullname);
        await page.getByRole('option', { name: `${fullname} (${email})` }).click();
        await page.getByRole('button', { name: texts.referralFilters.submit, exact: true }).click();
        // The previous rows stay until the new ones have loaded.
        await expect(page.locator('[data-row]').filter({ hasNotText: fullname })).toHaveCount(0);
        await expect(rowWith(page, texts.auditActions.listAccounts)).toContainText(t.refused);
        await expect(rowWith(page, texts.auditActions.login)).toHaveCount(0);
        await page.getByRole('button', { name: t.everything, exact: true }).click();
        await expect(rowWith(page, texts.auditActions.login)).toHaveCount(1);
        await expect(rowWith(page, texts.auditActions.listAccounts)).toContainText(t.refused);
        await expectAccessible(page, 'activity log of an account');

        await openFilters();
        await person.fill(fullname);
        await page.keyboard.press('Enter');
        await expect(page.getByText(t.personWrong)).toBeVisible();
        await expect(person).toBeFocused();
        await expectAccessible(page, 'activity log, no tracking id');
        await person.fill('r0000 0000');
        await page.keyboard.press('Enter');
        await expect(page.getByText(t.empty, { exact: true })).toBeVisible();
        await expectAccessible(page, 'activity log, nothing found');

        await page.getByRole('button', { name: texts.referralFilters.clear }).first().click();
        await openFilters();
        await person.fill('R-0000-0000');
        await page.keyboard.press('Enter');
        await expect(page.getByText(t.emptyPerson, { exact: true })).toBeVisible();

        await page.goto('/accounts/list');
        await page.getByRole('searchbox').fill(email);
        await expect(listRows(page)).toHaveCount(1);
        const account = await showActions(rowWith(page, email));
        await account.getByRole('button', { name: t.activity }).click();
        await expect(rowWith(page, texts.auditActions.login)).toContainText(fullname);
        await expect(page).toHaveURL('/audit');
      },
    );
  });
}
