/** The landing page while no script has arrived, and how the app takes it over. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { SITE, test } from './fixtures';
import { chooseSubstanceAndSite, TEXTS } from './steps';

const SCRIPTS = '**/assets/*.js';

/** Opens the landing page; its scripts arrive when the answer is called. */
async function openBeforeScript(page: Page, address = '/'): Promise<() => void> {
  let arrive = () => {};
  const gate = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(SCRIPTS, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return arrive;
}

/**
 * Opens the landing page, where React may do so many slices of its work until the answer is called. Whenever it looks at the
 * clock its time is up, so that a slice is as small as it gets, and as much on a fast machine as on a slow one.
 */
async function openInTheMidst(page: Page, slices: number): Promise<() => Promise<void>> {
  await page.addInitScript((count) => {
    const { postMessage } = MessagePort.prototype;
    const held: (() => void)[] = [];
    let left = count;
    const now = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => now() + (left < Infinity ? (ahead += 10) : ahead);
    MessagePort.prototype.postMessage = function post(message: unknown) {
      const send = () => postMessage.call(this, message);
      if (left > 0) send();
      else held.push(send);
      left -= 1;
    };
    Object.assign(window, {
      held,
      goOn: () => {
        left = Infinity;
        for (const send of held) send();
      },
    });
  }, slices);
  await page.goto('/');
  await page.waitForFunction(() => (window as unknown as { held: unknown[] }).held.length > 0);
  await expect(choices(page)).toBeVisible();
  return () => page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
}

const choices = (page: Page) => page.locator('summary');
const siteInput = (page: Page) => page.locator('input[name=site]');
const isTakenOver = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-ready', '');

for (const [language, texts] of Object.entries(TEXTS)) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });

    test('everything stands there before any script', async ({ page }) => {
      // The whole list in sight: what is scrolled under the way out is small there.
      await page.setViewportSize({ width: 1280, height: 1600 });
      const arrive = await openBeforeScript(page);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByText(texts.landing.emergency)).toBeVisible();
      await expect(
        page.getByRole('heading', { name: texts.referralForm.startTitle }),
      ).toBeVisible();
      await expect(page.locator('datalist option', { hasText: SITE })).toHaveCount(1);
      await choices(page).click();
      await expect(page.getByRole('checkbox')).toHaveCount(8);
      await expectAccessible(page, 'landing page before any script');
      arrive();
      await isTakenOver(page);
    });

    test('what was entered before is there afterwards, and the early Next leads on', async ({
      page,
    }) => {
      const { substances, referralForm } = texts;
      const arrive = await openBeforeScript(page);
      await choices(page).click();
      await page.getByRole('checkbox', { name: substances['Opioid-related'] }).check();
      await page.getByRole('checkbox', { name: substances['Alcohol-related'] }).check();
      await choices(page).click();
      await siteInput(page).fill(SITE.toUpperCase());
      await page.getByRole('button', { name: referralForm.next, exact: true }).click();
      await expect(page.getByText(referralForm.starting)).toBeVisible();
      arrive();
      await expect(page.getByRole('heading', { name: referralForm.completeTitle })).toBeVisible();
      expect(new URL(page.url()).search).toBe('');

      await page.getByRole('button', { name: referralForm.back, exact: true }).click();
      const remove = (name: string) =>
        page.getByRole('button', { name: `${texts.select.remove} ${name}` });
      await expect(remove(substances['Opioid-related'])).toBeVisible();
      await expect(remove(substances['Alcohol-related'])).toBeVisible();
      await expect(page.getByLabel(referralForm.site, { exact: true })).toHaveValue(SITE);
    });
  });
}

test('an early Next without a site says what is missing, once the script is there', async ({
  page,
}) => {
  const { next, flags } = TEXTS.en.referralForm;
  const arrive = await openBeforeScript(page);
  await page.getByRole('button', { name: next, exact: true }).click();
  arrive();
  await expect(page.getByText(flags.substance, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(flags.site, { exact: true }).first()).toBeVisible();
});

test('the person goes on in the list they have open while the script arrives', async ({ page }) => {
  const { substances } = TEXTS.en;
  const arrive = await openBeforeScript(page);
  await choices(page).click();
  const checkbox = (name: string) => page.getByRole('checkbox', { name });
  await checkbox(substances['Opioid-related']).check();
  arrive();
  await isTakenOver(page);
  await expect(checkbox(substances['Opioid-related'])).toBeChecked();
  await checkbox(substances['Unknown substance']).check();
  await siteInput(page).focus();
  await expect(page.getByLabel('Substance', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(2);
});

test('a site half typed when the script arrives is found in its list', async ({ page }) => {
  const arrive = await openBeforeScript(page);
  await siteInput(page).click();
  await siteInput(page).pressSequentially('lincoln');
  arrive();
  await page.getByRole('option', { name: SITE }).click();
  await expect(siteInput(page)).toHaveValue(SITE);
});

test('taking over moves nothing, and makes nothing anew', async ({ page }) => {
  const arrive = await openBeforeScript(page);
  await page.evaluate(() => {
    document.querySelector('h1')?.setAttribute('data-same', '');
    document.querySelector('form[method=dialog]')?.setAttribute('data-same', '');
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const place = () => page.locator('form[method=dialog]').boundingBox();
  const before = await place();
  arrive();
  await isTakenOver(page);
  await expect(page.getByLabel('Substance', { exact: true })).toBeVisible();
  expect(await place()).toEqual(before);
  await expect(page.locator('h1[data-same], form[data-same]')).toHaveCount(2);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  // A fraction of a pixel, between a text and the same text in an input.
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001);
});

// It takes some three hundred until the form is the app's.
for (const slices of [0, 50, 200]) {
  test.describe(`while the app takes over, held up after ${slices} slices of its work`, () => {
    const { substances, referralForm } = TEXTS.en;

    test('Next is answered', async ({ page }) => {
      const goOn = await openInTheMidst(page, slices);
      await page.getByRole('button', { name: referralForm.next, exact: true }).click();
      await goOn();
      await expect(page.getByText(referralForm.flags.substance).first()).toBeVisible();
    });

    test('what is being typed is found in its list', async ({ page }) => {
      const goOn = await openInTheMidst(page, slices);
      await siteInput(page).pressSequentially('lincoln');
      await goOn();
      await page.getByRole('option', { name: SITE }).click();
      await expect(siteInput(page)).toHaveValue(SITE);
    });

    test('a list that is being opened stays, with what is checked in it', async ({ page }) => {
      const goOn = await openInTheMidst(page, slices);
      await choices(page).click();
      await page.getByRole('checkbox', { name: substances['Opioid-related'] }).check();
      await goOn();
      await siteInput(page).focus();
      await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
    });
  });
}

test('before the visitor acts, the page asks for itself, its scripts and its pictures alone', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await isTakenOver(page);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => path !== '/' && !/^\/(assets\/|logo|favicon)/.test(path))).toEqual(
    [],
  );
});

test('a script that does not arrive is told of where it is missed', async ({ page, refusals }) => {
  refusals.push(404);
  await page.route(SCRIPTS, (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await expect(page.getByText(TEXTS.en.referralForm.notStarted)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page can be read, and says what it needs', async ({ page }) => {
    await page.goto('/?lang=es');
    await expect(page.getByRole('heading', { name: TEXTS.es.landing.title })).toBeVisible();
    await expect(page.locator('noscript p')).toBeVisible();
  });
});

test.describe('a link', () => {
  test('opens the form with the site chosen, in its language, which is remembered', async ({
    page,
    server,
  }) => {
    const sites = (await (await fetch(`${server.url}/api/sites/all`)).json()) as {
      _id: string;
      name: string;
    }[];
    const site = sites.find(({ name }) => name === SITE);
    await page.goto(`/?site=${site?._id}&lang=es`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByLabel(TEXTS.es.referralForm.site, { exact: true })).toHaveValue(SITE);

    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByLabel(TEXTS.es.referralForm.site, { exact: true })).toHaveValue('');
  });

  test('chooses nothing for who has chosen before, and nothing where the site is gone', async ({
    page,
  }) => {
    await page.goto('/?site=gone');
    await isTakenOver(page);
    await expect(page.getByLabel('Site', { exact: true })).toHaveValue('');
    await chooseSubstanceAndSite(page, {});
    await expect(page.getByRole('heading', { name: 'Complete Referral' })).toBeVisible();
  });

  test('follows the switch: reloading keeps what was chosen last', async ({ page }) => {
    await page.goto('/?lang=es');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
