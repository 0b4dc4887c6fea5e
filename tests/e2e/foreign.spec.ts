/** The web app alone, served in front of a backend we did not write, at another origin, in a real browser. */
import { expect, type Page, test as base } from '@playwright/test';
import { type ForeignHttp, startForeignHttp } from '../support/foreignHttp';
import { FOREIGN_PASSWORD } from '../support/foreignRecords';
import { makeDataDir, startServerProcess } from '../support/serverProcess';
import { watchForCanaries } from './canaries';
import { chooseSubstanceAndSite, describePerson, logIn, rowWith, SETTINGS, TEXTS } from './steps';

interface Fixtures {
  foreign: ForeignHttp;
  /** Where the web app is served. */
  app: string;
}

const test = base.extend<Fixtures>({
  foreign: async ({ playwright: _none }, use) => {
    const foreign = await startForeignHttp();
    await use(foreign);
    await foreign.stop();
  },
  app: async ({ foreign }, use) => {
    const { dataDir, remove } = makeDataDir();
    const server = await startServerProcess(dataDir, { API_URL: foreign.url });
    foreign.allow(server.url);
    await use(server.url);
    await server.stop();
    remove();
  },
  baseURL: async ({ app }, use) => use(app),
  page: async ({ page, app, foreign }, use) => {
    const canaries = await watchForCanaries(page.context());
    const faults = watch(page, [app, new URL(foreign.url).origin]);
    await use(page);
    expect(faults).toEqual([]);
    expect(await canaries.leaks()).toEqual([]);
    expect(foreign.backend.violations).toEqual([]);
    expect(foreign.refused).toEqual([]);
  },
});

function watch(page: Page, origins: readonly string[]): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    // Chromium's own lines about the one question a server may answer with 404, and about a token that has expired.
    const isMeta = message.location().url.endsWith('/meta');
    const isExpected = isMeta || message.text().includes('a status of 401');
    if (['error', 'warning'].includes(message.type()) && !isExpected) faults.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && !origins.includes(origin)) faults.push(`request to ${origin}`);
  });
  return faults;
}

const olga = { email: 'olga.head@old.example', password: FOREIGN_PASSWORD };

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);

    test('a super user signs in, adds and updates a referral, and signs out', async ({
      page,
      foreign,
    }) => {
      const { backend } = foreign;
      await page.goto('/login');
      await logIn(page, { texts, ...olga });
      await expect(rowWith(page, 'Old-01')).toBeVisible();
      await expect(page.getByRole('link', { name: /audit|auditor/i })).toHaveCount(0);

      await page.getByRole('button', { name: texts.referrals.add, exact: true }).click();
      const form = page.getByRole('dialog');
      await chooseSubstanceAndSite(page, { site: 'Old Town High', texts });
      await describePerson(form, `Foreign-${size}`, texts);
      await form.getByRole('button', { name: texts.referralForm.finish, exact: true }).click();
      const row = rowWith(page, `Foreign-${size}`);
      await expect(row).toBeVisible();

      await row.getByRole('button', { name: 'Robin' }).click();
      const dialog = page.getByRole('dialog');
      const t = texts.statusDialog;
      await dialog.getByLabel(t.status, { exact: true }).selectOption('Processed');
      await dialog.getByLabel(t.notes).fill('A note for the old server.');
      await dialog.getByRole('button', { name: t.submit, exact: true }).click();
      await expect(row.getByText(texts.referralStatus.processed)).toBeVisible();
      expect(backend.referrals()[0]).toMatchObject({ status: 'Processed' });

      backend.expireTokens();
      await page.reload();
      await expect(row).toBeVisible();
      await page
        .getByRole('banner')
        .getByRole('button', { name: texts.header.logout, exact: true })
        .click();
      await expect(page).toHaveURL('/');
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
      expect(backend.called).toContain('refresh');
    });
  });
}

test('a guest is asked for no more than the specification names', async ({ page, foreign }) => {
  const { texts } = { texts: TEXTS.en };
  await page.goto('/');
  await chooseSubstanceAndSite(page, { site: 'Old Town High' });
  await describePerson(page, 'Foreign-Guest');
  await page.getByRole('button', { name: texts.referralForm.finish }).click();
  await page.getByRole('button', { name: texts.referralForm.notice.continue }).click();
  await expect(page.getByText(texts.referralForm.added)).toBeVisible();
  await expect(page.locator('[name="website"]')).toHaveCount(0);
  expect(foreign.backend.referrals()[0]).toMatchObject({ last_name: 'Foreign-Guest' });
});

test('its pages may ask that backend and nobody else', async ({
  browser,
  app,
  request,
  foreign,
}) => {
  const { origin } = new URL(foreign.url);
  const headers = (await request.get('/')).headers();
  expect(headers['content-security-policy']).toContain(`connect-src 'self' ${origin};`);
  expect((await request.get('/api/referral/mine')).status()).toBe(404);
  const page = await browser.newPage();
  await page.goto(`${app}/login`);
  const outcome = await page.evaluate(() =>
    fetch('https://elsewhere.example/').then(
      () => 'sent',
      () => 'blocked',
    ),
  );
  expect(outcome).toBe('blocked');
  await page.close();
});
