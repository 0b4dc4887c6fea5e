import { devices, expect } from '@playwright/test';
import { SITE, test } from './fixtures';
import { advanceClock, chooseSubstanceAndSite, fillPerson, signIn, TEXTS } from './steps';

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
test.use({ ...phone, locale: 'en-US' });

test('a visitor files a referral as a guest, on a phone', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started' }).click();
  await expect(page.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeInViewport();

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('link', { name: 'Missing substance type' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Missing site' })).toBeVisible();
  await expect(page.getByLabel('Site', { exact: true })).toHaveAccessibleDescription(
    'Missing site',
  );

  await chooseSubstanceAndSite(page);
  await expect(page.getByRole('heading', { name: 'Complete Referral' })).toBeVisible();
  await expect(page.getByLabel('Sex', { exact: true })).toHaveValue('Male');
  await expect(page.getByLabel('Medical Insurance #')).toHaveCount(0);
  await fillPerson(page, 'Phone-Guest');
  await page.getByLabel('Notes', { exact: true }).fill('Prefers a call in the afternoon.');

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: 'Remove Alcohol-related' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Last Name', { exact: true })).toHaveValue('Phone-Guest');
  await advanceClock(page);

  await page.getByRole('button', { name: 'Finish' }).click();
  const notice = page.getByRole('dialog');
  await expect(notice).toContainText('cannot track referrals without an account');
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel('Last Name', { exact: true })).toHaveValue('Phone-Guest');
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();

  await expect(page.getByText('Successfully added referral, the page will refresh.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeVisible();
  await expect(page.getByText('Alcohol-related')).toHaveCount(0);
});

test('sends a referral although its code could not be downloaded at first', async ({
  browser,
  server,
}) => {
  // A page of its own: the browser logs the failed downloads.
  const page = await browser.newPage({ baseURL: server.url, locale: 'en-US' });
  let isDown = true;
  await page.route('**/assets/pipeline-*.js*', (route) =>
    isDown ? route.abort() : route.continue(),
  );
  await page.goto('/');
  await chooseSubstanceAndSite(page);
  await fillPerson(page, 'Slow-Network');
  await advanceClock(page);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByText('This referral was probably not sent.')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Successfully added referral, the page will refresh.')).toBeVisible();
  await page.close();
});

test('goes on to step 2 although its code could not be downloaded at first', async ({
  browser,
  server,
}) => {
  // A page of its own: the browser logs the failed downloads.
  const page = await browser.newPage({ baseURL: server.url, locale: 'en-US' });
  let isDown = true;
  await page.route('**/assets/Step2-*.js*', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto('/');
  await chooseSubstanceAndSite(page);
  await expect(page.getByRole('alert')).toContainText('There was no answer.');
  await expect(page.getByRole('button', { name: 'Finish' })).toHaveCount(0);
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await fillPerson(page, 'Slow-Step-2');
  await expect(page.getByText('Alcohol-related')).toBeVisible();
  await page.close();
});

test('goes on to step 2 without a connection', async ({ page, context }) => {
  // The receipt is in the file of step 2, and its styles are in those of the page.
  const files = [/\/assets\/Step2-/, /\/assets\/format-/];
  const areThere = Promise.all(files.map((file) => page.waitForResponse(file)));
  await page.goto('/');
  for (const file of await areThere) await file.finished();
  await context.setOffline(true);
  await chooseSubstanceAndSite(page);
  await fillPerson(page, 'Offline-In-Step-2');
  await context.setOffline(false);
});

test('keeps the focus in order when a visitor uses only the keyboard', async ({ page }) => {
  await page.goto('/');
  const substance = page.getByLabel('Substance', { exact: true });
  const site = page.getByLabel('Site', { exact: true });
  await substance.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Alcohol-related' })).toBeVisible();
  // While the list is still open, and again after it has closed.
  await page.keyboard.press('Tab');
  await expect(site).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(site).toBeFocused();
  await page.keyboard.type(SITE.slice(0, 6));
  await expect(page.getByRole('option', { name: SITE })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(site).toHaveValue(SITE);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Complete Referral' })).toBeFocused();

  await fillPerson(page, 'Keys-Only');
  await advanceClock(page);
  const finish = page.getByRole('button', { name: 'Finish' });
  await finish.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(finish).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully added referral, the page will refresh.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'We received your referral' })).toBeFocused();
});

test('stores no input of a visitor in the browser', async ({ page }) => {
  await page.goto('/');
  await chooseSubstanceAndSite(page);
  await fillPerson(page, 'Left-Nowhere');
  const kept = await page.evaluate(() =>
    JSON.stringify([
      Object.values(localStorage),
      Object.values(sessionStorage),
      document.cookie,
      window.location.href,
    ]),
  );
  expect(kept).not.toContain('Left-Nowhere');
});

test('takes what is pasted from a spreadsheet, slides and a phone', async ({
  page,
  openBrowser,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const t = TEXTS.es.referralForm;
  const paste = async (label: string, text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.getByLabel(label, { exact: true }).fill('');
    await page.getByLabel(label, { exact: true }).press('ControlOrMeta+V');
  };
  await page.goto('/?lang=es');
  await chooseSubstanceAndSite(page, { texts: TEXTS.es });
  await fillPerson(page, 'Pegado', TEXTS.es);
  await paste(t.firstName, '\u2068Ana\tMar\u00adía\ufffc\u2069\r\n');
  await paste(t.lastName, 'Pegado\u000bRuiz');
  await paste(t.contactNumber, '\u202a３１０\u000b555－0142\u202c');
  await paste(t.notes, 'Vive con su tía.\u000bHabla español.\fCree\u0002mos\u2028que sí.');
  await advanceClock(page);
  await page.getByRole('button', { name: t.finish }).click();
  await page.getByRole('button', { name: t.notice.continue }).click();
  await expect(page.getByText(t.added)).toBeVisible();

  const staff = await openBrowser();
  await signIn(staff);
  await staff.getByRole('link', { name: 'Ana María Pegado Ruiz', exact: true }).click();
  const record = staff.getByRole('dialog');
  await expect(record.getByLabel('Intake note', { exact: true })).toHaveValue(
    'Vive con su tía.\nHabla español.\nCreemos\nque sí.',
  );
  const link = record.getByRole('link', { name: '310 555-0142' });
  await expect(link).toHaveAttribute('href', 'tel:3105550142');
});
