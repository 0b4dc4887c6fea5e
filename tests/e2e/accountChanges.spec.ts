/** Two browsers: a super user changes an account in the account list, and the account's owner sees the effect. */
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../support/fixtures';
import { SITE, test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { readStoredTokens } from './sessionSteps';
import {
  openSignedIn,
  chooseSubstanceAndSite,
  fillPerson,
  listRows,
  rowWith,
  SETTINGS,
  showActions,
  signIn,
  type Texts,
  alternateStories,
} from './steps';

const PAGE_SIZE = 25;

/** Opens the account list as a super user. */
async function openAccounts(page: Page, texts: Texts): Promise<void> {
  await openSignedIn(page, '/accounts/list');
  await expect(page.getByRole('heading', { name: texts.accounts.title })).toBeVisible();
}

/** Searches for an account by its email address and clicks a button in its row. */
async function clickInRow(
  page: Page,
  email: string,
  button: 'update' | 'deactivate' | 'reactivate',
  texts: Texts,
): Promise<void> {
  await page.getByRole('searchbox', { name: texts.accounts.search }).fill(email);
  // The rows of the search take the place of the others, also between a button's press and release.
  await expect(listRows(page)).toHaveCount(1);
  const row = await showActions(rowWith(page, email));
  await row.getByRole('button', { name: new RegExp(`^${texts.accounts[button]}`) }).click();
}

async function deactivate(page: Page, email: string, texts: Texts): Promise<void> {
  const t = texts.accountState;
  await clickInRow(page, email, 'deactivate', texts);
  const question = page.getByRole('alertdialog', { name: t.deactivateQuestion });
  await expect(question).toContainText(t.deactivateHint);
  await question.getByRole('button', { name: t.deactivate, exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(rowWith(page, email)).toContainText(texts.accounts.deactivated);
}

async function reactivate(page: Page, email: string, texts: Texts): Promise<void> {
  const t = texts.accountState;
  await clickInRow(page, email, 'reactivate', texts);
  const question = page.getByRole('alertdialog', { name: t.reactivateQuestion });
  await expect(question).toContainText(t.reactivateHint);
  await question.getByRole('button', { name: t.activate, exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(rowWith(page, email)).not.toContainText(texts.accounts.deactivated);
}

/** Asserts the start page with the reason, nothing of the staff page, and no stored tokens. */
async function expectSignedOut(page: Page, texts: Texts): Promise<void> {
  await expect(page).toHaveURL('/');
  await expect(page.getByText(texts.guard.notApproved)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/Robin/)).toHaveCount(0);
  expect(await readStoredTokens(page)).toEqual({ token: null, refresh: null });
}

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use({ ...settings, refusals: [401, 403] });
    const story = alternateStories(test, size, 'desktop');

    story()(
      'signs out a manager deactivated while entering a referral, and restores it after reactivation',
      async ({ page, openBrowser, server }) => {
        const email = `entering.${size}@example.org`;
        const login = { texts, email, password: PASSWORD };
        const api = await createSuperuserApi(server.url);
        await api.addManager(`Entering ${size}`, email);
        await api.fileReferral(`Seen-${size}`);
        await signIn(page, login);
        // Newest first: the list of today may have more than a page.
        await page.goto('/admin');
        await expect(rowWith(page, `Seen-${size}`)).toBeVisible();
        await page.getByRole('button', { name: texts.referrals.add, exact: true }).click();
        const dialog = page.getByRole('dialog', { name: texts.addReferral.title });
        await chooseSubstanceAndSite(page, { texts });
        await fillPerson(dialog, `Entered-${size}`, texts);

        const head = await openBrowser();
        await openAccounts(head, texts);
        await deactivate(head, email, texts);

        const { finish } = texts.referralForm;
        await dialog.getByRole('button', { name: finish, exact: true }).click();
        await expectSignedOut(page, texts);

        await reactivate(head, email, texts);
        await page.getByRole('button', { name: texts.header.logIn, exact: true }).click();
        await page.getByLabel(texts.login.email, { exact: true }).fill(email);
        await page.getByLabel(texts.login.password, { exact: true }).fill(PASSWORD);
        await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
        await page.getByRole('button', { name: texts.referrals.add, exact: true }).click();
        await expect(dialog).toContainText(texts.addReferral.restored);
        await dialog.getByRole('button', { name: finish, exact: true }).click();
        await expect(dialog).toHaveCount(0);
        await page.goto('/admin');
        await expect(rowWith(page, `Entered-${size}`)).toHaveCount(1);
        await expect(rowWith(page, `Seen-${size}`)).toBeVisible();
      },
    );

    story()(
      'signs out a manager deactivated while paging when the next page loads',
      async ({ page, openBrowser, server }) => {
        const email = `turning.${size}@example.org`;
        const api = await createSuperuserApi(server.url);
        await api.addManager(`Turning ${size}`, email);
        for (let filed = 0; filed <= PAGE_SIZE; filed += 1)
          await api.fileReferral(`Turned-${size}`);
        await signIn(page, { texts, email, password: PASSWORD });
        await expect(rowWith(page, `Turned-${size}`)).toHaveCount(PAGE_SIZE);

        const head = await openBrowser();
        await openAccounts(head, texts);
        await deactivate(head, email, texts);

        await page.getByRole('button', { name: texts.list.nextPage }).click();
        await expectSignedOut(page, texts);
        // The browser history restores neither the page nor the message.
        await page.goBack();
        await page.goForward();
        await expect(page).toHaveURL('/');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText(texts.guard.notApproved)).toHaveCount(0);
        await expect(page.getByText(/Robin/)).toHaveCount(0);
      },
    );

    story()(
      'shows a manager the referrals of their new sites',
      async ({ page, openBrowser, server }) => {
        const email = `moved.${size}@example.org`;
        const otherSite = `Moved School ${size}`;
        const t = texts.updateUser;
        const api = await createSuperuserApi(server.url);
        await api.addSite(otherSite);
        await api.markSite(otherSite, 'ours');
        await api.addManager(`Moved ${size}`, email);
        await api.fileReferral(`Before-${size}`);
        await api.fileReferral(`After-${size}`, { site: await api.siteChoice(otherSite) });
        await signIn(page, { texts, email, password: PASSWORD });
        await expect(rowWith(page, `Before-${size}`)).toBeVisible();
        await expect(rowWith(page, `After-${size}`)).toHaveCount(0);

        const head = await openBrowser();
        await openAccounts(head, texts);
        await clickInRow(head, email, 'update', texts);
        const dialog = head.getByRole('dialog', { name: t.title });
        await dialog.getByRole('button', { name: `${texts.select.remove} ${SITE}` }).click();
        await dialog.getByRole('combobox', { name: t.sites }).fill(otherSite);
        await dialog.getByRole('option', { name: otherSite }).click();
        await head.keyboard.press('Escape');
        await dialog.getByRole('button', { name: t.submit, exact: true }).click();
        await expect(head.getByText(t.done).first()).toBeVisible();
        await expect(dialog).toHaveCount(0);
        await expect(rowWith(head, email)).toContainText(otherSite);
        await expect(rowWith(head, email)).not.toContainText(SITE);

        await page.reload();
        await expect(rowWith(page, `After-${size}`)).toBeVisible();
        await expect(rowWith(page, `Before-${size}`)).toHaveCount(0);
      },
    );

    story()(
      'searches accounts from three characters on, or on Enter, and shows all when the search is cleared',
      async ({ page, server }) => {
        const email = `xylander.${size}@example.org`;
        const api = await createSuperuserApi(server.url);
        await api.addManager(`Xylander ${size}`, email);
        await api.addManager(`Aaron Else ${size}`, `else.${size}@example.org`);
        await page.clock.install();
        await openAccounts(page, texts);
        const queries: (string | null)[] = [];
        page.on('request', (request) => {
          const { pathname, searchParams } = new URL(request.url());
          if (pathname.endsWith('/accounts/search')) queries.push(searchParams.get('query'));
        });
        const box = page.getByRole('searchbox', { name: texts.accounts.search });
        const other = rowWith(page, `else.${size}@example.org`);
        await expect(other).toBeVisible();

        await box.pressSequentially('xyl');
        await expect(other).toHaveCount(0);
        await expect(rowWith(page, email)).toBeVisible();
        await box.fill('');
        await expect(other).toBeVisible();
        await box.pressSequentially('xy');
        // Two characters never start a search without Enter.
        await page.clock.fastForward(60_000);
        await expect(other).toBeVisible();
        await box.fill('yl');
        await box.press('Enter');
        await expect(other).toHaveCount(0);
        await expect(rowWith(page, email)).toBeVisible();
        expect(queries).toEqual(['xyl', 'yl']);
        expect(page.url()).not.toContain('yl');
      },
    );
  });
}
