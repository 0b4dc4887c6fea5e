/**
 * A counsellor asks, the person signs on paper, the counsellor reads what the consent lets through, and no more once it is stopped;
 * at two widths, in both languages.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { PASSWORD } from '../support/fixtures';
import { readPdfPages, squeeze } from './pdfText';
import { createSuperuserApi } from './prepare';
import {
  chooseSubstanceAndSite,
  fillPerson,
  openSignedIn,
  rowWith,
  SETTINGS,
  signIn,
  type Texts,
  topDialog,
} from './steps';
import { STATEMENT_2 } from '../../contract/statements';

const press = (page: Page, name: string | RegExp) =>
  topDialog(page)
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click();

async function openRecord(page: Page, lastName: string, texts: Texts): Promise<void> {
  await rowWith(page, lastName)
    .getByRole('link', { name: /^Robin/ })
    .click();
  await expect(whoMayKnow(page, texts)).toBeVisible();
}
const whoMayKnow = (page: Page, texts: Texts) =>
  page.getByRole('region', { name: texts.consents.title });

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  const t = texts.consents;

  test.describe(size, () => {
    test.use(settings);

    test('the one who referred reads what the person signed for, until they stop it', async ({
      page,
      openBrowser,
      server,
    }) => {
      const [site, email] = [`Consent school ${size}`, `consent.${size}@example.org`];
      const lastName = `Consenting-${size}`;
      const api = await createSuperuserApi(server.url);
      await api.addSite(site);
      await api.addManager('Noah Wilekins', email, site, 'outside');
      const counsellor = await openBrowser();
      const login = { texts, email, password: PASSWORD };
      await openSignedIn(counsellor, '/admin', login);
      await counsellor.getByRole('button', { name: texts.referrals.add, exact: true }).click();
      await chooseSubstanceAndSite(counsellor, { texts });
      await fillPerson(counsellor, lastName, texts);
      await counsellor.getByLabel(texts.hearBack.ask, { exact: true }).check();
      await expectAccessible(counsellor, 'asking for a consent where the referral is made');
      const { finish } = texts.referralForm;
      await counsellor.getByRole('button', { name: finish, exact: true }).click();
      const card = rowWith(counsellor, lastName);
      await expect(card).toContainText(texts.answers.callUs);
      const id = (await card.getAttribute('data-row')) ?? '';

      await signIn(page, { texts });
      await page.goto('/admin');
      await openRecord(page, lastName, texts);
      await expect(whoMayKnow(page, texts)).toContainText(t.states.asked);

      await whoMayKnow(page, texts)
        .getByRole('button', { name: new RegExp(`^${t.form.print}`) })
        .click();
      // The record has a 'Print' of its own.
      const printForm = page.getByRole('dialog', { name: t.form.print, exact: true });
      await expect(printForm.getByRole('button', { name: t.print, exact: true })).toBeVisible();
      const form = readPdfPages(await page.pdf({ preferCSSPageSize: true }));
      expect(form).toHaveLength(1);
      expect(squeeze(form[0] ?? '')).toContain(squeeze('Noah Wilekins'));
      await press(page, texts.app.close);

      await whoMayKnow(page, texts)
        .getByRole('button', { name: new RegExp(`^${t.sign}`) })
        .click();
      const paper = topDialog(page);
      await paper.getByLabel(t.place, { exact: true }).fill('Cabinet B');
      await paper.getByLabel(t.witness, { exact: true }).fill('M. Torres');
      await expectAccessible(page, 'what was signed on paper');
      await press(page, t.paperSubmit);
      await expect(whoMayKnow(page, texts)).toContainText('Cabinet B');
      await expectAccessible(page, 'a consent in force');

      await counsellor.reload();
      const notTalked = texts.answers.notTalked.split('%{name}')[0] ?? '';
      await expect(card).toContainText(notTalked);
      await expect(card).toContainText(STATEMENT_2);
      await expectAccessible(counsellor, 'an answer by consent');
      const width = await counsellor.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(counsellor.viewportSize()?.width ?? 0);

      // Nothing is said of an attempt that can still be undone.
      await api.addAttempt(id, { outcome: 'wantsServices' });
      await counsellor.reload();
      await expect(card).toContainText(notTalked);
      const talked = texts.answers.talked.replace('%{name}', 'Robin');
      await expect(async () => {
        await counsellor.reload();
        await expect(card).toContainText(talked, { timeout: 2_000 });
      }).toPass();

      await press(page, t.asks);
      await topDialog(page).getByLabel(t.whoAsks, { exact: true }).selectOption({ index: 1 });
      await expect(topDialog(page)).toContainText(/Robin/);
      await expectAccessible(page, 'somebody asks');
      await topDialog(page).getByLabel(t.whoAsks, { exact: true }).selectOption(t.someoneElse);
      await expect(topDialog(page)).toContainText(t.sayNothing);
      await press(page, texts.app.close);

      await whoMayKnow(page, texts)
        .getByRole('button', { name: new RegExp(`^${t.stop}`) })
        .click();
      await topDialog(page).getByLabel(t.how, { exact: true }).fill('On the phone');
      await press(page, t.stopSubmit);
      await expect(whoMayKnow(page, texts)).toContainText(t.none);
      await counsellor.reload();
      await expect(card).toContainText(texts.answers.callUs);
      await expect(card).not.toContainText(STATEMENT_2);
    });

    test('the person signs on this screen, where no session is left, and the one who referred reads it', async ({
      page,
      openBrowser,
      server,
    }) => {
      const [site, email] = [`Screen school ${size}`, `screen.${size}@example.org`];
      const lastName = `Screen-${size}`;
      const api = await createSuperuserApi(server.url);
      await api.addSite(site);
      await api.addManager('Noah Wilekins', email, site, 'outside');
      await api.fileAndAsk(email, lastName, { preferred_language: 'es' });
      const es = SETTINGS.phone.texts.consents.onScreen;
      const counsellor = await openBrowser();
      await openSignedIn(counsellor, '/admin', { texts, email, password: PASSWORD });
      const card = rowWith(counsellor, lastName);
      await expect(card).toContainText(texts.answers.callUs);
      const id = (await card.getAttribute('data-row')) ?? '';
      await openSignedIn(page, '/admin', { texts });
      await openRecord(page, lastName, texts);
      const button = whoMayKnow(page, texts).getByRole('button', {
        name: new RegExp(`^${t.onScreen.button}`),
      });
      await button.click();
      await expect(
        topDialog(page).getByRole('button', { name: t.onScreen.submit, exact: true }),
      ).toBeVisible();
      await expectAccessible(page, 'handing a device over');
      const otherTab = await page.context().newPage();
      await otherTab.goto(`/admin/${id}`);
      await expect(otherTab.getByRole('dialog')).toContainText(lastName);
      await press(page, t.onScreen.submit);

      await expect(page.getByLabel(es.name.person, { exact: true })).toBeVisible();
      await expectAccessible(page, 'the page to sign on');
      await expect(otherTab).toHaveURL(/\/login$/);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(settings.viewport.width);
      await page.getByLabel(es.name.person, { exact: true }).fill('Robin');
      await page.getByRole('button', { name: es.yes, exact: true }).click();
      await expect(page.getByRole('heading', { name: es.thanks })).toBeFocused();
      await expectAccessible(page, 'what was signed');
      const [copy = ''] = readPdfPages(await page.pdf({ format: 'Letter' }));
      expect(squeeze(copy)).toContain(squeeze('Noah Wilekins'));
      await page.goBack();
      await expect(page).toHaveURL(/\/login$/);
      await page.goForward();
      await expect(page).toHaveURL(/\/login$/);
      await page.goto('/sign');
      await expect(page).toHaveURL(/\/login$/);

      const staff = await openBrowser();
      await openSignedIn(staff, '/admin', { texts });
      await openRecord(staff, lastName, texts);
      await expect(whoMayKnow(staff, texts)).toContainText(/Robin/);
      await counsellor.reload();
      await expect(card).toContainText(texts.answers.notTalked.replace('%{name}', 'Robin'));
      await whoMayKnow(staff, texts)
        .getByRole('button', { name: new RegExp(`^${t.stop}`) })
        .click();
      await topDialog(staff).getByLabel(t.how, { exact: true }).fill('On the phone');
      await press(staff, t.stopSubmit);
      await expect(whoMayKnow(staff, texts)).toContainText(t.none);
      await counsellor.reload();
      await expect(card).toContainText(texts.answers.callUs);
    });
  });
}
