/** The first day: an empty system, and a new super user who does every step of the checklist. */
import { expect, type Page } from '@playwright/test';
import { freePort } from '../../scripts/programs/freePort';
import { makeMigratedDataDir, startServerProcess } from '../support/serverProcess';
import { SUPERUSER } from '../support/superuser';
import { expectAccessible } from './accessibility';
import { test as base } from './fixtures';
import {
  advanceClock,
  chooseSubstanceAndSite,
  fillPerson,
  signIn,
  type Texts,
  TEXTS,
} from './steps';

const SCHOOL = 'Alder Creek High School';

/** Stops the server and starts it with these further settings. */
let restart: (settings: Record<string, string>) => Promise<void>;

const test = base.extend({
  server: [
    async ({ mailbox }, use) => {
      const { dataDir, remove } = await makeMigratedDataDir();
      const settings = {
        PORT: String(await freePort()),
        SMTP_URL: mailbox.url,
        TRUST_PROXY: '127.0.0.1',
      };
      const first = await startServerProcess(dataDir, settings);
      let running = first;
      restart = async (more) => {
        await running.stop();
        running = await startServerProcess(dataDir, { ...settings, ...more });
      };
      await use(first);
      await running.stop();
      remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const checklist = (page: Page, { setup }: Texts) => page.getByRole('region', { name: setup.title });
const expectDone = async (page: Page, title: string, count: number) => {
  const { setup } = TEXTS.en;
  await expect(page.getByRole('heading', { name: `${setup.done} ${title}` })).toBeVisible();
  await expect(checklist(page, TEXTS.en).getByText(`${count} of 6 done`)).toBeVisible();
};

test('a new super user does every step, and the checklist goes', async ({
  page,
  openBrowser,
  mailbox,
}) => {
  const { en, es } = TEXTS;
  const t = en.setup;
  const phone = await openBrowser({ locale: 'es-MX', viewport: { width: 320, height: 640 } });
  await signIn(phone, { texts: es });
  await expect(checklist(phone, es).getByText('0 de 6 hechos')).toBeVisible();
  await expectAccessible(phone, 'checklist on a phone');
  await phone.close();

  await signIn(page);
  const list = checklist(page, en);
  await expect(list.getByText('0 of 6 done')).toBeVisible();
  await expect(list.getByText('BRAND_NAME')).toBeVisible();
  await expectAccessible(page, 'checklist');

  // Sites, by keyboard alone.
  await list.getByRole('button', { name: t.sites.action }).focus();
  await page.keyboard.press('Enter');
  const sites = page.getByRole('dialog', { name: en.sites.addTitle });
  await sites.getByLabel(en.sites.name, { exact: true }).fill(SCHOOL);
  await page.keyboard.press('Enter');
  await expect(sites.locator('[data-row]').filter({ hasText: SCHOOL })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectDone(page, t.sites.title, 1);
  await expect(list.getByRole('button', { name: t.sites.action })).toBeFocused();

  await list.getByRole('button', { name: t.mail.action }).click();
  await expect(list.getByText(/^The mail server accepted a test email/)).toBeVisible();
  const { subject } = await mailbox.waitForEmail(SUPERUSER.email);
  expect(subject).toContain('Test email');
  await expectDone(page, t.mail.title, 2);
  await expectAccessible(page, 'checklist with a sent email');

  await list.getByRole('button', { name: t.manager.action }).click();
  const person = page.getByRole('dialog', { name: en.addUser.title });
  await person.getByLabel(en.login.email).fill('first.manager@example.org');
  await person.getByLabel(en.login.password, { exact: true }).fill('Quiet-Harbor-27-Lanterns');
  await person.getByLabel(en.addUser.role).selectOption(en.roles.MANAGER);
  await person.getByRole('button', { name: en.addUser.submit }).click();
  await expect(person).toHaveCount(0);
  await expectDone(page, t.manager.title, 3);

  await list.getByRole('button', { name: t.referral.action }).click();
  const form = page.getByRole('dialog', { name: en.addReferral.title });
  await chooseSubstanceAndSite(page, { site: SCHOOL });
  await fillPerson(form, 'Firstday');
  await advanceClock(page);
  await form.getByRole('button', { name: en.referralForm.finish }).click();
  await expect(form).toHaveCount(0);
  await expectDone(page, t.referral.title, 4);

  // The settings, in another window: the checklist is up to date when the person comes back.
  await page.goto('about:blank');
  await restart({
    BRAND_NAME: 'Hope Recovery',
    SUPPORT_PHONE: '(555) 010-0000',
    PUBLIC_URL: 'https://desk.example.org',
  });
  await page.goto('/admin');
  // Now that there is a referral, the list has the room.
  const fold = list.getByRole('button', { name: t.title });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expectAccessible(page, 'folded checklist');
  await fold.click();
  await expectDone(page, t.settings.title, 5);

  await list.getByRole('link', { name: t.poster.action }).click();
  await page.getByRole('link', { name: `${en.poster.title}: ${SCHOOL}` }).click();
  await expect(page.getByRole('article')).toContainText('Hope Recovery');
  const reported = page.waitForResponse((response) => response.url().endsWith('/api/setup'));
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  await reported;

  await page.goto('/admin');
  await expect(page.getByText('Firstday').first()).toBeVisible();
  await expect(list).toHaveCount(0);
});
