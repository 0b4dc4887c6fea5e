/** A morning at the desk: who waits longest, a search, a period, the tabs, and a list that is as it was left. */
import { expect, type Page } from '@playwright/test';
import { readBrowserStorage } from './browserStorage';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { invalidateAccessToken, readStoredTokens, refocusUntil, signInAgain } from './sessionSteps';
import { alternateStories, openFilters, rowWith, SETTINGS, signIn, type Texts } from './steps';

// Sent when the session is over.
test.use({ refusals: [401] });

const openers = (page: Page) => page.locator('[data-row-opener]');
const statusTab = (page: Page, name: string) =>
  page.getByRole('radio', { name: new RegExp(`^${name}( \\d+)?$`) });

type Order = 'waiting' | 'oldest';

/** Orders the list: a phone has a field for it, a wide window the heads of its columns. */
async function orderBy(page: Page, texts: Texts, by: Order): Promise<void> {
  const field = page.getByLabel(texts.order.title, { exact: true });
  if (await field.isVisible()) await field.selectOption({ label: texts.order[by] });
  else await headOf(page, texts, by).getByRole('button').click();
  await expectOrder(page, texts, by);
}

async function expectOrder(page: Page, texts: Texts, by: Order): Promise<void> {
  const field = page.getByLabel(texts.order.title, { exact: true });
  if (await field.isVisible()) await expect(field).toHaveValue(by);
  else await expect(headOf(page, texts, by)).toHaveAttribute('aria-sort', /ending$/);
}

const headOf = (page: Page, texts: Texts, by: Order) =>
  page.getByRole('columnheader', {
    name: by === 'waiting' ? texts.referrals.waiting : texts.referrals.entryDate,
  });
const searchBox = (page: Page, texts: Texts) => page.getByLabel(texts.search.label);

async function openPage(page: Page, texts: Texts, name: string) {
  const menu = page.getByRole('button', { name: texts.menu.title, exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name }).first().click();
}

/** Refuses both tokens of the page, as the server does once a session is over. */
async function endSession(page: Page) {
  await invalidateAccessToken(page);
  await page.evaluate(() => localStorage.setItem('refresh_token', 'over'));
}

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);
    const story = alternateStories(test, size, 'desktop');
    const status = texts.referralStatus;

    story()(
      'finds who waits longest, and a person by a part of the phone number',
      async ({ page, server }) => {
        const api = await createSuperuserApi(server.url);
        const [first, second, third] = ['Uno', 'Dos', 'Tres'].map((name) => `Wait${name}-${size}`);
        const done = await api.fileReferral(first ?? '');
        await api.fileReferral(second ?? '');
        await api.fileReferral(third ?? '', { contact_number: '(555) 873-4410' });
        await api.setStatus(done, 'Processed');
        await signIn(page, { texts });

        await searchBox(page, texts).fill(`Robin Wait`);
        await page.keyboard.press('Enter');
        await expect(openers(page).first()).toContainText(third ?? '');
        await orderBy(page, texts, 'waiting');
        // The one that is done waits for nothing.
        await expect(openers(page).first()).toContainText(second ?? '');
        await expect(openers(page).last()).toContainText(first ?? '');

        await openers(page).first().press('Escape');
        await page.locator('h1').focus();
        await page.keyboard.press('/');
        await expect(searchBox(page, texts)).toBeFocused();
        await page.keyboard.type('873-44');
        await page.keyboard.press('Enter');
        await expect(page.locator('[data-row]')).toHaveCount(1);
        await expect(rowWith(page, third ?? '')).toBeVisible();
        await searchBox(page, texts).press('Escape');
        await expect(searchBox(page, texts)).toHaveValue('');
      },
    );

    story()(
      'narrows by tabs, whose numbers are those of the list they open, and by a period',
      async ({ page, server }) => {
        const api = await createSuperuserApi(server.url);
        const name = `Tabs-${size}`;
        await api.fileReferral(name);
        await api.fileReferral(name, { first_name: 'Kim' });
        await api.setStatus(await api.fileReferral(name, { first_name: 'Lee' }), 'Processed');
        await signIn(page, { texts });
        await searchBox(page, texts).fill(name);
        await page.keyboard.press('Enter');
        await expect(rowWith(page, name)).toHaveCount(3);

        for (const [label, count] of [
          [status.Pending, 2],
          [status.Processed, 1],
          [status['Declined Services'], 0],
        ] as const) {
          const tab = page.getByRole('radio', { name: `${label} ${count}`, exact: true });
          await tab.check({ force: true });
          await expect(page.locator('[data-row]')).toHaveCount(count);
        }
        await statusTab(page, texts.tabs.all).check({ force: true });
        await expect(rowWith(page, name)).toHaveCount(3);

        await openFilters(page, texts);
        const period = page.getByRole('combobox', { name: texts.periods.title, exact: true });
        await period.selectOption({ label: texts.periods.today });
        await page.getByRole('button', { name: texts.referralFilters.submit, exact: true }).click();
        await expect(page.getByText(texts.periods.today).last()).toBeAttached();
        await expect(rowWith(page, name)).toHaveCount(3);

        await openFilters(page, texts);
        await period.selectOption({ label: texts.periods.range });
        await page.getByLabel(texts.periods.from, { exact: true }).fill('2020-01-01');
        await page.getByLabel(texts.periods.to, { exact: true }).fill('2019-01-01');
        await page.getByRole('button', { name: texts.referralFilters.submit, exact: true }).click();
        await expect(page.getByText(texts.periods.wrong)).toBeVisible();
        await expect(page.getByLabel(texts.periods.to, { exact: true })).toBeFocused();
        await page.getByLabel(texts.periods.to, { exact: true }).fill('2020-12-31');
        await page.getByRole('button', { name: texts.referralFilters.submit, exact: true }).click();
        await expect(page.getByText(texts.referrals.emptyFiltered)).toBeVisible();
      },
    );

    story()(
      'is as it was left, after another page and another sign-in, and leaves no trace',
      async ({ page, server }) => {
        const api = await createSuperuserApi(server.url);
        const name = `Left-${size}`;
        const people = Array.from({ length: 30 }, (_, at) => `Person${at}`);
        for (const first_name of people) await api.fileReferral(name, { first_name });
        await signIn(page, { texts });
        await searchBox(page, texts).fill(name);
        await page.keyboard.press('Enter');
        await expect(rowWith(page, name)).toHaveCount(30);
        await statusTab(page, status.Pending).check({ force: true });
        await orderBy(page, texts, 'oldest');
        await expect(openers(page).first()).toContainText('Person0');
        await openFilters(page, texts);
        const typed = page.getByLabel(texts.referralFilters.trackingId, { exact: true });
        await typed.fill('R-unsent');
        await openers(page).last().scrollIntoViewIfNeeded();
        const top = () =>
          openers(page)
            .last()
            .evaluate((row) => row.getBoundingClientRect().top);
        const before = await top();

        const expectAsLeft = async () => {
          await expect(statusTab(page, status.Pending)).toBeChecked();
          await expectOrder(page, texts, 'oldest');
          await expect(searchBox(page, texts)).toHaveValue(name);
          await expect(rowWith(page, name)).toHaveCount(30);
          await expect(typed).toHaveValue('R-unsent');
          await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
        };
        await openPage(page, texts, texts.menu.accounts);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.accounts.title);
        await page.goBack();
        await expectAsLeft();
        await openPage(page, texts, texts.menu.profile);
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(texts.referrals.title);
        await openPage(page, texts, texts.menu.referrals);
        await expectAsLeft();

        await endSession(page);
        const dialog = page.getByRole('dialog', { name: texts.signInAgain.title });
        await refocusUntil(page, () => dialog.isVisible());
        await signInAgain(page, texts);
        await expect(dialog).toHaveCount(0);
        await expectAsLeft();

        expect(page.url()).toBe(`${server.url}/admin`);
        const stored = await page.evaluate(readBrowserStorage);
        expect(stored.filter(({ text }) => /Left-|Pending|oldest|R-unsent/.test(text))).toEqual([]);
        expect((await readStoredTokens(page)).token).not.toBeNull();
      },
    );
  });
}
