/** A session that ends during work: the user signs in over the page and continues. Nothing is lost or sent twice. */
import { expect, type Page } from '@playwright/test';
import { report } from '../support/report';
import { SUPERUSER } from '../support/superuser';
import { PASSWORD } from '../support/fixtures';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { invalidateAccessToken, countCalls, signInAgain, readStoredTokens } from './sessionSteps';
import {
  chooseSubstanceAndSite,
  fillPerson,
  rowWith,
  SETTINGS,
  signIn,
  TEXTS,
  type Texts,
  alternateStories,
} from './steps';

test.use({ refusals: [401, 403] });

const signInDialog = (page: Page, texts: Texts) =>
  page.getByRole('dialog', { name: texts.signInAgain.title });

/** Opens the status dialog of a referral. */
async function openStatus(page: Page, lastName: string, texts: Texts) {
  await rowWith(page, lastName)
    .getByRole('link', { name: /^Robin/ })
    .first()
    .click();
  const title = texts.statusDialog.title.replace('%{name}', `Robin ${lastName}`);
  const dialog = page.getByRole('dialog', { name: title });
  return { dialog, note: dialog.getByLabel(texts.statusDialog.intakeNote, { exact: true }) };
}

/** Exchanges a refresh token outside the browser, as an attacker with a copy would. */
async function exchange(url: string, refreshToken: string): Promise<Response> {
  return fetch(`${url}/api/auth/refresh`, {
    method: 'POST',
    headers: { authorization: `Bearer ${refreshToken}` },
  });
}

/** Counts the stored referrals with a last name. */
async function countStored(page: Page, lastName: string): Promise<number> {
  const { token } = await readStoredTokens(page);
  const response = await page.request.get(`/api/referral/filtered?name=${lastName}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { items: unknown[] }).items.length;
}

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);
    const story = alternateStories(test, size, 'desktop');

    story()(
      'asks to sign in again after reuse of the refresh token, and adds the referral once',
      async ({ page, server }) => {
        const lastName = `Stolen-${size}`;
        await signIn(page, { texts });
        await page.getByRole('button', { name: texts.referrals.add, exact: true }).click();
        const dialog = page.getByRole('dialog', { name: texts.addReferral.title });
        await chooseSubstanceAndSite(page, { texts });
        await fillPerson(dialog, lastName, texts);

        const stolen = (await readStoredTokens(page)).refresh ?? '';
        const first = (await (await exchange(server.url, stolen)).json()) as {
          refresh_token: string;
        };
        const second = (await (await exchange(server.url, first.refresh_token)).json()) as {
          refresh_token: string;
        };
        await invalidateAccessToken(page);
        const calls = countCalls(page.context());
        await dialog.getByRole('button', { name: texts.referralForm.finish, exact: true }).click();

        await expect(signInDialog(page, texts)).toContainText(texts.signInAgain.refused);
        expect((await exchange(server.url, second.refresh_token)).status).toBe(401);
        expect(await readStoredTokens(page)).toEqual({ token: null, refresh: null });
        await signInAgain(page, texts);
        await expect(rowWith(page, lastName)).toHaveCount(1);
        await expect(signInDialog(page, texts)).toHaveCount(0);
        expect(await countStored(page, lastName)).toBe(1);
        // One refused request and one successful request.
        expect(calls.count('/referral/add')).toBe(2);
        report('writes sent again after signing in, and stored', await countStored(page, lastName));
      },
    );

    story()(
      'keeps the note of a user deactivated and reactivated while typing, and saves it once',
      async ({ page, server }) => {
        const email = `typing.${size}@example.org`;
        const lastName = `Noted-${size}`;
        const api = await createSuperuserApi(server.url);
        await api.fileReferral(lastName);
        const id = await api.addSuperuser(`Typing ${size}`, email);
        await signIn(page, { texts, email, password: PASSWORD });
        const { dialog, note } = await openStatus(page, lastName, texts);
        await note.fill('Called twice, no answer yet.');
        // A call during the deactivation would end the session, and with it the page.
        await page.waitForLoadState('networkidle');

        await api.deactivate(id);
        await api.reactivate(id);
        const calls = countCalls(page.context());
        await dialog.getByRole('button', { name: texts.statusDialog.submit, exact: true }).click();
        await expect(signInDialog(page, texts)).toContainText(texts.signInAgain.refused);
        await expect(page.getByText(/Robin/).first()).not.toBeVisible();
        await expect(note).not.toBeVisible();
        await signInAgain(page, texts, PASSWORD);
        await expect(signInDialog(page, texts)).toHaveCount(0);
        await expect(note).toHaveValue('Called twice, no answer yet.');
        await expect(dialog).toHaveCount(0);
        // One refused request and one successful request.
        expect(calls.count('/referral/save')).toBe(2);
        const reopened = await openStatus(page, lastName, texts);
        await expect(reopened.note).toHaveValue('Called twice, no answer yet.');
      },
    );
  });
}

test.describe('on a small phone in Spanish', () => {
  const texts = TEXTS.es;
  test.use({ locale: 'es-MX', viewport: { width: 320, height: 640 } });

  test('the sign-in over an open dialog works by keyboard, and restores the focus', async ({
    page,
    server,
  }) => {
    const api = await createSuperuserApi(server.url);
    await api.fileReferral('By-Keys-Again');
    await signIn(page, { texts });
    const { dialog, note } = await openStatus(page, 'By-Keys-Again', texts);
    await note.fill('Llamé dos veces.');
    // Its name changes during the request.
    const submit = dialog.locator('button[form]');
    await submit.focus();
    await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: {} }));
    await invalidateAccessToken(page);
    await page.keyboard.press('Enter');

    const signInAgainDialog = signInDialog(page, texts);
    const password = signInAgainDialog.getByLabel(texts.login.password, { exact: true });
    await expect(password).toBeFocused();
    await expect(signInAgainDialog.getByLabel(texts.login.email, { exact: true })).toHaveValue(
      SUPERUSER.email,
    );
    await expectAccessible(page, 'sign-in over a dialog');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(signInAgainDialog).toBeVisible();
    // Tab cycles within the dialog and never reaches the page beneath.
    for (let steps = 0; steps < 8; steps += 1) {
      await page.keyboard.press('Tab');
      const isBelow = await page.evaluate(
        () =>
          document.activeElement !== document.body &&
          !document.activeElement?.closest('[data-over-hidden]'),
      );
      expect(isBelow).toBe(false);
    }
    await password.focus();
    await page.keyboard.type('wrong-password');
    await page.keyboard.press('Enter');
    await expect(signInAgainDialog.getByRole('alert')).toHaveText(texts.login.failed);
    await expectAccessible(page, 'sign-in over a dialog, refused');
    await password.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(SUPERUSER.password);
    let resume = () => {};
    const resumed = new Promise<void>((resolve) => (resume = resolve));
    await page.route('**/api/referral/update', async (route) => {
      await resumed;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await expect(signInAgainDialog).toHaveCount(0);
    await expect(submit).toBeFocused();
    await expect(note).toHaveValue('Llamé dos veces.');
    resume();
    await expect(dialog).toHaveCount(0);
    await expect(rowWith(page, 'By-Keys-Again')).toBeVisible();
  });

  test('the idle warning works by keyboard', async ({ page }) => {
    await page.clock.install();
    await signIn(page, { texts });
    // The warning's code loads after the sign-in.
    await page.waitForLoadState('networkidle');
    await page.clock.fastForward(14.5 * 60_000);
    const warning = page.getByRole('alertdialog', { name: texts.session.idleTitle });
    const stay = warning.getByRole('button', { name: texts.session.stay });
    await expect(stay).toBeFocused();
    await expectAccessible(page, 'idle warning');
    await page.keyboard.press('Tab');
    await expect(warning.getByRole('button', { name: texts.header.logout })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(warning).toHaveCount(0);
    await page.clock.fastForward(16 * 60_000);
    await expect(signInDialog(page, texts)).toContainText('15 minutos');
    await expectAccessible(page, 'sign-in after the idle timeout');
    await signInDialog(page, texts)
      .getByRole('button', { name: texts.signInAgain.leave })
      .press('Enter');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText(texts.guard.sessionEnded)).toBeVisible();
  });
});
