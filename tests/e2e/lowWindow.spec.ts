/** The form at 400 % zoom: 320 by 256 CSS pixels, of which the quick exit takes a part; and its longest list on a phone. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures';
import { chooseSubstanceAndSite, TEXTS } from './steps';

test.use({ viewport: { width: 320, height: 256 } });

/** Waits until the element is on top at the middle of each of its parts that a person needs. */
async function expectOnTop(element: Locator, parts: readonly number[] = [0.1, 0.5, 0.9]) {
  await expect
    .poll(() =>
      element.evaluate((target, shares) => {
        const { left, top, width, height } = target.getBoundingClientRect();
        const covered = shares.filter((share) => {
          const found = document.elementFromPoint(left + width / 2, top + height * share);
          return !found || !(target.contains(found) || found.contains(target));
        });
        return covered.map((share) => `${share} of ${top} to ${top + height}`);
      }, parts),
    )
    .toEqual([]);
}

/** Moves through the open list, past its end, and checks that input, list and active option stay in sight. */
async function walkList(page: Page, label: string) {
  const input = page.getByLabel(label, { exact: true });
  const list = page.getByRole('listbox');
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press('ArrowDown');
    await expectOnTop(input, [0.5]);
    await expectOnTop(list);
    const active = await input.getAttribute('aria-activedescendant');
    await expectOnTop(page.locator(`[id="${active}"]`), [0.5]);
  }
}

for (const language of ['en', 'es'] as const) {
  test.describe(language, () => {
    test.use({ locale: language });

    test('hides neither the lists of the form nor the focus', async ({ page }) => {
      const t = TEXTS[language].referralForm;
      await page.goto('/');
      for (const label of [t.substance, t.site]) {
        await page.getByLabel(label, { exact: true }).focus();
        await walkList(page, label);
        await page.keyboard.press('Enter');
        if (label === t.substance) {
          await walkList(page, label);
          await page.keyboard.press('Escape');
        }
      }
      await page.getByLabel(t.site, { exact: true }).fill('zzz');
      await expectOnTop(page.getByRole('option').first(), [0.5]);
      await page.getByLabel(t.site, { exact: true }).fill('');
      await page.goto('/');
      await chooseSubstanceAndSite(page, { site: 'Probation Referral', texts: TEXTS[language] });
      await expect(page.getByRole('heading', { name: t.completeTitle })).toBeVisible();
      const finish = page.getByRole('button', { name: t.finish, exact: true });
      for (let tab = 0; tab < 25; tab += 1) {
        await page.keyboard.press('Tab');
        // `:focus` misses a date field whose own button has the focus.
        await expectOnTop(page.locator(':focus-within').last(), [0.5]);
        if (await finish.evaluate((button) => button === document.activeElement)) break;
      }
      await expect(finish).toBeFocused();
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('the list of sites does not cover the quick exit', async ({ page }) => {
    const { quickExit, referralForm } = TEXTS.en;
    const sites = Array.from({ length: 12 }, (_, at) => ({ _id: `${at}`, name: `School ${at}` }));
    await page.route('**/api/sites/all', (route) => route.fulfill({ json: sites }));
    await page.goto('/');
    await page.getByLabel(referralForm.site, { exact: true }).click();
    await expect(page.getByRole('option')).not.toHaveCount(0);
    await expectOnTop(page.getByRole('link', { name: quickExit.leave }));
    await walkList(page, referralForm.site);
  });
});
