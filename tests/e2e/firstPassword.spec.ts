/** A password generated at the first start: the super user is offered to replace it, is reminded, and replaces it. */
import { expect } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../server/db/openDatabase';
import { readSettings } from '../../server/settings/settings';
import { makeMigratedDataDir, startServerProcess } from '../support/serverProcess';
import { expectAccessible } from './accessibility';
import { test as base } from './fixtures';
import { refocusUntilRefetched, refocusUntil, signInAgain } from './sessionSteps';
import { logIn, type Texts, TEXTS } from './steps';

const NEW = 'Calm-Orchard-41-Bridges';

/** The password that the first start printed. */
let generated = '';

const test = base.extend({
  server: [
    async ({ mailbox }, use) => {
      const { dataDir, remove } = await makeMigratedDataDir();
      const settings = { SMTP_URL: mailbox.url, TRUST_PROXY: '127.0.0.1' };
      const first = await startServerProcess(dataDir, { ...settings, SUPERUSER_PASSWORD: '' });
      generated = /password: +(\S+)/.exec(first.output())?.[1] ?? '';
      await first.stop();
      const database = await openDatabase(readSettings({ DATA_DIR: dataDir }));
      await database.db.execute(sql`update account set password_generated = true`);
      await database.close();

      const server = await startServerProcess(dataDir, settings);
      await use(server);
      await server.stop();
      remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.use({ refusals: [401] });

const noticeOf = (texts: Texts) => texts.notices.generatedPassword.title;

test('shows a notice after the offer is postponed, and ends every other session after the replacement', async ({
  page,
  openBrowser,
}) => {
  const { en, es } = TEXTS;
  await page.goto('/login');
  await logIn(page, { password: generated });
  const offer = page.getByRole('dialog', { name: en.passwordOffer.title });
  await expect(offer).toBeVisible();
  await expectAccessible(page, 'offer');
  await offer.getByRole('button', { name: en.passwordOffer.later }).click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByText(noticeOf(en))).toBeVisible();
  // The offer appears only after signing in, not after a reload.
  await page.reload();
  await expect(page.getByText(noticeOf(en))).toBeVisible();
  await expect(offer).toHaveCount(0);

  const elsewhere = await openBrowser({ locale: 'es-MX', viewport: { width: 320, height: 640 } });
  await elsewhere.goto('/login');
  await logIn(elsewhere, { texts: es, password: generated });
  const oferta = elsewhere.getByRole('dialog', { name: es.passwordOffer.title });
  await expect(oferta).toBeVisible();
  await expectAccessible(elsewhere, 'offer on a phone');
  await elsewhere.keyboard.press('Escape');
  await expect(oferta).toHaveCount(0);
  await expect(elsewhere.getByText(noticeOf(es))).toBeVisible();
  await expectAccessible(elsewhere, 'notice on a phone');

  const otherTab = await page.context().newPage();
  await otherTab.goto('/admin');
  await expect(otherTab.getByText(noticeOf(en))).toBeVisible();

  await page.getByRole('link', { name: en.notices.replace }).click();
  await expect(page.getByRole('heading', { name: en.changePassword.title })).toBeFocused();
  await expectAccessible(page, 'profile with a password to be replaced');
  const t = en.changePassword;
  await page.getByLabel(t.current, { exact: true }).fill(generated);
  await page.getByLabel(t.next, { exact: true }).fill(NEW);
  await page.getByLabel(t.confirm, { exact: true }).fill(NEW);
  await page.getByRole('button', { name: t.title, exact: true }).click();
  await expect(page.getByText(t.done).first()).toBeVisible();
  await expect(page.getByText(noticeOf(en))).toHaveCount(0);

  // This browser stays signed in in all its tabs. The other one must sign in with the new password.
  await refocusUntilRefetched(page);
  await refocusUntilRefetched(otherTab);
  await refocusUntil(otherTab, async () => (await otherTab.getByText(noticeOf(en)).count()) === 0);
  const back = elsewhere.getByRole('dialog', { name: es.signInAgain.title });
  await refocusUntil(elsewhere, () => back.isVisible());
  await signInAgain(elsewhere, es, NEW);
  await expect(back).toHaveCount(0);
  await refocusUntil(
    elsewhere,
    async () => (await elsewhere.getByText(noticeOf(es)).count()) === 0,
  );
});
