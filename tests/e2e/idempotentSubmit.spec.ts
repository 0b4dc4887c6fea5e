/** A killed server, a reloaded page and a double click each lead to exactly one referral. */
import { test as base, expect, type Page } from '@playwright/test';
import {
  makeMigratedDataDir,
  type ServerProcess,
  startServerProcess,
} from '../support/serverProcess';
import { SUPERUSER } from '../support/superuser';
import { test } from './fixtures';
import {
  chooseSubstanceAndSite,
  fillPerson,
  SETTINGS,
  signIn,
  advanceClock,
  type Texts,
  alternateStories,
} from './steps';

const SITE = 'Location Not Listed';
const ADD = '**/api/referral/guest/add';

/** A server that can be killed and restarted on the same port and data folder. */
interface RestartableServer {
  url: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

const testKilling = base.extend<{ restartable: RestartableServer }>({
  restartable: async ({ playwright: _none }, use) => {
    const { dataDir, remove } = await makeMigratedDataDir();
    let server: ServerProcess = await startServerProcess(dataDir);
    const { url } = server;
    const PORT = new URL(url).port;
    await use({
      url,
      kill: () => server.kill(),
      restart: async () => {
        server = await startServerProcess(dataDir, { PORT });
      },
    });
    await server.stop();
    remove();
  },
  baseURL: async ({ restartable }, use) => use(restartable.url),
});

async function fillIn(page: Page, lastName: string, texts: Texts) {
  await page.goto('/');
  await chooseSubstanceAndSite(page, { site: SITE, texts });
  await fillPerson(page, lastName, texts);
  await advanceClock(page);
}

async function sendAsGuest(page: Page, { referralForm }: Texts) {
  await page.getByRole('button', { name: referralForm.finish, exact: true }).click();
  await page.getByRole('button', { name: referralForm.notice.continue, exact: true }).click();
}

/** Counts the stored referrals with a last name. */
async function countStored({ url }: { url: string }, lastName: string): Promise<number> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: SUPERUSER.email, password: SUPERUSER.password }),
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const response = await fetch(`${url}/api/referral/filtered?name=${lastName}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  return ((await response.json()) as { items: unknown[] }).items.length;
}

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  testKilling.describe(size, () => {
    testKilling.use(settings);
    const story = alternateStories(testKilling, size, 'phone');
    const retryNotice = (page: Page) => page.getByText(texts.sending.tryingAgain);

    story()(
      'sends the referral once, automatically, when a killed server is back',
      async ({ page, restartable }) => {
        await fillIn(page, 'Killed-Before', texts);
        await restartable.kill();
        await sendAsGuest(page, texts);
        await expect(retryNotice(page)).toBeVisible();
        await expect(page.getByLabel(texts.referralForm.lastName, { exact: true })).toHaveValue(
          'Killed-Before',
        );
        await restartable.restart();
        await expect(page.getByText(texts.referralForm.added)).toBeVisible({ timeout: 60_000 });
        expect(await countStored(restartable, 'Killed-Before')).toBe(1);
      },
    );

    story()(
      'stores the referral once when the server is killed between storing it and responding',
      async ({ page, restartable }) => {
        await fillIn(page, 'Killed-After', texts);
        let isStored = false;
        await page.route(
          ADD,
          async (route) => {
            const response = await route.fetch();
            isStored = response.ok();
            await restartable.kill();
            await route.abort('connectionreset');
          },
          { times: 1 },
        );
        await sendAsGuest(page, texts);
        await expect(retryNotice(page)).toBeVisible();
        expect(isStored).toBe(true);
        await restartable.restart();
        await expect(page.getByText(texts.referralForm.added)).toBeVisible({ timeout: 60_000 });
        expect(await countStored(restartable, 'Killed-After')).toBe(1);
      },
    );
  });
}

test('stores one referral when the page is reloaded while sending and filled in alike again', async ({
  page,
  server,
}) => {
  const { texts } = SETTINGS.desktop;
  await fillIn(page, 'Reloaded', texts);
  page.on('dialog', (dialog) => void dialog.accept());
  const reached = new Promise<void>((resolve) => {
    void page.route(
      ADD,
      async (route) => {
        await route.fetch();
        resolve();
        // The response never arrives.
      },
      { times: 1 },
    );
  });
  await sendAsGuest(page, texts);
  await reached;
  expect(await countStored(server, 'Reloaded')).toBe(1);
  await page.reload();
  await fillIn(page, 'Reloaded', texts);
  await sendAsGuest(page, texts);
  await expect(page.getByText(texts.referralForm.added)).toBeVisible();
  expect(await countStored(server, 'Reloaded')).toBe(1);
});

test('stores one referral after a double click, and shows the button as busy', async ({
  page,
  server,
}) => {
  const { texts } = SETTINGS.desktop;
  await signIn(page);
  await fillIn(page, 'Clicked-Twice', texts);
  await page.route('**/api/referral/add', async (route) => {
    await expect(page.getByRole('button', { name: 'Finish' })).toHaveAttribute('aria-busy', 'true');
    await route.continue();
  });
  await page.getByRole('button', { name: 'Finish' }).dblclick();
  await expect(page.getByText(texts.referralForm.added)).toBeVisible();
  expect(await countStored(server, 'Clicked-Twice')).toBe(1);
});
