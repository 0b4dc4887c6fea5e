/** The web app with a third-party backend at another origin, in a real browser. */
import { expect } from '@playwright/test';
import { thirdPartySuperuser, test } from './thirdPartyBackendFixtures';
import {
  chooseSubstanceAndSite,
  fillPerson,
  logIn,
  rowWith,
  SETTINGS,
  TEXTS,
  alternateStories,
} from './steps';

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);
    const story = alternateStories(test, size, 'desktop');

    story()(
      'a super user signs in, adds and updates a referral, and signs out',
      async ({ page, thirdParty }) => {
        const { backend } = thirdParty;
        await page.goto('/login');
        await logIn(page, { texts, ...thirdPartySuperuser });
        await expect(rowWith(page, 'Old-01')).toBeVisible();
        await expect(page.getByRole('link', { name: /audit|auditor/i })).toHaveCount(0);

        await page.getByRole('button', { name: texts.referrals.add, exact: true }).click();
        const form = page.getByRole('dialog');
        await chooseSubstanceAndSite(page, { site: 'Old Town High', texts });
        await fillPerson(form, `Foreign-${size}`, texts);
        await form.getByRole('button', { name: texts.referralForm.finish, exact: true }).click();
        const row = rowWith(page, `Foreign-${size}`);
        await expect(row).toBeVisible();

        await row.getByRole('link', { name: /^Robin/ }).click();
        const dialog = page.getByRole('dialog');
        const t = texts.statusDialog;
        await dialog.getByLabel(t.status, { exact: true }).selectOption('Processed');
        await dialog.getByLabel(t.intakeNote).fill('A note for the old server.');
        await dialog.getByRole('button', { name: t.submit, exact: true }).click();
        await expect(row.getByText(texts.referralStatus.Processed)).toBeVisible();
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
      },
    );
  });
}

test('asks a guest only for the fields of the specification', async ({ page, thirdParty }) => {
  const { texts } = { texts: TEXTS.en };
  await page.goto('/');
  await chooseSubstanceAndSite(page, { site: 'Old Town High' });
  await fillPerson(page, 'Foreign-Guest');
  await page.getByRole('button', { name: texts.referralForm.finish }).click();
  await page.getByRole('button', { name: texts.referralForm.notice.continue }).click();
  await expect(page.getByText(texts.referralForm.added)).toBeVisible();
  await expect(page.locator('[name="website"]')).toHaveCount(0);
  expect(thirdParty.backend.referrals()[0]).toMatchObject({ last_name: 'Foreign-Guest' });
});

test('allows its pages to send requests to that backend only', async ({
  browser,
  app,
  request,
  thirdParty,
}) => {
  const { origin } = new URL(thirdParty.url);
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
