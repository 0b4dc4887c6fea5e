/**
 * Five tabs with a server that accepts each refresh token once, without a grace period. The access token expires a few times
 * in `npm test`, more often with `EXHAUSTIVE=1`, and as often as given with `WAVES=300 npx playwright test strictRotation`.
 */
import { expect, type Page } from '@playwright/test';
import { thorough } from '../support/exhaustive';
import { report } from '../support/report';
import { thirdPartySuperuser, test } from './thirdPartyBackendFixtures';
import { refocusUntilRefetched, collectRefreshStatuses, readStoredTokens } from './sessionSteps';
import { logIn, TEXTS } from './steps';

const WAVES = Number(process.env.WAVES ?? thorough(3, 15));

test.use({ backendOptions: { rotatesStrictly: true } });

async function openTabs(page: Page): Promise<Page[]> {
  const title = (tab: Page) => tab.getByRole('heading', { name: TEXTS.en.referrals.title });
  await page.goto('/login');
  await logIn(page, thirdPartySuperuser);
  await expect(title(page)).toBeVisible();
  const tabs = [page];
  while (tabs.length < 5) {
    const tab = await page.context().newPage();
    await tab.goto('/admin');
    await expect(title(tab)).toBeVisible();
    tabs.push(tab);
  }
  return tabs;
}

/** Lets the access token expire in all five tabs at once, `waves` times or until one of them is signed out. */
async function runWaves(page: Page, waves: number, expire: () => void) {
  const tabs = await openTabs(page);
  const refreshes = collectRefreshStatuses(page.context());
  let most = 0;
  let signOuts = 0;
  for (let wave = 0; wave < waves && signOuts === 0; wave += 1) {
    const before = refreshes.statuses.length;
    expire();
    // The refetch of a signed-out tab fails.
    await Promise.allSettled(tabs.map(refocusUntilRefetched));
    const stored = await Promise.all(tabs.map(readStoredTokens));
    signOuts = stored.filter(({ token }) => token === null).length;
    most = Math.max(most, refreshes.statuses.length - before);
  }
  const refused = refreshes.statuses.filter((status) => status !== 200).length;
  return { refreshes: refreshes.statuses.length, most, refused, signOuts };
}

test('presents each refresh token once when the token expires in five tabs at once, repeatedly', async ({
  page,
  thirdParty,
}) => {
  test.setTimeout(120_000 + WAVES * 10_000);
  const counted = await runWaves(page, WAVES, thirdParty.backend.expireTokens);
  report('waves of expiry in 5 tabs, with strict rotation', WAVES);
  report('refresh requests in them', counted.refreshes);
  report('refresh requests in the worst of them', counted.most);
  report('used refresh tokens presented in them', counted.refused);
  report('sign-outs in them', counted.signOuts);
  expect(counted).toEqual({ refreshes: WAVES, most: 1, refused: 0, signOuts: 0 });
});

test('keeps five tabs signed in without the Web Locks API', async ({ page, thirdParty }) => {
  const waves = Math.ceil(WAVES / 3);
  test.setTimeout(120_000 + waves * 10_000);
  await page.context().addInitScript(() => {
    delete (Navigator.prototype as { locks?: unknown }).locks;
  });
  const { refused, signOuts } = await runWaves(page, waves, thirdParty.backend.expireTokens);
  report('waves of expiry in 5 tabs, with strict rotation and without locks', waves);
  report('refused refreshes in them', refused);
  report('sign-outs in them', signOuts);
  expect(signOuts).toBe(0);
});
