/** The worklist: what fits a window, what stays in sight, and how long the list is on a phone. */
import { expect, type Locator, type Page } from '@playwright/test';
import { PAGE_SIZE } from '../../contract/staffConstants';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { logIn, openAll, signIn, TEXTS } from './steps';

const LAST_NAMES = ['Moreno', 'Branringwell', 'Fernández de Córdoba', 'Wu', 'Raghunathan'];
const FIRST_NAMES = ['Amara', 'Maximilian', 'Zoë', 'Li', 'Keisha'];
const STATUSES = ['Pending', 'Processed', 'Declined Services', 'More Info Needed'];
const SUBSTANCES = ['Opioid-related', 'Hallucinogen-related', 'Sedative or hypnotic related'];
/** Of a new account. */
const ROW_HEIGHT = 36;
const COMFORTABLE_ROW_HEIGHT = 44;

const filled = new Set<string>();

/** Files more referrals than a page shows, as people fill them in, once per server: below the rows, there are the pages. */
async function fillPage(url: string): Promise<void> {
  if (filled.has(url)) return;
  filled.add(url);
  const api = await createSuperuserApi(url);
  for (let at = 0; at <= PAGE_SIZE.mine; at += 1) {
    const id = await api.fileReferral(LAST_NAMES[at % LAST_NAMES.length] ?? '', {
      first_name: FIRST_NAMES[at % FIRST_NAMES.length],
      substance: SUBSTANCES.slice(0, 1 + (at % SUBSTANCES.length)),
      notes: 'Please call in the evening.',
    });
    await api.setStatus(id, STATUSES[at % STATUSES.length] ?? '');
  }
}

async function openList(page: Page, url: string, language: 'en' | 'es' = 'en'): Promise<void> {
  await fillPage(url);
  await signIn(page, { texts: TEXTS[language] });
  await expect(page.locator('[data-row]')).toHaveCount(PAGE_SIZE.mine);
}

/** The sizes of table, rows and document, in pixels. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const rows = [...document.querySelectorAll('[data-row]')].map((row) =>
      row.getBoundingClientRect(),
    );
    const scroller = document.querySelector('table')?.closest('[class*=scroller]');
    const head = document.querySelector('thead th')?.getBoundingClientRect().bottom ?? 0;
    const end = Math.min(scroller?.getBoundingClientRect().bottom ?? 0, window.innerHeight);
    return {
      pageOverhang: root.scrollWidth - root.clientWidth,
      pageHeight: root.scrollHeight,
      tableOverhang: scroller ? scroller.scrollWidth - scroller.clientWidth : 0,
      tableHeight: scroller?.clientHeight ?? 0,
      rowsInSight: rows.filter(({ top, bottom }) => top >= head - 1 && bottom <= end + 1).length,
      heights: [...new Set(rows.map(({ height }) => Math.round(height)))],
      highestRow: Math.max(...rows.map(({ height }) => height)),
      firstRow: rows[0]?.top ?? 0,
    };
  });

/** Whether nothing covers the middle of an element. */
const isOnTop = (element: Locator) =>
  element.evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

for (const language of ['en', 'es'] as const) {
  test.describe(`1440 × 900 in ${language}`, () => {
    test.use({ locale: `${language}-US`, viewport: { width: 1440, height: 900 } });

    test('shows every column and sixteen rows, without scrolling', async ({ page, server }) => {
      await openList(page, server.url, language);
      const sizes = await measure(page);
      expect(sizes).toMatchObject({ pageOverhang: 0, tableOverhang: 0, heights: [ROW_HEIGHT] });
      expect(sizes.rowsInSight).toBeGreaterThanOrEqual(16);
      // Those of the specification, owner and waiting time, and the checkboxes.
      await expect(page.getByRole('columnheader')).toHaveCount(15 + 2 + 1);
    });

    test('shows fourteen rows below a notice, and as many below the checklist that follows it', async ({
      page,
      server,
    }) => {
      await page.route('**/api/notices', (route) =>
        route.fulfill({ json: [{ code: 'generatedPassword' }] }),
      );
      await page.route('**/api/setup', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ json: { ...((await response.json()) as object), dismissed: false } });
      });
      await fillPage(server.url);
      const texts = TEXTS[language];
      await page.goto('/login');
      await logIn(page, { texts });
      // Over the list, once after the login form.
      const offer = page.getByRole('dialog');
      await offer.getByRole('button', { name: texts.passwordOffer.later }).click();
      await openAll(page, { texts });
      const notice = page.getByText(texts.notices.generatedPassword.title);
      const checklist = page.getByRole('button', { name: texts.setup.title });
      await expect(page.locator('[data-row]')).toHaveCount(PAGE_SIZE.mine);
      await expect(notice).toBeVisible();
      await expect(checklist).toBeHidden();
      expect((await measure(page)).rowsInSight).toBeGreaterThanOrEqual(14);
      await page.getByRole('main').getByRole('button', { name: texts.notices.later }).click();
      await expect(checklist).toBeVisible();
      expect((await measure(page)).rowsInSight).toBeGreaterThanOrEqual(14);
    });
  });
}

test.describe('1280 × 800', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('scrolls sideways within the table alone', async ({ page, server }) => {
    await openList(page, server.url);
    const { pageOverhang, tableOverhang } = await measure(page);
    expect(pageOverhang).toBe(0);
    expect(tableOverhang).toBeGreaterThan(0);
  });

  test('keeps head, names and actions in sight while the rows scroll', async ({ page, server }) => {
    await openList(page, server.url);
    const head = page.getByRole('columnheader', { name: 'First Name' });
    const pages = page.getByRole('navigation', { name: TEXTS.en.referrals.pages });
    const before = await head.boundingBox();
    await page.getByRole('table').evaluate((table) => {
      table.closest('[class*=scroller]')?.scrollTo(table.scrollWidth, table.scrollHeight);
    });
    await expect(page.locator('[data-row]').last()).toBeInViewport();
    const after = await head.boundingBox();
    expect(after?.y).toBe(before?.y);
    await expect(head).toBeInViewport();
    const last = page.locator('[data-row]').last();
    await expect(last.locator('[data-row-opener]')).toBeInViewport();
    await expect(pages).toBeInViewport();
    // Pinned cells lie side by side, and the rows pass below the head.
    for (const row of [page.locator('thead tr'), last]) {
      expect(await isOnTop(row.locator('[data-select]'))).toBe(true);
    }
    for (const button of await last.locator('th button, td:nth-last-child(-n + 2) button').all()) {
      expect(await isOnTop(button)).toBe(true);
    }
  });

  test('scrolls what has the focus out from under the head', async ({ page, server }) => {
    await openList(page, server.url);
    const openers = page.locator('[data-row-opener]');
    await openers.last().focus();
    for (let at = PAGE_SIZE.mine - 2; at >= 0; at -= 1) {
      await openers.nth(at).focus();
      expect({ at, isOnTop: await isOnTop(openers.nth(at)) }).toEqual({ at, isOnTop: true });
    }
  });

  test('scrolls what has the focus out from under the pinned cells', async ({ page, server }) => {
    await openList(page, server.url);
    const row = page.locator('[data-row]').first();
    for (const name of [TEXTS.en.referrals.seeNotes, TEXTS.en.referrals.createLogin]) {
      const button = row.getByRole('button', { name });
      await button.focus();
      expect({ name, isOnTop: await isOnTop(button) }).toEqual({ name, isOnTop: true });
    }
  });

  test('makes the rows higher, also after a reload', async ({ page, server }) => {
    await openList(page, server.url);
    await page.getByRole('button', { name: TEXTS.en.columns.comfortable }).click();
    expect((await measure(page)).heights).toEqual([COMFORTABLE_ROW_HEIGHT]);
    await page.reload();
    await expect(page.locator('[data-row]')).toHaveCount(PAGE_SIZE.mine);
    expect((await measure(page)).heights).toEqual([COMFORTABLE_ROW_HEIGHT]);
  });
});

test.describe('1280 × 500', () => {
  test.use({ viewport: { width: 1280, height: 500 } });

  test('keeps room for some rows, and the page scrolls', async ({ page, server }) => {
    await openList(page, server.url);
    const { tableHeight, pageHeight } = await measure(page);
    expect(tableHeight).toBeGreaterThan(5 * ROW_HEIGHT);
    expect(pageHeight).toBeGreaterThan(500);
  });
});

for (const width of [360, 390]) {
  test.describe(`${width} × 844`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('has the first name on the first screen and all in six', async ({ page, server }) => {
      await openList(page, server.url);
      const { pageOverhang, pageHeight, firstRow, highestRow } = await measure(page);
      expect(pageOverhang).toBe(0);
      expect(pageHeight).toBeLessThan(5_000);
      expect(firstRow).toBeLessThan(400);
      expect(highestRow).toBeLessThanOrEqual(110);
    });

    test('the bar at the end of the window covers nothing at the end of the page', async ({
      page,
      server,
    }) => {
      await openList(page, server.url);
      const add = page.getByRole('button', { name: TEXTS.en.referrals.add });
      /** By how much the footer reaches below the top of the button, at the end of the page, which may still grow. */
      const covered = async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const top = (await add.boundingBox())?.y ?? 0;
        const footer = await page.getByRole('contentinfo').boundingBox();
        return footer ? footer.y + footer.height - top : Infinity;
      };
      await expect.poll(covered).toBeLessThanOrEqual(0);
    });
  });
}
