/** Password reset by email. */
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../support/fixtures';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { extractLink, logIn, openAll, SETTINGS, type Texts, alternateStories } from './steps';

const NEW_PASSWORD = 'Slow-Copper-58-Gardens';

async function requestResetEmail(page: Page, email: string, texts: Texts): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: texts.login.forgot, exact: true }).click();
  await page.getByRole('button', { name: texts.forgot.submit, exact: true }).click();
  await expect(page.getByText(texts.forgot.emailRequired)).toBeVisible();
  await page.getByLabel(texts.forgot.email, { exact: true }).fill(email);
  await page.getByRole('button', { name: texts.forgot.submit, exact: true }).click();
  await expect(page.getByText(texts.forgot.done)).toBeVisible();
}

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use({ ...settings, refusals: [400, 401, 422] });
    const story = alternateStories(test, size, 'phone');

    story()(
      'sets a new password by the emailed link, and accepts only that one at sign-in',
      async ({ page, mailbox, server }) => {
        const email = `forgetful.${size}@example.org`;
        const t = texts.reset;
        const api = await createSuperuserApi(server.url);
        await api.addManager(`Forgetful ${size}`, email);
        await requestResetEmail(page, email, texts);
        const link = extractLink(await mailbox.waitForEmail(email));
        expect(link).toContain(`${server.url}/reset-password?reset_token=`);

        await page.goto(link);
        const password = page.getByLabel(t.password, { exact: true });
        const confirm = page.getByLabel(t.confirm, { exact: true });
        const submit = page.getByRole('button', { name: t.submit, exact: true });
        await submit.click();
        await expect(page.getByText(t.passwordRequired).last()).toBeVisible();
        await expect(page.getByText(t.confirmRequired).last()).toBeVisible();
        await password.fill(NEW_PASSWORD);
        await confirm.fill(PASSWORD);
        await submit.click();
        await expect(page.getByText(t.mismatch)).toBeVisible();
        await password.fill('password1');
        await confirm.fill('password1');
        await submit.click();
        await expect(page.getByText(texts.register.weakPassword)).toBeVisible();
        await expect(password).toBeFocused();
        await password.fill(NEW_PASSWORD);
        await confirm.fill(NEW_PASSWORD);
        await submit.click();
        await expect(page.getByText(t.done)).toBeVisible();
        await expect(page).toHaveURL('/login');
        await expect(page.getByText(t.done)).toBeVisible();

        await logIn(page, { texts, email, password: PASSWORD });
        await expect(page.getByText(texts.login.failed)).toBeVisible();
        await logIn(page, { texts, email, password: NEW_PASSWORD });
        await openAll(page, { texts });

        await page.goto(link);
        await expect(page.getByText(t.invalid)).toBeVisible();
        await expect(page.getByText(t.openAgain)).toHaveCount(0);
        await expect(page.getByLabel(t.password, { exact: true })).toHaveCount(0);
        // A second email informs the owner, in case somebody else reset the password.
        const emailsTo = () => mailbox.all().filter(({ to }) => to === email);
        await expect.poll(() => emailsTo().length).toBe(2);
        expect(emailsTo()[1]?.text).toContain(`${server.url}/forgot-password`);
      },
    );

    story()(
      'does not keep the token of the link in the browser or send it in a referrer',
      async ({ page, mailbox, server }) => {
        const email = `careful.${size}@example.org`;
        const api = await createSuperuserApi(server.url);
        await api.addManager(`Careful ${size}`, email);
        await requestResetEmail(page, email, texts);
        const link = extractLink(await mailbox.waitForEmail(email));
        const token = new URL(link).searchParams.get('reset_token') ?? '';
        expect(token).not.toBe('');

        const referrers: (string | undefined)[] = [];
        page.on('request', (request) => referrers.push(request.headers().referer));
        await page.goto(link);
        await expect(page.getByLabel(texts.reset.password, { exact: true })).toBeVisible();
        await expect(page).toHaveURL('/reset-password');
        const kept = await page.evaluate(() =>
          JSON.stringify([
            document.title,
            document.cookie,
            window.history.state,
            Object.values(localStorage),
            Object.values(sessionStorage),
          ]),
        );
        expect(kept).not.toContain(token);
        await page.goBack();
        await page.goForward();
        await expect(page).toHaveURL('/reset-password');
        await expect(page.getByText(texts.reset.invalid)).toBeVisible();
        await expect(page.getByText(texts.reset.openAgain)).toBeVisible();
        expect(referrers.filter((referrer) => referrer?.includes(token))).toEqual([]);
      },
    );
  });
}
