/** Injection payloads in every stored field and in every view that shows it: none executes. */
import { expect, type Page } from '@playwright/test';
import { EXHAUSTIVE } from '../support/exhaustive';
import { report } from '../support/report';
import { PASSWORD } from '../support/fixtures';
import { test } from './fixtures';
import { PAYLOADS, PHONE_PAYLOAD, UNSEEN_PAYLOADS } from './payloads';
import { createSuperuserApi } from './prepare';
import { settle } from './pressPage';
import {
  anyDialog,
  openSignedIn,
  beginSession,
  listRows,
  rowWith,
  showActions,
  SETTINGS,
  signIn,
  alternateStories,
  TEXTS,
} from './steps';

// One worker for all tests, because preparing the data is slow.
test.describe.configure({ mode: 'default' });

/** Collects the calls of `reached` and the browser's own dialogs in this page. */
async function hook(page: Page): Promise<string[]> {
  const reached: string[] = [];
  await page.exposeFunction('reached', (what: unknown) => void reached.push(String(what)));
  page.on('dialog', (dialog) => {
    reached.push(dialog.type());
    void dialog.dismiss();
  });
  return reached;
}

let rendered = 0;
test.afterAll(() => report('payloads rendered by one worker', rendered));

/** Asserts that every payload is shown as text, none as markup, and that the page does not overflow sideways. */
async function expectTexts(page: Page, view: string, payloads: readonly string[] = PAYLOADS) {
  for (const payload of payloads) {
    // White space collapses to one blank.
    const text = payload.replace(/\s+/g, ' ').trim();
    await expect
      .poll(() => page.evaluate(visibleText), { message: `${view}: ${payload}` })
      .toContain(text);
    rendered += 1;
  }
  const isWider = await page.evaluate(
    () => document.documentElement.scrollWidth > window.innerWidth + 1,
  );
  expect({ view, isWider }).toEqual({ view, isWider: false });
  expect(
    await page.locator('main script, main iframe, main details, main svg[onload]').count(),
  ).toBe(0);
}

/** Returns the page's text and the values of its fields. Runs in the page. */
function visibleText(): string {
  const fields = [...document.querySelectorAll('input, textarea')].map(
    (field) => (field as HTMLInputElement).value,
  );
  return [document.body.textContent, ...fields].join(' ').replace(/\s+/g, ' ');
}

/** Data with one record of each kind for each payload, created once per server. */
const prepared = new Map<string, Promise<void>>();
async function createRecords(url: string) {
  const api = await createSuperuserApi(url);
  const manager = (index: number) => `xss.${index}@example.org`;
  for (const [index, payload] of PAYLOADS.entries()) {
    const site = `${payload} xss.${index}`;
    await api.addSite(site);
    await api.addManager(payload, manager(index), site);
    await api.addPending(payload, `xss.pending.${index}@example.org`);
    await api.fileReferral(payload, {
      site: await api.siteChoice(site),
      first_name: payload,
      contact_number: PHONE_PAYLOAD,
      notes: [payload, payload, ...UNSEEN_PAYLOADS.map(({ typed }) => typed)].join('\n'),
    });
  }
}
const managerOf = (index: number) => `xss.${index}@example.org`;

test.beforeEach(async ({ server }) => {
  const preparing = prepared.get(server.url) ?? createRecords(server.url);
  prepared.set(server.url, preparing);
  await preparing;
});

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);
    const story = alternateStories(test, size, 'phone');

    story()('shows payloads as text in the lists and dialogs of a super user', async ({ page }) => {
      test.slow();
      const reached = await hook(page);
      await signIn(page, { texts });
      await expectTexts(page, 'referral list');
      // A row of a phone has a button that calls instead of the number, which is in the record.
      if (size !== 'phone') await expectTexts(page, 'referral list', [PHONE_PAYLOAD]);

      const { seeNotes, update, createLogin } = texts.referrals;
      const dialogs = [seeNotes, update, createLogin, texts.referrals.delete];
      for (const [index, payload] of PAYLOADS.entries()) {
        const row = await showActions(rowWith(page, payload.replace(/\s+/g, ' ').trim()).first());
        // Each payload opens half of the dialogs, and each dialog shows half of the payloads.
        const selected = dialogs.filter((_name, place) => EXHAUSTIVE || (index + place) % 2 === 0);
        for (const name of selected) {
          await row.getByRole('button', { name }).first().click();
          await expect(anyDialog(page)).toBeVisible();
          const unseen = UNSEEN_PAYLOADS.map(({ stored }) => stored);
          const further = { [seeNotes]: unseen, [update]: [PHONE_PAYLOAD] }[name] ?? [];
          if (name !== texts.referrals.delete) await expectTexts(page, name, [payload, ...further]);
          await page.keyboard.press('Escape');
          await expect(anyDialog(page)).toHaveCount(0);
        }
      }

      await page.goto('/sites');
      // On one page, however many sites the tests before have added.
      await page.getByRole('searchbox').fill('xss.');
      await expectTexts(page, 'site list');
      await page.goto('/accounts/list');
      await page.getByRole('searchbox').fill('xss.');
      await expect(listRows(page).filter({ hasText: 'xss.pending.0@' })).toBeVisible();
      await expectTexts(page, 'account list');
      for (const payload of PAYLOADS.slice(0, 4)) {
        const row = await showActions(listRows(page).filter({ hasText: payload }).first());
        await row.getByRole('button', { name: texts.accounts.update }).first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectTexts(page, 'update user', [payload]);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await page.goto('/profile');
      await expect(listRows(page).first()).toBeVisible();
      for (const [index, payload] of PAYLOADS.entries()) {
        // They came in this order, after those of tests before, which may fill a page.
        const row = listRows(page).filter({ hasText: `xss.pending.${index}@` });
        // All rows of a page are drawn once it rests.
        await settle(page);
        if (!(await row.isVisible()))
          await page.getByRole('button', { name: texts.list.nextPage }).click();
        await expect(row).toBeVisible();
        await expectTexts(page, 'pending accounts', [payload]);
      }
      await page.goto('/audit');
      await expect(page.getByRole('heading', { name: texts.auditTrail.title })).toBeVisible();
      expect(reached).toEqual([]);
    });

    test('shows payloads as text in the public forms', async ({ page }) => {
      const reached = await hook(page);
      await page.goto('/');
      await page.getByLabel(texts.referralForm.site, { exact: true }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectTexts(page, 'site options');
      await page.goto('/register');
      await page.getByLabel(texts.register.sites, { exact: true }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectTexts(page, 'sites at registration');
      expect(reached).toEqual([]);
    });
  });
}

test('shows payloads as text in the user’s own name and in the views of a manager', async ({
  page,
}) => {
  test.slow();
  const reached = await hook(page);
  for (const [index, payload] of PAYLOADS.entries()) {
    // Each payload has its own manager and loads six pages. Names and sites are shown by the same parts as for a super user.
    if (!EXHAUSTIVE && index % 3 !== 0) continue;
    await beginSession(page, { email: managerOf(index), password: PASSWORD });
    await page.goto('/profile');
    await expectTexts(page, 'profile', [payload]);
    await page.getByRole('link', { name: TEXTS.en.menu.referrals }).click();
    await expect(page).toHaveURL('/admin');
    await expectTexts(page, 'list of a manager', [payload]);
    await rowWith(page, payload.replace(/\s+/g, ' ').trim())
      .getByRole('button', { name: TEXTS.en.referrals.details })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectTexts(page, 'details for a manager', [payload]);
  }
  expect(reached).toEqual([]);
});

test.describe('an error message of the server', () => {
  test.use({ refusals: [400] });

  test('is shown as text', async ({ page }) => {
    const reached = await hook(page);
    await openSignedIn(page, '/sites');
    // Changed, because the leak detection would otherwise report that this server repeats stored texts.
    const messages = PAYLOADS.filter((payload) => payload.includes('reached(')).map((payload) =>
      payload.replaceAll('reached(', 'window.reached('),
    );
    for (const payload of messages) {
      await page.route('**/api/sites/add', (route) =>
        route.fulfill({ status: 400, json: { detail: payload } }),
      );
      await page.getByLabel('Site Name', { exact: true }).fill('Refused');
      await page.getByRole('button', { name: 'Add Site', exact: true }).click();
      await expectTexts(page, 'a refusal', [payload]);
    }
    expect(reached).toEqual([]);
  });
});

test('escapes payloads in emails, whose readers may run scripts', async ({
  page,
  mailbox,
  server,
}) => {
  const reached = await hook(page);
  const api = await createSuperuserApi(server.url);
  const email = 'xss.letter@example.org';
  await api.addManager(PAYLOADS[0], email);
  await api.addPending(PAYLOADS[1], email);
  await page.request.post(`${server.url}/api/auth/forgot-password`, { data: { email } });
  const message = await mailbox.waitForEmail(email, '');
  await page.setContent(message.html);
  expect(message.html).not.toMatch(/<script|onerror|onload|reached/i);
  expect(reached).toEqual([]);
});
