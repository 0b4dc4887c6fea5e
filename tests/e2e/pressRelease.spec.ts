/** The first click counts: what is pressed where the page has news or has just changed does what it says. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { anyDialog, rowWith, signIn, TEXTS } from './steps';

const texts = TEXTS.en;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };

/** Where an element is, which takes no part in what Playwright waits for before a click. */
async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('Not in sight');
  return box;
}

const centreOf = ({ x, y, width, height }: Awaited<ReturnType<typeof boxOf>>) =>
  [x + width / 2, y + height / 2] as const;

/** Presses where the target is now, and releases there after `meanwhile`, as a hand does. */
async function clickOnce(page: Page, target: Locator, meanwhile?: () => Promise<void>) {
  await target.scrollIntoViewIfNeeded();
  const box = await boxOf(target);
  await page.mouse.move(...centreOf(box));
  await page.mouse.down();
  await (meanwhile ? meanwhile() : page.waitForTimeout(150));
  expect(await boxOf(target)).toEqual(box);
  await page.mouse.up();
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    async function openThree(page: Page, url: string, lastName: string) {
      const api = await createSuperuserApi(url);
      for (let count = 0; count < 3; count += 1) await api.fileReferral(lastName);
      await signIn(page);
      await expect(rowWith(page, lastName)).toHaveCount(3);
      return { api, rows: rowWith(page, lastName) };
    }
    const setStatus = (page: Page) => page.getByRole('button', { name: 'Set status', exact: true });

    test('Set status, after a Shift-click and after Space', async ({ page, server }) => {
      const { rows } = await openThree(page, server.url, `Release-${size}`);
      const checkbox = (at: number) => rows.nth(at).getByRole('checkbox');
      await checkbox(0).click();
      await checkbox(2).click({ modifiers: ['Shift'] });
      await expect(setStatus(page)).toBeVisible();
      await clickOnce(page, setStatus(page));
      await expect(page.getByRole('menu')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);

      await checkbox(1).focus();
      await page.keyboard.press('Space');
      await expect(checkbox(1)).not.toBeChecked();
      await clickOnce(page, setStatus(page));
      await expect(page.getByRole('menu')).toBeVisible();
    });

    test('a row, while others arrive and the list is read again', async ({ page, server }) => {
      await page.clock.install();
      const { api, rows } = await openThree(page, server.url, `News-${size}`);
      const first = page.locator('[data-row]').first();
      const opener = rows.first().getByRole('link', { name: /^Robin/ });
      const news = page.getByRole('button', { name: /arrived|new referral/i });
      const counts = async () => {
        const counted = page.waitForResponse('**/api/referral/count*');
        await page.clock.fastForward(60_000);
        await counted;
      };
      const list = await holdList(page);

      // While the page is left alone, news move no row, either.
      const before = await boxOf(opener);
      await api.fileReferral(`Newer-${size}`);
      await counts();
      await expect(news).toBeVisible();
      expect(await boxOf(opener)).toEqual(before);

      // A record that is opened reads the list again, which is held until a row is pressed.
      await clickOnce(page, opener);
      await expect(anyDialog(page)).toHaveAccessibleName(`Referral Status for: Robin News-${size}`);
      await list.isRequested;
      await page.keyboard.press('Escape');
      await expect(anyDialog(page)).toHaveCount(0);
      await expect(first).toContainText(` News-${size}`);

      const name = size === 'phone' ? /^More actions/ : texts.referrals.seeNotes;
      const inRow = rows.first().getByRole('button', { name });
      await clickOnce(page, inRow, async () => {
        const read = page.waitForResponse('**/api/referral/worklist*');
        list.answer();
        await (await read).finished();
        // Long enough for the page to show it, if it did.
        await page.waitForTimeout(300);
        await expect(first).toContainText(` News-${size}`);
      });
      if (size === 'phone') await expect(inRow).toHaveAttribute('aria-expanded', 'true');
      else await expect(anyDialog(page)).toHaveAccessibleName(new RegExp(`Robin News-${size}`));
      await expect(first).toContainText(`Newer-${size}`);
    });
  });
}

/** Holds what the list of referrals reads from now on until `answer`. */
async function holdList(page: Page) {
  const url = '**/api/referral/worklist*';
  const isRequested = page.waitForRequest(url);
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(url, async (route) => {
    await isAnswered;
    await route.continue();
  });
  return { isRequested, answer };
}
