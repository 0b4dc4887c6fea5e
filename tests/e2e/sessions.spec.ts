/** Sessions in several tabs: concurrent token expiry, sign-out during a refresh, server outages and idle timeout. */
import { expect, type Page, type Request } from '@playwright/test';
import { thorough } from '../support/exhaustive';
import { report } from '../support/report';
import { makeMigratedDataDir, startServerProcess } from '../support/serverProcess';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import {
  invalidateAccessToken,
  refocusUntilRefetched,
  countCalls,
  followRequests,
  refocusUntil,
  signInAgain,
  readStoredTokens,
} from './sessionSteps';
import { openFilters, signIn, signInByForm, TEXTS } from './steps';

const texts = TEXTS.en;
test.use({ refusals: [401, 503] });

const title = (page: Page) => page.getByRole('heading', { name: texts.referrals.title });
const signInDialog = (page: Page) => page.getByRole('dialog', { name: texts.signInAgain.title });

/** How often the token expires, and how often a sign-out overlaps a refresh. */
const WAVES = thorough(2, 10);
const ROUNDS = thorough(2, 20);

test('refreshes once and stays signed in when the token expires in ten tabs at once, repeatedly', async ({
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
  const calls = countCalls(context);
  let refreshes = 0;
  let most = 0;
  let logouts = 0;
  for (let wave = 0; wave < WAVES; wave += 1) {
    const before = calls.count('/auth/refresh');
    await invalidateAccessToken(page);
    const aged = await readStoredTokens(page);
    await Promise.all(tabs.map(refocusUntilRefetched));
    const after = await readStoredTokens(page);
    expect(after.token).not.toBe(aged.token);
    for (const tab of tabs) {
      const isIn = (await title(tab).isVisible()) && new URL(tab.url()).pathname === '/admin';
      if (!isIn || (await readStoredTokens(tab)).token !== after.token) logouts += 1;
    }
    const requests = calls.count('/auth/refresh') - before;
    refreshes += requests;
    most = Math.max(most, requests);
  }
  expect(logouts).toBe(0);
  // One tab refreshes, the others adopt the new tokens.
  expect(most).toBe(1);
  report('waves of expiry in 10 tabs', WAVES);
  report('refresh requests in them', refreshes);
  report('refresh requests in the worst of them', most);
  report('logouts in them', logouts);
});

test('leaves no tokens behind when one tab signs out while another refreshes, repeatedly', async ({
  page,
}) => {
  test.slow();
  const untilQuiet = followRequests(page.context());
  const other = await page.context().newPage();
  await signIn(page);
  await other.goto('/admin');
  await expect(title(other)).toBeVisible();
  let resurrected = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let isRotated = false;
    let release = () => {};
    const mayAnswer = new Promise<void>((resolve) => (release = resolve));
    await other.route('**/api/auth/refresh', async (route) => {
      // The server has rotated the token, but its response arrives too late.
      const response = await route.fetch();
      isRotated = true;
      await mayAnswer;
      await route.fulfill({ response });
    });
    // Otherwise a request of the first tab may be the one that refreshes.
    await untilQuiet();
    await invalidateAccessToken(other);
    await refocusUntil(other, () => isRotated);
    const answered = other.waitForResponse('**/api/auth/refresh');
    // Do not wait until the other tab learns of the sign-out.
    const signOut = page
      .getByRole('banner')
      .getByRole('button', { name: texts.header.logout })
      .click();
    release();
    await Promise.all([signOut, answered]);
    await expect(other).toHaveURL('/login');
    await expect(page).toHaveURL('/');
    // One turn of the event loop later, the tab has processed the response.
    await other.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    for (const tab of [page, other]) {
      const { token, refresh } = await readStoredTokens(tab);
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

test('opens and closes the sign-in dialog of an ended session in both tabs, and signs out of both', async ({
  page,
}) => {
  const other = await page.context().newPage();
  await signIn(page);
  await other.goto('/admin');
  await expect(title(other)).toBeVisible();
  // For both tabs: a refresh by this one would give the session back to the other.
  const context = page.context();
  await context.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: {} }));
  await invalidateAccessToken(other);
  await refocusUntil(other, () => signInDialog(other).isVisible());
  // The session has ended in this tab too. The page stays beneath the dialog.
  await expect(signInDialog(page)).toBeVisible();
  await context.unroute('**/api/auth/refresh');

  await signInAgain(page, texts);
  await expect(title(page)).toBeVisible();
  await expect(signInDialog(other)).toHaveCount(0);
  await expect(title(other)).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: texts.header.logout }).click();
  await expect(other).toHaveURL('/login');
});

test('keeps the session when the server is killed during a refresh and restarted', async ({
  browser,
}) => {
  test.slow();
  const { dataDir, remove } = await makeMigratedDataDir();
  const first = await startServerProcess(dataDir);
  const context = await browser.newContext({ baseURL: first.url, locale: 'en-US' });
  const page = await context.newPage();
  await signIn(page);
  const calls = countCalls(context);
  let isKilled = false;
  await page.route(
    '**/api/auth/refresh',
    async (route) => {
      // Before it rotates the token. The server's tests cover the grace period after a lost response.
      await first.kill();
      await route.abort();
      isKilled = true;
    },
    { times: 1 },
  );
  await invalidateAccessToken(page);
  await refocusUntil(page, () => isKilled);
  const banner = page.getByText(texts.session.reconnecting);
  await expect(banner).toBeVisible();
  const second = await startServerProcess(dataDir, { PORT: new URL(first.url).port });
  await expect(banner).toHaveCount(0);
  await refocusUntilRefetched(page);
  await expect(title(page)).toBeVisible();
  await expect(signInDialog(page)).toHaveCount(0);
  await page.reload();
  await expect(title(page)).toBeVisible();
  report('refresh attempts until the server was back', calls.count('/auth/refresh'));
  await context.close();
  await second.stop();
  remove();
});

/** Sets `exp` of the stored access token to a past time, so that the app sees it as expired. */
const expireToken = (page: Page) =>
  page.evaluate(() => {
    const [head, body = '', sign] = (localStorage.getItem('token') ?? '').split('.');
    const base64 = body.replaceAll('-', '+').replaceAll('_', '/');
    const payload = JSON.parse(atob(base64)) as object;
    const aged = btoa(JSON.stringify({ ...payload, exp: 1_000 })).replaceAll('=', '');
    localStorage.setItem('token', `${head}.${aged}.${sign}`);
  });

test('waits for the server and continues when opened during an outage', async ({ page }) => {
  await signIn(page);
  await expireToken(page);
  let attempts = 0;
  await page.route('**/api/auth/refresh', (route) => {
    attempts += 1;
    return attempts < 3 ? route.fulfill({ status: 503, json: {} }) : route.continue();
  });
  await page.reload();
  await expect(page.getByText(texts.session.reconnecting)).toBeVisible();
  await expect(title(page)).toBeVisible();
  await expect(page.getByText(texts.session.reconnecting)).toHaveCount(0);
  expect(attempts).toBe(3);
});

test('retries loading the refresh code when it fails to load', async ({ browser, server }) => {
  const page = await browser.newPage({ baseURL: server.url, locale: 'en-US' });
  await signIn(page);
  await expireToken(page);
  let attempts = 0;
  // A retry has another address.
  await page.route('**/assets/pipeline-*.js*', (route) => {
    attempts += 1;
    return attempts < 3 ? route.abort() : route.continue();
  });
  await page.reload();
  await expect(page.getByText(texts.session.reconnecting)).toBeVisible();
  await expect(title(page)).toBeVisible();
  await expect(page.getByText(texts.session.reconnecting)).toHaveCount(0);
  expect(attempts).toBe(3);
  await page.close();
});

test('warns in both of two idle tabs, and signs out of both', async ({ page, server }) => {
  const api = await createSuperuserApi(server.url);
  await api.fileReferral('Idle-Two-Tabs');
  const other = await page.context().newPage();
  await page.context().clock.install();
  await signIn(page);
  await other.goto('/admin');
  await expect(title(other)).toBeVisible();
  const warning = (tab: Page) => tab.getByRole('alertdialog', { name: texts.session.idleTitle });
  // Moves the clock of both tabs.
  const advance = (minutes: number) => page.context().clock.fastForward(minutes * 60_000);

  await advance(14.5);
  await expect(warning(page)).toBeVisible();
  await expect(warning(other)).toBeVisible();
  await warning(other).getByRole('button', { name: texts.session.stay }).click();
  await expect(warning(page)).toHaveCount(0);
  await expect(warning(other)).toHaveCount(0);

  await openFilters(page);
  await page.getByRole('textbox', { name: texts.referralFilters.name, exact: true }).fill('typed');
  await advance(16);
  for (const tab of [page, other]) {
    await expect(signInDialog(tab)).toContainText('after no activity for 15 minutes');
    await expect(tab.getByText('Idle-Two-Tabs').first()).not.toBeVisible();
    expect(await readStoredTokens(tab)).toEqual({ token: null, refresh: null });
  }
  await signInAgain(page, texts);
  for (const tab of [page, other]) await expect(signInDialog(tab)).toHaveCount(0);
  const filter = page.getByRole('textbox', { name: texts.referralFilters.name, exact: true });
  await expect(filter).toHaveValue('typed');
});

test('sends the device cookie at the next sign-in only, and hides it from scripts', async ({
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
  const withDeviceCookie = sent.filter(({ cookie }) => cookie.includes('device=v1~'));
  expect(withDeviceCookie.map(({ path }) => path)).toEqual(['/api/auth/login']);
  expect(await page.evaluate(() => document.cookie)).not.toContain('device');
  const cookies = await page.context().cookies(`${new URL(page.url()).origin}/api/auth/login`);
  expect(cookies.filter(({ name }) => name === 'device')).toMatchObject([
    { httpOnly: true, sameSite: 'Strict', path: '/api/auth/login' },
  ]);
});
