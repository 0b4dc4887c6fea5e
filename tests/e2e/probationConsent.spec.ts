/**
 * A probation officer without an account may know by a consent of its own kind, and hears it by phone and by letter; at two widths, in
 * both languages.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { STATEMENT_1 } from '../../contract/statements';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { readPdfPages, squeeze } from './pdfText';
import { createSuperuserApi } from './prepare';
import { openSignedIn, SETTINGS, topDialog } from './steps';

const OFFICER = 'Officer Sample';
const ADDRESS = '12 Court Street, Yolo';
const REVOKE_FROM = 'the last day of probation';

const button = (within: Locator, name: string) =>
  within.getByRole('button', { name: new RegExp(`^${name}`) });

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  const t = texts.consents;

  test.describe(size, () => {
    test.use(settings);

    test('probation hears by phone and by letter what the person signed for, until they stop it', async ({
      page,
      server,
    }) => {
      const api = await createSuperuserApi(server.url);
      const id = await api.fileReferral(`Probation-${size}`);
      // Headless Chromium prints to no printer: the test prints what would be on paper.
      await page.addInitScript(() => {
        window.print = () => undefined;
      });
      await openSignedIn(page, `/admin/${id}`, { texts });
      const dialog = topDialog(page);
      const whoMayKnow = page.getByRole('region', { name: t.title });

      await button(whoMayKnow, t.ask).click();
      await dialog.getByRole('combobox', { name: t.whom, exact: true }).selectOption('probation');
      await dialog.getByLabel(t.name, { exact: true }).fill(OFFICER);
      await dialog.getByLabel(t.address, { exact: true }).fill(ADDRESS);
      await dialog.getByLabel(t.revokeFrom, { exact: true }).fill(REVOKE_FROM);
      await expectAccessible(page, 'asking for a consent for probation');
      await button(dialog, t.askSubmit).click();
      await expect(whoMayKnow).toContainText(t.kinds.probation);
      await expect(whoMayKnow).toContainText(t.mayRevokeFrom.replace('%{when}', REVOKE_FROM));

      await button(whoMayKnow, t.form.print).click();
      await expect(button(dialog, t.print)).toBeVisible();
      const form = await print(page);
      expect(form).toHaveLength(1);
      for (const { stopFrom } of [SETTINGS.phone.texts, SETTINGS.desktop.texts].map(
        ({ consents }) => consents.form,
      ))
        expect(form[0]).toContain(
          squeeze(stopFrom.replace('%{when}', REVOKE_FROM).replace('%{name}', OFFICER)),
        );
      await button(dialog, texts.app.close).click();

      const chooseOfficer = async () => {
        await button(whoMayKnow, t.asks).click();
        const choice = dialog.getByLabel(t.whoAsks, { exact: true });
        const option = choice.getByRole('option', { name: new RegExp(OFFICER) });
        await choice.selectOption(await option.getAttribute('value'));
      };
      // Asked for, but not signed: nothing may be said, and there is no letter.
      await chooseOfficer();
      await expect(dialog).toContainText(t.sayNothing);
      await expect(button(dialog, t.letter.print)).toBeHidden();
      await button(dialog, texts.app.close).click();

      await button(whoMayKnow, t.sign).click();
      await dialog.getByLabel(t.place, { exact: true }).fill('Cabinet B');
      await dialog.getByLabel(t.witness, { exact: true }).fill('M. Torres');
      await button(dialog, t.paperSubmit).click();
      await expect(whoMayKnow).toContainText('Cabinet B');

      const notTalked = texts.answers.notTalked.replace('%{name}', 'Robin');
      await chooseOfficer();
      await expect(dialog).toContainText(notTalked);
      await button(dialog, t.told).click();
      await expect(dialog).toContainText(t.toldDone);
      await button(dialog, t.letter.print).click();
      await expect(page.getByText(ADDRESS)).toBeAttached();
      const letter = await print(page);
      expect(letter).toHaveLength(1);
      for (const { answers } of [SETTINGS.phone.texts, SETTINGS.desktop.texts])
        expect(letter[0]).toContain(
          squeeze(answers.notTalked.replace('%{name}', answers.thePerson)),
        );
      for (const text of [OFFICER, ADDRESS, STATEMENT_1])
        expect(letter[0]).toContain(squeeze(text));
      await button(dialog, texts.app.close).click();
      for (const channel of [t.channels.phone, t.channels.letter])
        await expect(whoMayKnow).toContainText(channel);

      await button(whoMayKnow, t.stop).click();
      await dialog.getByLabel(t.how, { exact: true }).fill('On the phone');
      await button(dialog, t.stopSubmit).click();
      await expect(whoMayKnow).toContainText(t.none);
      await button(whoMayKnow, t.asks).click();
      await expect(dialog.getByRole('option', { name: new RegExp(OFFICER) })).toHaveCount(0);
      await button(dialog, texts.app.close).click();

      await button(whoMayKnow, t.accounting).click();
      await expect(dialog).toContainText(ADDRESS);
      await expectAccessible(page, 'an accounting of disclosures');
    });
  });
}

const print = async (page: Page) => readPdfPages(await page.pdf({ preferCSSPageSize: true }));
