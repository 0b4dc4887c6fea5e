/** Names in the table of the referrals: no font and no width from 1280 pixels breaks one inside a word. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures';
import { createHostileRecords } from './hostileNames';
import { createSuperuserApi } from './prepare';
import { signIn, TEXTS } from './steps';

const LONG_NAMES = [
  ['Oluwaseun', 'Branringwell-Ochoa'],
  ['Maximiliano', 'Fernández de Córdoba y Rodríguez'],
  ['Mary-Katherine', 'Papadimitrakopoulos'],
  ['Christopher James', 'Raghunathan'],
] as const;

const { resolve } = createRequire(import.meta.url);

/** Fonts of other systems, by the file of their package: Open Sans is as wide as Segoe UI, Arimo as Arial and Liberation Sans. */
const FONTS = {
  'dejavu-sans': resolve('@fontsource/dejavu-sans/package.json'),
  'open-sans': resolve('@fontsource/open-sans/package.json'),
  arimo: resolve('@fontsource/arimo/package.json'),
};
const WIDTHS = [1280, 1440, 1680, 1920];

/** Renders the page in a font, with its usual and its bold letters. */
async function useFont(page: Page, [font, file]: readonly [string, string]): Promise<void> {
  const face = (weight: number) => {
    const woff2 = readFileSync(join(dirname(file), `files/${font}-latin-${weight}-normal.woff2`));
    return `@font-face { font-family: 'Tested'; font-weight: ${weight};
      src: url(data:font/woff2;base64,${woff2.toString('base64')}) }`;
  };
  await page.addStyleTag({
    content: `${face(400)} ${face(700)} :root { --font: 'Tested', sans-serif !important }`,
  });
  await page.evaluate(async () => {
    await Promise.all([
      document.fonts.load('400 13px Tested'),
      document.fonts.load('700 13px Tested'),
    ]);
  });
}

/**
 * Measures the cells of first and last names, and the pills of states: words on several lines, cells without a tooltip, and states on
 * several lines or cut.
 */
const measureNames = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    const cells = [...document.querySelectorAll<HTMLElement>('tbody tr > th, tbody tr > th + td')];
    for (const cell of cells) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement?.closest('.visually-hidden')) continue;
        // A line may end after a hyphen, as after the signs of a payload.
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/[^\s/<>-]+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8)));
          if (tops.size > 1) broken.push(word);
        }
      }
    }
    const pills = [...document.querySelectorAll('tbody [class*=warning], tbody [class*=success]')];
    return {
      broken,
      cells: cells.length,
      highPills: pills.filter(({ clientHeight }) => clientHeight > 24).length,
      cutPills: pills
        .filter((pill) => [...pill.children].some((part) => part.scrollWidth > part.clientWidth))
        .map(({ textContent }) => textContent),
      withoutTitle: cells.filter(
        (cell) =>
          cell.textContent?.trim() && !cell.matches('[title]') && !cell.querySelector('[title]'),
      ).length,
    };
  });

test.use({ bypassCSP: true, deviceScaleFactor: 1 });

const filled = new Set<string>();

/** Files referrals with long, foreign and hostile names, once per server. */
async function fileNames(url: string): Promise<void> {
  if (filled.has(url)) return;
  filled.add(url);
  const api = await createSuperuserApi(url);
  await createHostileRecords(url);
  for (const [index, [first_name, last_name]] of LONG_NAMES.entries()) {
    const id = await api.fileReferral(last_name, { first_name });
    await api.setStatus(id, ['Declined Services', 'More Info Needed'][index % 2] ?? '');
  }
}

for (const language of ['en', 'es'] as const) {
  test.describe(language, () => {
    test.use({ locale: `${language}-US`, viewport: { width: 1440, height: 900 } });

    test('no name breaks inside a word', async ({ page, server }) => {
      await fileNames(server.url);
      await signIn(page, { texts: TEXTS[language] });
      await expect(page.locator('[data-row]').nth(LONG_NAMES.length)).toBeVisible();
      for (const font of Object.entries(FONTS)) {
        await useFont(page, font);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const found = await measureNames(page);
          expect(found.cells).toBeGreaterThan(2 * LONG_NAMES.length);
          expect({ font: font[0], width, ...found }).toMatchObject({
            broken: [],
            highPills: 0,
            cutPills: [],
            withoutTitle: 0,
          });
        }
      }
    });
  });
}
