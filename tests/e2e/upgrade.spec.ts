/** A page of the former version after the server was replaced. */
import { expect, type Page } from '@playwright/test';
import { UNLISTED_SITE_NAME } from '../../contract/constants';
import { freePort } from '../../scripts/programs/freePort';
import { copyAsFormerBuild } from '../support/formerBuild';
import { makeMigratedDataDir, nodeProgram, startServerProcess } from '../support/serverProcess';
import { test, uniqueClientAddress } from './fixtures';
import { advanceClock, chooseSubstanceAndSite, fillPerson, signInByForm, TEXTS } from './steps';

let former: ReturnType<typeof copyAsFormerBuild>;
test.beforeAll(() => {
  former = copyAsFormerBuild();
});
test.afterAll(() => former.remove());

/** Opens a page of the former version, then replaces the server. */
const upgradeTest = test.extend<{ open: Page; upgrade: () => Promise<void> }>({
  open: async ({ browser }, use) => {
    const page = await browser.newPage({
      locale: 'en-US',
      extraHTTPHeaders: uniqueClientAddress(),
    });
    await use(page);
    await page.close();
  },
  upgrade: async ({ open }, use) => {
    const { dataDir, remove } = await makeMigratedDataDir();
    const settings = { TRUST_PROXY: '127.0.0.1', PORT: String(await freePort()) };
    let server = await startServerProcess(dataDir, settings, nodeProgram(former.main));
    await open.goto(`${server.url}/`);
    await expect(open.locator('html')).toHaveAttribute('data-ready', '');
    await open.waitForFunction(areLoadedAhead);
    await use(async () => {
      await server.stop();
      server = await startServerProcess(dataDir, settings);
    });
    await server.stop();
    remove();
  },
});

/** Whether the parts that the form loads ahead are there: step 2 with the receipt, and what sends the referral. Runs in the page. */
function areLoadedAhead(): boolean {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return [/\/pipeline-.*js$/, /\/Step2-.*js$/].every((part) =>
    names.some((name) => part.test(name)),
  );
}

async function file(page: Page, lastName: string): Promise<void> {
  await chooseSubstanceAndSite(page, { site: UNLISTED_SITE_NAME });
  await fillPerson(page, lastName);
  await advanceClock(page);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByText(TEXTS.en.referralForm.added)).toBeVisible();
  await expect(page.getByRole('region', { name: TEXTS.en.receipt.title })).toBeVisible();
}

upgradeTest('a guest who opened the form before files a referral', async ({ open, upgrade }) => {
  await upgrade();
  await file(open, 'Opened-Before');
});

upgradeTest('every page and language that is opened next loads', async ({ open, upgrade }) => {
  await upgrade();
  await open.getByRole('button', { name: 'Español' }).click();
  const { landing, header, register, login } = TEXTS.es;
  await expect(open.getByRole('heading', { name: landing.title })).toBeVisible();
  await open.getByRole('button', { name: header.register }).click();
  await expect(open.getByRole('heading', { name: register.title })).toBeVisible();
  await open.getByRole('button', { name: header.logIn }).click();
  await expect(open.getByRole('heading', { name: login.title })).toBeVisible();
});

upgradeTest('a guest sends the form although no file is left', async ({ open, upgrade }) => {
  await upgrade();
  await open.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await chooseSubstanceAndSite(open, { site: UNLISTED_SITE_NAME });
  await fillPerson(open, 'No-File-Left');
  await advanceClock(open);
  await open.getByRole('button', { name: 'Finish' }).click();
  await open.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(open.getByText(TEXTS.en.referralForm.added)).toBeVisible();
});

upgradeTest('staff go on working, without a reload', async ({ open, upgrade }) => {
  await signInByForm(open, {});
  await upgrade();
  await open.getByRole('link', { name: TEXTS.en.sites.title }).first().click();
  await expect(open.getByRole('heading', { name: TEXTS.en.sites.title })).toBeVisible();
});
