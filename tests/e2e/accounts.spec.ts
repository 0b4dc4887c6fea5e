/** Account creation: by registration and approval, by a super user, and for a referral. With a real mail server. */
import { expect, type Page } from '@playwright/test';
import type { Mailbox } from '../support/mailbox';
import { PASSWORD } from '../support/fixtures';
import { SITE, test } from './fixtures';
import { createSuperuserApi } from './prepare';
import {
  openSignedIn,
  extractLink,
  logIn,
  openAll,
  rowWith,
  showActions,
  SETTINGS,
  signIn,
  signInByForm,
  type Texts,
  alternateStories,
} from './steps';

/** The password chosen on the page of the confirmation link. */
const CHOSEN_PASSWORD = 'Slow-Copper-58-Gardens';

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use({ ...settings, refusals: [401, 403] });
    const story = alternateStories(test, size, 'phone');

    story()(
      'a counsellor registers, confirms the email address, is approved, gets an email, and signs in',
      async ({ openBrowser, mailbox, server }) => {
        const email = `counsellor.${size}@example.org`;
        const fullname = `Counsellor ${size}`;
        const t = texts.register;
        // The email must use the language chosen on the screen, not the one the browser prefers.
        const [chosen, locale] = size === 'phone' ? ['Español', 'en-US'] : ['English', 'es-MX'];
        const page = await openBrowser({ locale });
        await page.goto('/register');
        await page.getByRole('button', { name: chosen }).click();
        await page.getByLabel(t.fullname, { exact: true }).fill(fullname);
        await page.getByLabel(t.email, { exact: true }).fill(email);
        await page.getByLabel(t.password, { exact: true }).fill(PASSWORD);
        await page.getByLabel(t.confirm, { exact: true }).fill(PASSWORD);
        await page.getByLabel(t.sites, { exact: true }).click();
        await page.getByRole('option', { name: SITE }).click();
        await page.getByRole('option', { name: texts.siteNames['Probation Referral'] }).click();
        await page.keyboard.press('Escape');

        await page.getByRole('button', { name: t.submit, exact: true }).click();
        await expect(page.getByText(t.agreeRequired).last()).toBeVisible();
        const termsButton = page.getByRole('button', { name: t.terms });
        await termsButton.click();
        const terms = page.getByRole('dialog', { name: t.termsTitle });
        await expect(terms).toContainText(t.termsText);
        await terms.getByRole('button', { name: texts.app.close }).click();
        await expect(termsButton).toBeFocused();
        await page.getByLabel(t.agree).check();
        await page.getByRole('button', { name: t.submit, exact: true }).click();
        await expect(page.getByText(t.done)).toBeVisible();
        await expect(page.getByText(t.confirmMail.replace('%{days}', '7'))).toBeVisible();

        await page.getByRole('link', { name: t.goToLogin, exact: true }).click();
        await logIn(page, { texts, email, password: PASSWORD });
        await expect(page.getByText(texts.login.failed)).toBeVisible();

        const confirmation = await mailbox.waitForEmail(email);
        expect(confirmation.subject).toMatch(size === 'phone' ? /^Su cuenta/ : /^Your account/);
        await page.goto(extractLink(confirmation));
        await choosePassword(page, texts);
        await expect(page.getByText(texts.confirmEmail.pending)).toBeVisible();
        await expect(page).toHaveURL('/confirm-email');
        await page.goto('/login');
        await logIn(page, { texts, email, password: CHOSEN_PASSWORD });
        await expect(page.getByText(texts.login.notApproved)).toBeVisible();
        await expect(page).toHaveURL('/login');

        // Approved rows stay in the list while another account waits for approval.
        const other = `other.${size}@example.org`;
        await (await createSuperuserApi(server.url)).addPending(`Other ${size}`, other);
        const head = await openBrowser();
        await openSignedIn(head, '/profile');
        const waiting = rowWith(head, email);
        await expect(waiting).toContainText(SITE);
        await expect(waiting).toContainText(texts.siteNames['Probation Referral']);
        await expect(waiting).toContainText(texts.pendingUsers.proof.confirmed);
        await waiting.getByRole('button').click();
        await expect(head.getByText(texts.pendingUsers.done).first()).toBeVisible();
        const { approvedWhom } = texts.pendingUsers;
        const approvedButton = waiting.getByRole('button', {
          name: approvedWhom.replace('%{name}', fullname),
        });
        await expect(approvedButton).toBeVisible();
        await head.reload();
        await expect(rowWith(head, other)).toBeVisible();
        await expect(waiting).toHaveCount(0);

        await expect.poll(() => emailsTo(mailbox, email).length).toBe(2);
        const approval = await mailbox.waitForEmail(email);
        expect(extractLink(approval)).toBe(`${server.url}/login`);
        await page.goto(extractLink(approval));
        await logIn(page, { texts, email, password: CHOSEN_PASSWORD });
        await openAll(page, { texts });
        await expect(page).toHaveURL('/admin');
      },
    );

    story()(
      'a stranger registers a counsellor’s email address, and the approval gives access to the counsellor only',
      async ({ page, openBrowser, mailbox, server }) => {
        const email = `attacked.${size}@example.org`;
        await (await createSuperuserApi(server.url)).addPending(`Attacked ${size}`, email);
        const head = await openBrowser();
        await openSignedIn(head, '/profile');
        const waiting = rowWith(head, email);
        await expect(waiting).toContainText(texts.pendingUsers.proof.awaited);
        await waiting.getByRole('button').click();
        await expect(head.getByText(texts.pendingUsers.doneAwaited).first()).toBeVisible();

        await page.goto('/login');
        await logIn(page, { texts, email, password: PASSWORD });
        await expect(page.getByText(texts.login.failed)).toBeVisible();

        await expect.poll(() => emailsTo(mailbox, email).length).toBe(2);
        await page.goto(extractLink(await mailbox.waitForEmail(email)));
        await choosePassword(page, texts);
        await expect(page.getByText(texts.confirmEmail.approved)).toBeVisible();
        const login = page
          .getByRole('main')
          .getByRole('link', { name: texts.confirmEmail.toLogin });
        await login.click();
        await logIn(page, { texts, email, password: CHOSEN_PASSWORD });
        await openAll(page, { texts });
        await expect(page).toHaveURL('/admin');
      },
    );

    story()(
      'a super user adds another on their profile, who signs in',
      async ({ page, openBrowser }) => {
        const email = `second.head.${size}@example.org`;
        const t = texts.addSuperuser;
        await openSignedIn(page, '/profile');
        const submit = page.getByRole('button', { name: t.submit, exact: true });
        await submit.click();
        await expect(page.getByText(t.fullnameRequired).last()).toBeVisible();
        await page.getByLabel(texts.register.fullname, { exact: true }).fill(`Second Head ${size}`);
        await page.getByLabel(texts.login.email, { exact: true }).fill(email);
        await page.getByLabel(texts.login.password, { exact: true }).fill(PASSWORD);
        await submit.click();
        await expect(page.getByText(t.done).first()).toBeVisible();

        const theirs = await openBrowser();
        await signInByForm(theirs, { texts, email, password: PASSWORD });
        await theirs.goto('/profile');
        await expect(theirs.getByRole('heading', { name: texts.pendingUsers.title })).toBeVisible();
      },
    );

    story()(
      'a referred person gets a login from the list, and can open only their profile',
      async ({ page, openBrowser, server }) => {
        const email = `referred.${size}@example.org`;
        const api = await createSuperuserApi(server.url);
        await api.fileReferral(`Login-${size}`);
        await signIn(page, { texts });
        const row = await showActions(rowWith(page, `Login-${size}`));
        await row.getByRole('button', { name: texts.referrals.createLogin }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(texts.createLogin.holder).selectOption('person');
        await dialog.getByLabel(texts.login.email, { exact: true }).fill(email);
        await dialog.getByLabel(texts.login.password, { exact: true }).fill(PASSWORD);
        await dialog.getByRole('button', { name: texts.createLogin.submit }).click();
        await expect(dialog.getByText(texts.createLogin.done).first()).toBeVisible();
        await expect(dialog).toHaveCount(0);
        await expect(row).toContainText(texts.referrals.hasAccount);

        const theirs = await openBrowser();
        await theirs.goto('/login');
        await logIn(theirs, { texts, email, password: PASSWORD });
        await expect(theirs.getByRole('heading', { name: texts.profile.title })).toBeVisible();
        await expect(theirs).toHaveURL('/profile');
        await expect(theirs.getByLabel(texts.profile.email, { exact: true })).toHaveValue(email);
        await expect(theirs.getByRole('heading', { name: texts.pendingUsers.title })).toHaveCount(
          0,
        );
        for (const path of ['/admin', '/accounts/list', '/sites']) {
          await theirs.goto(path);
          await expect(theirs.getByText(texts.guard.notAllowed)).toBeVisible();
          await expect(theirs).toHaveURL('/');
        }
      },
    );
  });
}

const emailsTo = (mailbox: Mailbox, email: string) =>
  mailbox.all().filter(({ to }) => to === email);

/** Chooses a password on the page of the confirmation link. */
async function choosePassword(page: Page, { reset, confirmEmail }: Texts): Promise<void> {
  await page.getByLabel(reset.password, { exact: true }).fill(CHOSEN_PASSWORD);
  await page.getByLabel(reset.confirm, { exact: true }).fill(CHOSEN_PASSWORD);
  await page.getByRole('button', { name: confirmEmail.submit, exact: true }).click();
}
