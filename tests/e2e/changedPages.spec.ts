/** Pages that a browser's translator or an extension has changed before the app starts, and what such a page must not lose. */
import { type Browser, expect, type Page } from '@playwright/test';
import { SITE, test, uniqueClientAddress } from './fixtures';
import { advanceClock, fillPerson, openSignedIn, signIn, TEXTS } from './steps';
import { createSuperuserApi } from './prepare';
import { translatePages } from './translator';

const t = TEXTS.en.referralForm;
const { substances, select, app } = TEXTS.en;

/** A page without the fixture's watch for errors: React reports that it renders a changed page anew. */
const openPage = async (browser: Browser, url: string) => {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    extraHTTPHeaders: uniqueClientAddress(),
  });
  return context.newPage();
};

/** Opens the landing page with its scripts held back. Returns a function that releases them. */
async function openBeforeApp(page: Page): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('summary')).toBeVisible();
  return release;
}

/** Chooses two substances in the page that the server has rendered. */
async function checkSubstances(page: Page) {
  await page.locator('summary').click();
  await page.getByRole('checkbox', { name: substances['Opioid-related'] }).check();
  await page.getByRole('checkbox', { name: substances['Alcohol-related'] }).check();
  await page.locator('summary').click();
}

/** Files the referral from step 1 on, whose fields are filled in. */
async function fileReferral(page: Page, lastName: string) {
  await page.getByRole('button', { name: t.next, exact: true }).click();
  await expect(page.getByRole('heading', { name: t.completeTitle })).toBeVisible();
  await fillPerson(page, lastName);
  await advanceClock(page);
  await page.getByRole('button', { name: t.finish, exact: true }).click();
  await page.getByRole('button', { name: t.notice.continue }).click();
  await expect(page.getByText(t.added)).toBeVisible();
}

const expectSubstances = async (page: Page) => {
  for (const name of [substances['Opioid-related'], substances['Alcohol-related']])
    await expect(page.getByRole('button', { name: `${select.remove} ${name}` })).toBeVisible();
};

/** What extensions do to pages, by the name of a test. */
const CHANGES: Readonly<Record<string, () => void>> = {
  'attributes of every element': () => {
    for (const element of document.querySelectorAll<HTMLElement>('*')) {
      element.setAttribute('data-extension', 'on');
      element.style.outlineColor = 'red';
    }
  },
  'elements around the app': () => {
    for (const place of [document.head, document.body]) {
      place.prepend(document.createElement('extension-bar'));
      place.append(document.createElement('div'));
    }
    document.documentElement.append(document.createElement('extension-overlay'));
  },
  'an element within the app': () => {
    document.querySelector('#root')?.firstElementChild?.before(document.createElement('div'));
  },
  'elements beside the fields': () => {
    for (const input of document.querySelectorAll('form[method=dialog] input'))
      input.after(document.createElement('extension-icon'));
  },
  'elements that are gone': () => {
    for (const element of document.querySelectorAll('form[method=dialog] p, img')) element.remove();
  },
};

for (const [what, change] of Object.entries(CHANGES)) {
  test(`a visitor can file although an extension changed ${what}, and loses nothing`, async ({
    browser,
    server,
  }) => {
    const page = await openPage(browser, server.url);
    const release = await openBeforeApp(page);
    await page.evaluate(change);
    await checkSubstances(page);
    await page.locator('input[name=site]').fill(SITE.toLowerCase());
    release();
    await expectSubstances(page);
    await page.getByLabel(t.substance, { exact: true }).focus();
    await expect(page.getByLabel(t.site, { exact: true })).toHaveValue(SITE);
    await fileReferral(page, `Extended ${Object.keys(CHANGES).indexOf(what)}`);
    await page.context().close();
  });
}

test('a page translated before its app starts keeps what was typed and the focus', async ({
  browser,
  server,
}) => {
  const page = await openPage(browser, server.url);
  await translatePages(page.context(), 'before the app');
  const release = await openBeforeApp(page);
  await checkSubstances(page);
  await page.locator('input[name=site]').pressSequentially('linco');
  release();
  await expectSubstances(page);
  // The rest of the word goes where its beginning was typed.
  await expect(page.getByRole('option', { name: SITE })).toBeVisible();
  await page.keyboard.type('ln');
  await expect(page.getByLabel(t.site, { exact: true })).toHaveValue('lincoln');
  await page.getByRole('option', { name: SITE }).click();
  await fileReferral(page, 'Translated-Early');
  await page.context().close();
});

test('an error of the page loses nothing that was typed', async ({ browser, server }) => {
  const page = await openPage(browser, server.url);
  const release = await openBeforeApp(page);
  release();
  await page.getByLabel(t.substance, { exact: true }).click();
  await page.getByRole('option', { name: substances['Alcohol-related'] }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel(t.site, { exact: true }).fill('lincoln');
  await page.getByRole('option', { name: SITE }).click();
  await page.getByRole('button', { name: t.next, exact: true }).click();
  await fillPerson(page, 'Not-Lost');
  // The question before a guest's referral cannot be shown, once.
  await page.evaluate(() => {
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = () => {
      HTMLDialogElement.prototype.showModal = showModal;
      throw new Error('An extension has changed the page');
    };
  });
  await page.getByRole('button', { name: t.finish, exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(app.errorTitle);
  await page.getByRole('button', { name: app.tryAgain }).click();
  // The question is there again.
  await expect(page.getByLabel(t.lastName, { exact: true })).toHaveValue('Not-Lost');
  await advanceClock(page);
  await page.getByRole('button', { name: t.notice.continue }).click();
  await expect(page.getByText(t.added)).toBeVisible();
  await page.context().close();
});

test('no field is checked for spelling, which may send it to the maker of the browser', async ({
  page,
  server,
}) => {
  const findChecked = () =>
    page.evaluate(() => {
      const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
      return { count: fields.length > 0, checked: [...fields].filter((field) => field.spellcheck) };
    });
  const none = { count: true, checked: [] };
  const api = await createSuperuserApi(server.url);
  await api.fileReferral('Not-Spelled');
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await findChecked()).toEqual(none);
  await signIn(page);
  await page
    .getByRole('link', { name: /^Robin/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await findChecked()).toEqual(none);
  await openSignedIn(page, '/');
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  expect(await findChecked()).toEqual(none);
});

test('a translated list shows the numbers of the pages in sight', async ({ page }) => {
  await translatePages(page.context());
  const rows = (number: string | null) => [
    {
      _id: `account-${number}`,
      fullname: `Account ${number}`,
      username: `account.${number}@example.org`,
      role: 'MANAGER',
      schools: [],
      approved: true,
      created_referrals_only: false,
    },
  ];
  await page.route('**/api/accounts/list?*', (route) => {
    const number = new URL(route.request().url()).searchParams.get('page');
    return route.fulfill({ json: { items: rows(number), pages: 40 } });
  });
  await openSignedIn(page, '/accounts/list');
  const pages = page.getByRole('navigation', { name: TEXTS.en.accounts.pages });
  for (const number of ['5', '6', '7', '40', '39'])
    await pages.getByText(number, { exact: true }).click();
  await expect(pages.getByRole('listitem')).toHaveText([
    '',
    '1',
    '…',
    '36',
    '37',
    '38',
    '39',
    '40',
    '',
  ]);
});
