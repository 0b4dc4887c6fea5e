/** Sessions in several tabs: tokens that age all at once, signing out in the middle of it, a server that goes away, nobody there. */
import { expect, type Page, type Request } from '@playwright/test';
import { thorough } from '../support/exhaustive';
import { report } from '../support/report';
import { makeMigratedDataDir, startServerProcess } from '../support/serverProcess';
import { test } from './fixtures';
import { superuserApi } from './prepare';
import {
  agePage,
  askAgain,
  followCalls,
  lookUntil,
  signInAgain,
  storedTokens,
} from './sessionSteps';
import { signIn, signInByForm, TEXTS } from './steps';

const texts = TEXTS.en;
test.use({ refusals: [401, 503] });

const title = (page: Page) => page.getByRole('heading', { name: texts.referrals.title });
const again = (page: Page) => page.getByRole('dialog', { name: texts.signInAgain.title });

/** As often as a token ages, or a sign-out is crossed, in a row. */
const WAVES = thorough(2, 10);
const ROUNDS = thorough(2, 20);

test('ten tabs whose token ages at once, again and again, exchange it and stay signed in', async ({
  page,
}) => {
  test.slow();
  const context = page.context();
  await signIn(page);
  const tabs = [page];
  while (tabs.length < 10) {
    const tab = await context.newPage();
    await tab.goto('/admin');
    await expect(title(tab)).toBeVisible();
    tabs.push(tab);
  }
  const calls = followCalls(context);
  let refreshes = 0;
  let most = 0;
  let logouts = 0;
  for (let wave = 0; wave < WAVES; wave += 1) {
    const before = calls.count('/auth/refresh');
    await agePage(page);
    const aged = await storedTokens(page);
    await Promise.all(tabs.map(askAgain));
    const after = await storedTokens(page);
    expect(after.token).not.toBe(aged.token);
    for (const tab of tabs) {
      const isIn = (await title(tab).isVisible()) && new URL(tab.url()).pathname === '/admin';
      if (!isIn || (await storedTokens(tab)).token !== after.token) logouts += 1;
    }
    const made = calls.count('/auth/refresh') - before;
    refreshes += made;
    most = Math.max(most, made);
  }
  expect(logouts).toBe(0);
  // One tab exchanges, the others take over.
  expect(most).toBe(1);
  report('waves of expiry in 10 tabs', WAVES);
  report('refresh requests in them', refreshes);
  report('refresh requests in the worst of them', most);
  report('logouts in them', logouts);
});

test('signing out in one tab while another exchanges its token leaves nothing behind, again and again', async ({
  page,
}) => {
  test.slow();
  const other = await page.context().newPage();
  await signIn(page);
  await other.goto('/admin');
  await expect(title(other)).toBeVisible();
  let resurrected = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let isThere = false;
    let release = () => {};
    const mayAnswer = new Promise<void>((resolve) => (release = resolve));
    await other.route('**/api/auth/refresh', async (route) => {
      // The server has exchanged the token; its answer comes too late.
      const response = await route.fetch();
      isThere = true;
      await mayAnswer;
      await route.fulfill({ response });
    });
    await agePage(other);
    await lookUntil(other, () => isThere);
    const answered = other.waitForResponse('**/api/auth/refresh');
    // Without waiting for the other tab to hear of it first.
    const left = page
      .getByRole('banner')
      .getByRole('button', { name: texts.header.logout })
      .click();
    release();
    await Promise.all([left, answered]);
    await expect(other).toHaveURL('/login');
    await expect(page).toHaveURL('/');
    // The answer has been dealt with by now.
    await other.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    for (const tab of [page, other]) {
      const { token, refresh } = await storedTokens(tab);
      if (token !== null || refresh !== null) resurrected += 1;
    }
    await other.unroute('**/api/auth/refresh');
    await signIn(page);
    await expect(title(other)).toBeVisible();
  }
  expect(resurrected).toBe(0);
  report('logouts crossed by a refresh', ROUNDS);
  report('sessions brought back by them', resurrected);
});

test('leaving in one tab leaves the dialog of an ended session in another', async ({ page }) => {
  const other = await page.context().newPage();
  await signIn(page);
  await other.goto('/admin');
  await expect(title(other)).toBeVisible();
  await other.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: {} }));
  await agePage(other);
  await lookUntil(other, () => again(other).isVisible());
  // It ended here as well, by itself: what is on screen waits.
  await expect(again(page)).toBeVisible();
  await other.unroute('**/api/auth/refresh');

  await signInAgain(page, texts);
  await expect(title(page)).toBeVisible();
  await expect(again(other)).toHaveCount(0);
  await expect(title(other)).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: texts.header.logout }).click();
  await expect(other).toHaveURL('/login');
});

test('a server that is killed in the middle of an exchange and started again signs nobody out', async ({
  browser,
}) => {
  test.slow();
  const { dataDir, remove } = await makeMigratedDataDir();
  const first = await startServerProcess(dataDir);
  const context = await browser.newContext({ baseURL: first.url, locale: 'en-US' });
  const page = await context.newPage();
  await signIn(page);
  const calls = followCalls(context);
  let isKilled = false;
  await page.route(
    '**/api/auth/refresh',
    async (route) => {
      // Before it could exchange anything: how long it remembers an answer that got lost is tested with the server.
      await first.kill();
      await route.abort();
      isKilled = true;
    },
    { times: 1 },
  );
  await agePage(page);
  await lookUntil(page, () => isKilled);
  const banner = page.getByText(texts.session.reconnecting);
  await expect(banner).toBeVisible();
  const second = await startServerProcess(dataDir, { PORT: new URL(first.url).port });
  await expect(banner).toHaveCount(0);
  await askAgain(page);
  await expect(title(page)).toBeVisible();
  await expect(again(page)).toHaveCount(0);
  await page.reload();
  await expect(title(page)).toBeVisible();
  report('tries of a refresh until the server was back', calls.count('/auth/refresh'));
  await context.close();
  await second.stop();
  remove();
});

/** Expired, as it says itself. */
const expireToken = (page: Page) =>
  page.evaluate(() => {
    const [head, body = '', sign] = (localStorage.getItem('token') ?? '').split('.');
    const base64 = body.replaceAll('-', '+').replaceAll('_', '/');
    const payload = JSON.parse(atob(base64)) as object;
    const aged = btoa(JSON.stringify({ ...payload, exp: 1_000 })).replaceAll('=', '');
    localStorage.setItem('token', `${head}.${aged}.${sign}`);
  });

test('opened while the server is away, the app waits for it and goes on', async ({ page }) => {
  await signIn(page);
  await expireToken(page);
  let tries = 0;
  await page.route('**/api/auth/refresh', (route) => {
    tries += 1;
    return tries < 3 ? route.fulfill({ status: 503, json: {} }) : route.continue();
  });
  await page.reload();
  await expect(page.getByText(texts.session.reconnecting)).toBeVisible();
  await expect(title(page)).toBeVisible();
  await expect(page.getByText(texts.session.reconnecting)).toHaveCount(0);
  expect(tries).toBe(3);
});

test('the code for refreshing is asked for again when it does not arrive', async ({
  browser,
  server,
}) => {
  const page = await browser.newPage({ baseURL: server.url, locale: 'en-US' });
  await signIn(page);
  await expireToken(page);
  let tries = 0;
  await page.route('**/assets/http-*.js', (route) => {
    tries += 1;
    return tries < 3 ? route.abort() : route.continue();
  });
  await page.reload();
  await expect(page.getByText(texts.session.reconnecting)).toBeVisible();
  await expect(title(page)).toBeVisible();
  await expect(page.getByText(texts.session.reconnecting)).toHaveCount(0);
  expect(tries).toBe(3);
  await page.close();
});

test('nobody at either of two tabs is warned, and signed out, in both', async ({
  page,
  server,
}) => {
  const api = await superuserApi(server.url);
  await api.fileReferral('Idle-Two-Tabs');
  const other = await page.context().newPage();
  await page.context().clock.install();
  await signIn(page);
  await other.goto('/admin');
  await expect(title(other)).toBeVisible();
  const warning = (tab: Page) => tab.getByRole('alertdialog', { name: texts.session.idleTitle });
  // In both tabs.
  const pass = (minutes: number) => page.context().clock.fastForward(minutes * 60_000);

  await pass(14.5);
  await expect(warning(page)).toBeVisible();
  await expect(warning(other)).toBeVisible();
  await warning(other).getByRole('button', { name: texts.session.stay }).click();
  await expect(warning(page)).toHaveCount(0);
  await expect(warning(other)).toHaveCount(0);

  await page.getByRole('textbox', { name: texts.referralFilters.name, exact: true }).fill('typed');
  await pass(16);
  for (const tab of [page, other]) {
    await expect(again(tab)).toContainText('nobody was here for 15 minutes');
    await expect(tab.getByText('Idle-Two-Tabs').first()).not.toBeVisible();
    expect(await storedTokens(tab)).toEqual({ token: null, refresh: null });
  }
  await signInAgain(page, texts);
  for (const tab of [page, other]) await expect(again(tab)).toHaveCount(0);
  const filter = page.getByRole('textbox', { name: texts.referralFilters.name, exact: true });
  await expect(filter).toHaveValue('typed');
});

test('a browser that has signed in shows its mark at the next sign-in, there alone, and no script sees it', async ({
  page,
}) => {
  await signInByForm(page);
  await page.evaluate(() => localStorage.clear());
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await signInByForm(page);
  const sent = await Promise.all(
    requests.map(async (request) => ({
      path: new URL(request.url()).pathname,
      cookie: (await request.headerValue('cookie')) ?? '',
    })),
  );
  const marked = sent.filter(({ cookie }) => cookie.includes('device=v1~'));
  expect(marked.map(({ path }) => path)).toEqual(['/api/auth/login']);
  expect(await page.evaluate(() => document.cookie)).not.toContain('device');
  const cookies = await page.context().cookies(`${new URL(page.url()).origin}/api/auth/login`);
  expect(cookies.filter(({ name }) => name === 'device')).toMatchObject([
    { httpOnly: true, sameSite: 'Strict', path: '/api/auth/login' },
  ]);
});
