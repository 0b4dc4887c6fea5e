/** The staff app in a real browser, on a desktop and on a phone: everything a super user and a manager do with referrals. */
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../support/fixtures';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import {
  beginSession,
  chooseSubstanceAndSite,
  fillPerson,
  openFilters,
  signIn,
  alternateStories,
} from './steps';

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };

/** The table row or card of a person. */
const rowOf = (page: Page, lastName: string) =>
  page.locator('[data-row]').filter({ hasText: lastName });
const name = (page: Page, lastName: string) => rowOf(page, lastName).locator('[data-row-opener]');
const click = (page: Page, button: string) =>
  page.getByRole('button', { name: button, exact: true }).click();

/** Reads the badge of the menu, which a phone shows behind a button. */
async function readCount(page: Page, isPhone: boolean): Promise<number> {
  if (isPhone) await click(page, 'Menu');
  const link = page.getByRole('link', { name: 'Referrals' });
  await expect(link).toContainText(/\d/);
  const text = (await link.textContent()) ?? '';
  if (isPhone) await page.keyboard.press('Escape');
  return Number(/\d+/.exec(text)?.[0]);
}

/** Shows the actions of a row, which are behind a button on a phone. */
async function openActions(page: Page, lastName: string, isPhone: boolean): Promise<void> {
  const more = rowOf(page, lastName).getByRole('button', { name: /^More actions for/ });
  if (isPhone) await more.click();
}

for (const [size, viewport] of Object.entries(SIZES)) {
  const isPhone = size === 'phone';

  test.describe(size, () => {
    test.use({ viewport });
    const story = alternateStories(test, size, 'phone');

    story()(
      'a super user adds, finds and assigns a referral, creates its login, and deletes it',
      async ({ page, server }) => {
        const api = await createSuperuserApi(server.url);
        await api.addManager(`Morgan Desk-${size}`, `morgan.${size}@example.org`);
        await signIn(page);
        const before = await readCount(page, isPhone);

        await click(page, 'Add Referral');
        const added = page.getByRole('dialog', { name: 'Create new Referral' });
        await chooseSubstanceAndSite(page);
        await fillPerson(added, `Desk-${size}`);
        await added.getByRole('button', { name: 'Finish' }).click();
        await expect(added.getByText('Successfully added referral')).toBeVisible();
        await expect(added).toHaveCount(0);
        await expect(rowOf(page, `Desk-${size}`)).toBeVisible();
        await expect(page.getByRole('button', { name: 'Add Referral' })).toBeFocused();
        await expect.poll(() => readCount(page, isPhone)).toBe(before + 1);

        await openFilters(page);
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`robin desk-${size}`);
        await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
        await expect(page.locator('[data-row]')).toHaveCount(1);
        await expect(page.getByText(`Filtered by Name: robin desk-${size}`)).toBeVisible();
        expect(page.url()).not.toContain('desk-');

        await name(page, `Desk-${size}`).click();
        const status = page.getByRole('dialog', { name: /^Referral Status for/ });
        await status.getByLabel('Change referrer').fill('morgan desk');
        await status.getByRole('option', { name: `Morgan Desk-${size}` }).click();
        await status.getByRole('button', { name: 'Update Referral' }).click();
        await expect(status.getByText('Successfully updated referrer.').first()).toBeVisible();
        await expect(status).toHaveCount(0);
        await expect(rowOf(page, `Desk-${size}`)).toContainText(`Morgan Desk-${size}`);

        await openActions(page, `Desk-${size}`, isPhone);
        await rowOf(page, `Desk-${size}`).getByRole('button', { name: 'Create Login' }).click();
        const login = page.getByRole('dialog', { name: /^Create New Referral Account for/ });
        await login.getByLabel('Whose login is it?').selectOption('person');
        await login.getByLabel('Email').fill(`desk.${size}@example.org`);
        await login.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await login.getByRole('button', { name: 'Create Account' }).click();
        await expect(login).toHaveCount(0);
        await expect(rowOf(page, `Desk-${size}`)).toContainText('Has Account');
        // The button that opened the dialog no longer exists.
        await expect(name(page, `Desk-${size}`)).toBeFocused();

        await rowOf(page, `Desk-${size}`).getByRole('button', { name: 'Delete Referral' }).click();
        const question = page.getByRole('alertdialog', { name: 'Delete Referral' });
        await expect(question).toContainText('Are you sure you want to delete this referral?');
        await question.getByLabel('Why?').selectOption('A test');
        await question.getByRole('button', { name: 'Yes' }).click();
        await expect(page.getByText('No Referral Records')).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Referral List' })).toBeFocused();
        await expect.poll(() => readCount(page, isPhone)).toBe(before);
      },
    );

    story()(
      'a manager of a site that is not decided reads notes and details, and can change nothing',
      async ({ page, server }) => {
        const api = await createSuperuserApi(server.url);
        const site = `Undecided ${size}`;
        await api.addSite(site);
        await api.addManager(`Kim Reader-${size}`, `kim.${size}@example.org`, site, null);
        await api.fileReferral(`Read-${size}`, {
          notes: 'Please call\nafter school.',
          site: await api.siteChoice(site),
        });
        await signIn(page, { email: `kim.${size}@example.org`, password: PASSWORD });

        const row = rowOf(page, `Read-${size}`);
        await openActions(page, `Read-${size}`, isPhone);
        await row.getByRole('button', { name: 'See Notes' }).click();
        const note = page.getByRole('dialog', { name: `Note for: Robin Read-${size}` });
        await expect(note).toContainText('after school.');
        await page.keyboard.press('Escape');
        await expect(row.getByRole('button', { name: 'See Notes' })).toBeFocused();

        await row.getByRole('button', { name: 'Referral Details' }).click();
        const details = page.getByRole('dialog');
        await expect(details.getByRole('textbox')).toHaveCount(0);
        await expect(details.getByRole('combobox')).toHaveCount(0);
        await page.keyboard.press('Escape');
        for (const button of ['Add Site', 'Create Login', 'Update Referral', 'Delete Referral']) {
          await expect(page.getByRole('button', { name: button })).toHaveCount(0);
        }
        // Without the notice about it for the tests that follow.
        await api.markSite(site, 'ours');
      },
    );

    test('wraps or scrolls long content in its own box, never the page', async ({
      page,
      server,
    }) => {
      const api = await createSuperuserApi(server.url);
      const substances = ['Alcohol', 'Cannabis', 'Hallucinogen', 'Inhalant', 'Opioid', 'Stimulant'];
      await api.fileReferral(`${'Wolfeschlegelstein'.repeat(5)}-${size}`, {
        first_name: 'A'.repeat(100),
        substance: [
          ...substances.map((what) => `${what}-related`),
          'Sedative or hypnotic related',
          'Unknown substance',
        ],
        notes: `${'long '.repeat(900)}${'x'.repeat(400)}`,
      });
      await signIn(page);
      const row = rowOf(page, `stein-${size}`);
      await expect(row).toBeVisible();
      const overhang = () =>
        page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
      expect(await overhang()).toBe(0);
      await openActions(page, `stein-${size}`, isPhone);
      expect(await overhang()).toBe(0);
      await row.getByRole('button', { name: 'See Notes' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await overhang()).toBe(0);
      await page.keyboard.press('Escape');
      await row.locator('[data-row-opener]').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await overhang()).toBe(0);
    });
  });
}

test('supports the whole list by keyboard alone', async ({ page, server }) => {
  const api = await createSuperuserApi(server.url);
  await api.fileReferral('Keyboard-One');
  await api.fileReferral('Keyboard-Two');
  await signIn(page);
  const press = (...keys: string[]) =>
    keys.reduce<Promise<void>>(
      (before, key) => before.then(() => page.keyboard.press(key)),
      Promise.resolve(),
    );
  /** Presses Tab until the control has the focus. */
  const tabTo = async (target: ReturnType<Page['getByRole']>) => {
    for (let step = 0; step < 80; step += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Tab never reached the control');
  };

  await tabTo(page.getByRole('button', { name: 'Filter', exact: true }));
  await press('Enter');
  await tabTo(page.getByRole('textbox', { name: 'Name', exact: true }));
  await page.keyboard.type('Keyboard-');
  await press('Enter');
  await expect(page.locator('[data-row]')).toHaveCount(2);

  await tabTo(name(page, 'Keyboard-Two'));
  const ring = await name(page, 'Keyboard-Two').evaluate(
    (element) => getComputedStyle(element).outlineStyle,
  );
  expect(ring).not.toBe('none');
  await press('Enter');
  const status = page.getByRole('dialog', { name: 'Referral Status for: Robin Keyboard-Two' });
  await tabTo(status.getByLabel('Referral Status', { exact: true }));
  await press('ArrowDown');
  await tabTo(status.getByLabel('Intake note', { exact: true }));
  await page.keyboard.type('Typed by keyboard');

  // Escape asks before it discards the input. A second Escape returns to the same field.
  await press('Escape');
  await expect(status.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await press('Escape');
  await expect(status.getByLabel('Intake note', { exact: true })).toBeFocused();
  await tabTo(status.getByRole('button', { name: 'Update Referral' }));
  await press('Enter');
  await expect(status).toHaveCount(0);
  await expect(rowOf(page, 'Keyboard-Two')).toContainText('Processed');
  await expect(name(page, 'Keyboard-Two')).toBeFocused();

  await tabTo(rowOf(page, 'Keyboard-Two').getByRole('button', { name: 'Delete Referral' }));
  await press('Enter');
  await tabTo(page.getByRole('alertdialog').getByLabel('Why?'));
  await press('ArrowDown');
  await tabTo(page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }));
  await press('Enter');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(name(page, 'Keyboard-One')).toBeFocused();
});

test('does not cover the focused element by sticky columns', async ({ page, server }) => {
  const api = await createSuperuserApi(server.url);
  await api.fileReferral('Pinned-Columns');
  await signIn(page);
  const row = rowOf(page, 'Pinned-Columns');
  for (const width of [1024, 1440, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    await row.getByRole('button', { name: 'Create Login' }).focus();
    for (const button of ['Create Login', 'Robin', 'Log a call', 'See Notes', 'Update Referral']) {
      const role = button === 'Robin' ? 'link' : 'button';
      const focused = row.getByRole(role, { name: new RegExp(`^${button}`) });
      await expect(focused).toBeFocused();
      const isVisible = await focused.evaluate((element) => {
        const { left, right, top, height } = element.getBoundingClientRect();
        return [left + 2, right - 2].every((x) =>
          element.contains(document.elementFromPoint(x, top + height / 2)),
        );
      });
      expect({ width, button, isVisible }).toEqual({ width, button, isVisible: true });
      await page.keyboard.press('Tab');
    }

    // A button in a sticky column gets the focus without scrolling.
    const scrolled = () =>
      page.getByRole('table').evaluate((table) => table.closest('[class*=scroller]')?.scrollLeft);
    await page
      .getByRole('table')
      .evaluate((table) => table.closest('[class*=scroller]')?.scrollTo(0, 0));
    await row.getByRole('button', { name: 'Update Referral' }).click();
    await page.keyboard.press('Escape');
    await expect(row.getByRole('button', { name: 'Update Referral' })).toBeFocused();
    expect({ width, scrolled: await scrolled() }).toEqual({ width, scrolled: 0 });
  }
});

test('hides columns, also after a reload', async ({ page, server }) => {
  const api = await createSuperuserApi(server.url);
  await api.fileReferral('Columns-Row');
  await signIn(page);
  const header = page.getByRole('columnheader', { name: 'Tracking ID' });
  await expect(header).toBeVisible();
  await click(page, 'Columns');
  await page.getByRole('checkbox', { name: 'Tracking ID' }).click();
  await page.keyboard.press('Escape');
  await expect(header).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Last Name' })).toBeVisible();
  await expect(header).toHaveCount(0);
  const kept = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  expect(kept.toSorted()).toEqual(['refresh_token', 'token']);
});

test.describe('a list that cannot be loaded', () => {
  test.use({ refusals: [503] });

  test('shows an error, keeps its rows, and loads again on request', async ({ page, server }) => {
    const api = await createSuperuserApi(server.url);
    await api.fileReferral('Kept-Row');
    await signIn(page);
    await expect(rowOf(page, 'Kept-Row')).toBeVisible();
    await page.route('**/api/referral/worklist*', (route) =>
      route.fulfill({ status: 503, json: { detail: 'Busy' } }),
    );
    await openFilters(page);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept-Row');
    await click(page, 'Submit');
    await expect(page.getByText(/could not be refreshed/)).toBeVisible();
    await expect(rowOf(page, 'Kept-Row')).toBeVisible();
    await page.unroute('**/api/referral/worklist*');
    await click(page, 'Try again');
    await expect(page.getByText(/could not be refreshed/)).toHaveCount(0);
    await expect(page.locator('[data-row]')).toHaveCount(1);
  });
});

test('opens every page by its URL, and again after a reload', async ({ page }) => {
  await beginSession(page);
  for (const path of ['/admin', '/profile', '/accounts/list', '/sites', '/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});
