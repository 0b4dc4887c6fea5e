/** Printed lists: all rows, whatever the window and the paper, and nothing that only a screen can use. */
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { type Endpoint, endpoints, extraEndpoints } from '../../contract/calls/endpoints';
import { PAGE_SIZE } from '../../contract/staffConstants';
import { test } from './fixtures';
import { STATEMENT_1 } from '../../contract/statements';
import { readPdfPages, squeeze } from './pdfText';
import { createSuperuserApi } from './prepare';
import { openFilters, openSignedIn, signIn, TEXTS } from './steps';

const texts = TEXTS.en;
/** Of a row: not when it was printed. */
const DATE_TIME = /(?<!Printed)[A-Z][a-z]{2}\d{1,2},\d{4},\d{1,2}:\d{2}[AP]M/g;
const TRACKING_ID = /R-[0-9A-Z]{4}-[0-9A-Z]{4}/g;
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const PAPERS = (['Letter', 'A4'] as const).flatMap((format) =>
  [false, true].map((landscape) => ({ format, landscape })),
);

/** Text for the screen alone. */
const CONTROLS = [
  texts.referrals.add,
  texts.referralFilters.submit,
  texts.referrals.update,
  texts.referrals.delete,
  texts.header.logout,
].map(squeeze);

const print = async (
  page: Page,
  paper: (typeof PAPERS)[number] = { format: 'Letter', landscape: false },
) => readPdfPages(await page.pdf(paper));

/** Each list with the call that answers its rows. */
const LISTS = {
  '/admin': {
    call: extraEndpoints.listWorklist,
    row: DATE_TIME,
    head: texts.referrals.entryDate,
    notice: `${texts.referrals.confidential} ${STATEMENT_1}`,
  },
  '/accounts/list': {
    call: endpoints.listAccounts,
    row: /@/g,
    head: texts.accounts.schools,
    notice: `${texts.accounts.confidential} ${STATEMENT_1}`,
  },
  '/audit': {
    call: extraEndpoints.listAudit,
    row: DATE_TIME,
    head: texts.auditTrail.about,
    notice: `${texts.referrals.confidential} ${STATEMENT_1}`,
  },
} as const;

const pageAnswerSchema = z.union([
  z.array(z.unknown()),
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items),
]);

/** Opens a list, waits until all its rows are shown, of which the first screenful comes first, and returns their number. */
async function openList(page: Page, path: string, call: Endpoint): Promise<number> {
  // A page that is still loading must not answer for this one.
  await page.goto(path, { waitUntil: 'commit' });
  const answer = await page.waitForResponse((response) => {
    const { pathname } = new URL(response.url());
    return response.request().method() === call.method && pathname === `/api${call.path}`;
  });
  const rows = pageAnswerSchema.parse(await answer.json()).length;
  await expect(page.locator('[data-row]:not([data-list-part] *)')).toHaveCount(rows);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return rows;
}

for (const width of [360, 900, 1440]) {
  test.describe(`from a window of ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('every paper has all rows below the head, and the notice', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      for (let at = 0; at < PAGE_SIZE.mine; at += 1) await api.fileReferral(`Paper-${width}-${at}`);
      await api.addManager(`Paper ${width}`, `paper.${width}@example.org`);
      await signIn(page);
      for (const [path, { call, row, head, notice }] of Object.entries(LISTS)) {
        const rows = await openList(page, path, call);
        if (path === '/admin') expect(rows).toBe(PAGE_SIZE.mine);
        // Accounts of another test may wait for approval: their section is printed, too.
        const printed = await page.locator('[data-row]').count();
        for (const paper of PAPERS) {
          const sheets = await print(page, paper);
          const where = `${path} on ${paper.format}, ${paper.landscape ? 'landscape' : 'portrait'}`;
          expect(count(sheets.join(''), row), where).toBe(printed);
          expect(sheets[0], where).toContain(squeeze(notice));
          for (const sheet of sheets) {
            expect(sheet, where).toContain(squeeze(head));
            for (const control of CONTROLS) expect(sheet, where).not.toContain(control);
          }
          if (path === '/admin') {
            // A row that broke across sheets would have its ID on one and its date, which may wrap, on the next.
            for (const sheet of sheets)
              expect(count(sheet, TRACKING_ID), where).toBe(count(sheet, row));
          }
        }
      }
    });

    test('printing leaves the page, its focus and its rows as they were', async ({
      page,
      server,
    }) => {
      const api = await createSuperuserApi(server.url);
      await api.fileReferral(`Focus-${width}`);
      await signIn(page);
      const row = page.locator('[data-row]').filter({ hasText: `Focus-${width}` });
      const opener = row.locator('[data-row-opener]');
      await opener.focus();
      await page.pdf({ format: 'Letter' });
      await expect(opener).toBeFocused();
      await expect(row).toHaveCount(1);
      await expect(page.getByRole('table')).toHaveCount(width < 900 ? 0 : 1);
    });
  });
}

/** How much browsers shrink what is wider than the paper at most, before they cut it off, is 1.5; letters stay legible up to this. */
const SHRINKABLE = 1.25;

// The width of the paper less its margins of 12 mm, in CSS pixels.
for (const [paper, width] of Object.entries({ A4: 703, Letter: 725 })) {
  for (const language of ['en', 'es'] as const) {
    test(`the columns fit upright ${paper} in ${language}`, async ({ openBrowser, server }) => {
      const api = await createSuperuserApi(server.url);
      const name = 'Wolfeschlegelsteinhausenbergerdorff';
      const id = await api.fileReferral(name, {
        first_name: 'Maximiliana-Alexandrina',
        contact_number: '+1 (310) 555-0142 987',
        substance: ['Sedative or hypnotic related', 'Hallucinogen-related'],
      });
      await api.setStatus(id, 'More Info Needed');
      const viewport = { width, height: 1000 };
      const page = await openBrowser({ locale: `${language}-US`, viewport });
      await signIn(page, { texts: TEXTS[language] });
      await expect(page.locator('[data-row]').filter({ hasText: name })).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      // As when printing: without it, an idle page may hear of the medium only with its next frame.
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      await expect(page.getByRole('table')).toBeVisible();
      const tableWidth = await page.getByRole('table').evaluate((table) => table.scrollWidth);
      expect(tableWidth).toBeLessThanOrEqual(width * SHRINKABLE);
    });
  }
}

test('paper says by what a list is filtered', async ({ page, server }) => {
  const api = await createSuperuserApi(server.url);
  await api.fileReferral('Filtered-On-Paper');
  await api.addManager('Filtered Manager', 'filtered@example.org');
  await signIn(page);
  await openFilters(page);
  const name = page.getByRole('textbox', { name: texts.referralFilters.name, exact: true });
  await name.fill('Filtered-On');
  await name.press('Enter');
  await expect(page.getByText('Filtered by Name: Filtered-On')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect((await print(page))[0]).toContain('FilteredbyName:Filtered-On');

  await page.goto('/accounts/list');
  await page.getByRole('searchbox').fill('filtered@');
  await expect(page.getByText('1 user found')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect((await print(page))[0]).toContain('Filteredbyfiltered@');
});

test('an open dialog is printed instead of its page, with what was chosen', async ({
  page,
  server,
}) => {
  const api = await createSuperuserApi(server.url);
  const notes = `${'A long note. '.repeat(300)}Its end.`;
  await api.fileReferral('Dialog-On-Paper', { notes });
  await api.addManager('Dialog Manager', 'dialog.manager@example.org');
  await signIn(page);
  const row = page.locator('[data-row]').filter({ hasText: 'Dialog-On-Paper' });
  await row.getByRole('button', { name: texts.referrals.seeNotes }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const note = (await print(page)).join('');
  for (const text of ['NoteFor:RobinDialog-On-Paper', 'Itsend.', STATEMENT_1]) {
    expect(note.toLowerCase()).toContain(squeeze(text).toLowerCase());
  }
  expect(note).not.toContain(squeeze(texts.referrals.confidential));
  expect(note).not.toContain(squeeze(texts.app.close));

  await openSignedIn(page, '/accounts/list');
  const account = page.locator('[data-row]').filter({ hasText: 'dialog.manager@example.org' });
  await account.getByRole('button', { name: texts.accounts.update }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
  const [update] = await print(page);
  for (const text of ['Dialog Manager', 'Lincoln High School'])
    expect(update).toContain(squeeze(text));
});

test('the public form is printed without the exit bar, also after a login', async ({ page }) => {
  await signIn(page);
  await page.getByRole('banner').getByRole('button', { name: texts.header.logout }).click();
  await expect(page.getByRole('heading', { name: texts.referralForm.startTitle })).toBeVisible();
  const sheets = (await print(page)).join('');
  for (const text of [texts.referralForm.startTitle, texts.referralForm.substance]) {
    expect(sheets).toContain(squeeze(text));
  }
  for (const text of [texts.quickExit.leave, texts.header.logIn]) {
    expect(sheets).not.toContain(squeeze(text));
  }
});
