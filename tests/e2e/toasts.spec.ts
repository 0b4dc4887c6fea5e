/** Toasts: how long they are shown, and that they are never in the way of a control, on a phone and a desktop. */
import { expect, type Page } from '@playwright/test';
import { TOASTS } from '../../contract/staffConstants';
import { test } from './fixtures';
import { findCoveredControls } from './layoutChecks';
import { createSuperuserApi } from './prepare';
import { listRows, openSignedIn, rowWith, showActions, signIn } from './steps';

const SIZES = { phone: { width: 320, height: 640 }, desktop: { width: 1440, height: 900 } };

const toast = (page: Page) => page.locator('[data-type]:not(.visually-hidden)');

/** Lets time pass in the page, in small steps, until the toast is there. */
async function waitForToast(page: Page, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(100);
        return toast(page).filter({ hasText: text }).count();
      },
      { intervals: [20] },
    )
    .toBe(1);
}

async function expectInNobodysWay(page: Page): Promise<void> {
  const { blocked, hidden } = await findCoveredControls(toast(page));
  expect(blocked).toEqual([]);
  // Not in sight, either. A phone has no free place as large as a toast.
  if ((page.viewportSize()?.width ?? 0) > SIZES.phone.width) expect(hidden).toEqual([]);
}

/** Asserts that the toast leaves after its time, and that its text stays in the status region. */
async function expectToLeave(page: Page, text: string, after: number): Promise<void> {
  await page.clock.runFor(after);
  await expect(toast(page)).toHaveCount(0);
  await expect(page.locator('.visually-hidden', { hasText: text })).not.toHaveCount(0);
}

const holdClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

async function rename(page: Page, site: string): Promise<void> {
  const row = await showActions(page.locator('[data-row]:visible').filter({ hasText: site }));
  await row.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel(`New name for “${site}”`).fill(`${site} Academy`);
  await holdClock(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await waitForToast(page, 'Successfully Updated Site');
  await expectInNobodysWay(page);
  await expectToLeave(page, 'Successfully Updated Site', TOASTS.siteChanged);
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use({ viewport });
    test.beforeEach(({ page }) => page.clock.install());

    test('on the page of the sites', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      await api.addSite(`Toast page ${size}`);
      await openSignedIn(page, '/sites');
      await rename(page, `Toast page ${size}`);
    });

    test('in the dialog of the sites', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      await api.addSite(`Toast dialog ${size}`);
      await signIn(page);
      await page.getByRole('button', { name: 'Add Site' }).click();
      await rename(page, `Toast dialog ${size}`);
    });

    test('on the referral list', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      // More rows than a window shows: some lie below it.
      for (let at = 0; at < 20; at += 1) await api.fileReferral(`Toastlist-${size}`);
      await api.fileReferral(`Toasted-${size}`);
      await signIn(page);
      await rowWith(page, `Toasted-${size}`)
        .getByRole('link', { name: /^Robin/ })
        .first()
        .click();
      await page.getByLabel('Intake note', { exact: true }).fill('Called.');
      const text = 'Successfully updated referral, page will now refresh.';
      await holdClock(page);
      await page.getByRole('button', { name: 'Update Referral', exact: true }).click();
      await waitForToast(page, text);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectInNobodysWay(page);
      await expectToLeave(page, text, TOASTS.usual);
    });

    test('on the account list', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      const email = `toasted.${size}@example.org`;
      await api.addManager(`Toasted ${size}`, email);
      await openSignedIn(page, '/accounts/list');
      await page.getByRole('searchbox').fill(email);
      await expect(listRows(page)).toHaveCount(1);
      const row = await showActions(rowWith(page, email));
      await row.getByRole('button', { name: /^Update/ }).click();
      await page.getByLabel('Fullname').fill(`Toasted once ${size}`);
      await holdClock(page);
      await page.getByRole('button', { name: 'Update User', exact: true }).click();
      await waitForToast(page, 'Successfully updated user');
      await expectInNobodysWay(page);
      await expectToLeave(page, 'Successfully updated user', TOASTS.usual);
    });
  });
}
