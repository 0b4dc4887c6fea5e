/** Owners who left, and other referrals of a person, in a real browser. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import {
  openFilters,
  openSignedIn,
  rowWith,
  SETTINGS,
  showActions,
  signIn,
  type Texts,
} from './steps';

/** A text with its placeholders filled in. */
const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/%\{(\w+)\}/g, (_match, name: string) => values[name] ?? '');

/** Adds a colleague who owns referrals of this last name. */
async function addColleague(url: string, lastName: string, count: number) {
  const api = await createSuperuserApi(url);
  const name = `Colleague ${lastName}`;
  const email = `${lastName.toLowerCase()}@clinic.example`;
  const id = await api.addSuperuser(name, email);
  for (let filed = 0; filed < count; filed += 1) {
    await api.assignOwner(await api.fileReferral(lastName), id);
  }
  return { api, id, name, email };
}

/** Shows the referrals of one last name. */
async function search(page: Page, lastName: string, texts: Texts, count: number) {
  await page.getByLabel(texts.search.label).fill(lastName);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-row]')).toHaveCount(count);
}

async function openDeactivation(page: Page, email: string, texts: Texts) {
  await openSignedIn(page, '/accounts/list', { texts });
  await page.getByRole('searchbox', { name: texts.accounts.search }).fill(email);
  const row = await showActions(rowWith(page, email));
  await row.getByRole('button', { name: new RegExp(`^${texts.accounts.deactivate}`) }).click();
  return page.getByRole('alertdialog', { name: texts.accountState.deactivateQuestion });
}

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);
    const t = texts.accountState;

    test('a deactivation hands three open referrals over', async ({ page, server }) => {
      const lastName = `Handed${size}`;
      const { name, email } = await addColleague(server.url, lastName, 3);
      const question = await openDeactivation(page, email, texts);
      const group = question.getByRole('group');
      const asked = t.owned.split(' |||| ')[1] ?? '';
      await expect(group).toHaveAccessibleName(fill(asked, { count: '3', name }));
      await expect(group.getByRole('radio', { name: t.later })).toBeChecked();
      await expect(group.getByRole('combobox')).toContainText(/\(/);
      await expectAccessible(page, 'deactivation of an owner');
      await group.getByRole('radio', { name: t.handOver }).check();
      await question.getByRole('button', { name: t.deactivate, exact: true }).click();
      await expect(question).toHaveCount(0);
      await expect(rowWith(page, email)).toContainText(texts.accounts.deactivated);
      await page.goto('/admin');
      await search(page, lastName, texts, 3);
      await expect(page.getByText(name)).toHaveCount(0);
      await rowWith(page, lastName).first().getByRole('link').first().click();
      const owner = page.getByRole('dialog').getByLabel(texts.owner.title);
      await expect(owner.locator('option:checked')).toHaveText(
        new RegExp(`^${texts.owner.me.split(' ')[0] ?? ''} `),
      );
    });

    test('another referral of the person is opened, with a way back, and told apart', async ({
      page,
      server,
    }) => {
      const lastName = `Sameperson${size}`;
      const api = await createSuperuserApi(server.url);
      await api.setStatus(await api.fileReferral(lastName), 'Processed');
      await api.fileReferral(lastName);
      const p = texts.samePerson;
      await signIn(page, { texts });
      await search(page, lastName, texts, 2);
      const pending = rowWith(page, texts.referralStatus.Pending);
      await pending
        .getByRole('link', { name: /^Robin/ })
        .first()
        .click();
      const others = page.getByRole('dialog').getByRole('region', { name: p.title });
      await expect(others.getByRole('listitem')).toHaveCount(1);
      await expect(others).toContainText(texts.referralStatus.Processed);
      await expectAccessible(page, 'record with another referral of the person');

      // By keyboard, and back by the button and by the browser.
      await others.getByRole('link').focus();
      await page.keyboard.press('Enter');
      const back = page.getByRole('button', { name: fill(p.back, { name: `Robin ${lastName}` }) });
      await expect(back).toBeVisible();
      expect(page.url()).not.toContain(lastName);
      await expectAccessible(page, 'record with the way back');
      await back.click();
      await expect(back).toHaveCount(0);
      await expect(others.getByRole('listitem')).toContainText(texts.referralStatus.Processed);
      await others.getByRole('link').click();
      await expect(back).toBeVisible();
      await page.goBack();
      await expect(others.getByRole('listitem')).toContainText(texts.referralStatus.Processed);

      await others.getByRole('button', { name: p.notSame }).click();
      const question = page.getByRole('alertdialog', { name: p.question });
      await expectAccessible(page, 'question whether they are different people');
      await question.getByRole('button', { name: p.notSame }).click();
      await expect(question).toHaveCount(0);
      await expect(others).toHaveCount(0);
      const history = page.getByRole('dialog').getByRole('region', { name: texts.history.title });
      await expect(history.getByRole('listitem').first()).toContainText(
        fill(texts.history.notSamePerson, { trackingId: 'R-' }),
      );
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(/\/admin$/);
      await expect(page.getByTitle(texts.duplicates.mark.split(':')[0] ?? '')).toHaveCount(0);
    });
  });
}

test('referrals of an owner who left are found and handed over together', async ({
  page,
  server,
}) => {
  const lastName = 'Foundleft';
  const { api, id, name } = await addColleague(server.url, lastName, 0);
  // Other tests of the server left open ones of owners who left.
  await api.finishToday();
  for (let filed = 0; filed < 3; filed += 1) {
    await api.assignOwner(await api.fileReferral(lastName), id);
  }
  await api.deactivate(id);
  await signIn(page);
  await expect(rowWith(page, `${name} (left)`)).toHaveCount(3);
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: 'Owner left' });
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.locator('[data-row]')).toHaveCount(3);
  await expectAccessible(page, 'referral list of owners who left');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /\(me\) ?\d+ open$/ })).toBeVisible();
  await page.getByRole('menuitem', { name: /\(me\)/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Assign' }).click();
  await expect(page.locator('[data-row]')).toHaveCount(0);
  await expect(page.getByText('No Referral Records').first()).toBeVisible();
});
