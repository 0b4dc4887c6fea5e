/** The poster of a site: linked from both site lists, accessible by axe, and one printed page. */
import { expect, type Page } from '@playwright/test';
import { LENGTHS } from '../../contract/constants';
import { expectAccessible } from './accessibility';
import { SITE, test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { openSignedIn, signIn, TEXTS } from './steps';

/** Counts the printed pages. */
async function countPages(page: Page, format: 'A4' | 'Letter'): Promise<number> {
  const pdf = await page.pdf({ format });
  return pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
}

for (const [size, viewport] of Object.entries({
  desktop: { width: 1280, height: 900 },
  phone: { width: 320, height: 640 },
})) {
  test.describe(size, () => {
    test.use({ viewport });

    test('a super user creates the poster of a site in Spanish', async ({ page, server }) => {
      await signIn(page);
      await page.getByRole('button', { name: 'Add Site' }).click();
      const name = `${TEXTS.en.poster.title}: ${SITE}`;
      await page.getByRole('dialog').getByRole('link', { name, exact: true }).click();
      const poster = page.getByRole('article');
      await expect(poster).toContainText(SITE);
      await page.getByLabel(TEXTS.en.poster.language).selectOption('Español');
      await expect(page.getByText(TEXTS.es.poster.step1)).toBeVisible();
      await expect(poster.getByText(server.url, { exact: true })).toBeVisible();
      await expectAccessible(page, `poster, ${size}`);
      for (const format of ['A4', 'Letter'] as const)
        expect(await countPages(page, format)).toBe(1);
      await page.emulateMedia({ media: 'print' });
      await expect(poster).toBeVisible();
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('button', { name: TEXTS.en.poster.print })).toBeHidden();
      await expect(page.getByRole('contentinfo')).toBeHidden();
    });
  });
}

test('prints the poster of the longest site name on one page in both languages', async ({
  page,
  server,
}) => {
  const api = await createSuperuserApi(server.url);
  const name = 'Northwestern Community Preparatory Academy of Science '
    .repeat(4)
    .slice(0, LENGTHS.siteName)
    .trim();
  await api.addSite(name);
  await openSignedIn(page, '/sites');
  await page.getByRole('link', { name: `${TEXTS.en.poster.title}: ${name}` }).click();
  for (const language of ['English', 'Español']) {
    await page.getByLabel(TEXTS.en.poster.language).selectOption(language);
    const { step2 } = TEXTS[language === 'English' ? 'en' : 'es'].poster;
    await expect(page.getByText(step2)).toBeVisible();
    for (const format of ['A4', 'Letter'] as const) expect(await countPages(page, format)).toBe(1);
  }
});
