/** Fixtures of the browser tests: the built server with one site, a mailbox, and pages that fail the test on any fault. */
import {
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test';
import { type Mailbox, openMailbox } from '../support/mailbox';
import {
  makeMigratedDataDir,
  type ServerProcess,
  startServerProcess,
} from '../support/serverProcess';
import { report } from '../support/report';
import { SUPERUSER } from '../support/superuser';
import {
  findCanaries,
  countCanaries,
  plantCanary,
  type CanaryWatch,
  watchForCanaries,
} from './canaries';
import { translatePages } from './translator';

/** A site that exists in every test. */
export const SITE = 'Lincoln High School';

interface WorkerFixtures {
  /** Further settings of the server. */
  serverSettings: Record<string, string>;
  /** Receives the server's emails. */
  mailbox: Mailbox;
  /** One server and data folder per worker. The tests of a worker share them and use unique names. */
  server: ServerProcess;
}

interface TestFixtures {
  /** Error statuses that this test expects. Chromium logs a console error for each response with such a status. */
  refusals: number[];
  /** Whether the browser translates the pages while they are used. */
  isTranslated: boolean;
  /** Opens another user's browser context. Locale and viewport default to those of this test. */
  openBrowser: (settings?: BrowserContextOptions) => Promise<Page>;
}

/** Each browser gets its own client address, so that only tests about rate limits reach the limits per address. */
let addresses = 0;
export const uniqueClientAddress = () => ({
  'x-forwarded-for': `10.${(addresses += 1) & 255}.${(addresses >> 8) & 255}.1`,
});

export const test = base.extend<TestFixtures, WorkerFixtures>({
  mailbox: [
    // Playwright requires an object pattern here, even if no fixture is used.
    async ({ playwright: _none }, use) => {
      const mailbox = await openMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],

  serverSettings: [{}, { option: true, scope: 'worker' }],

  server: [
    async ({ mailbox, serverSettings }, use) => {
      const { dataDir, remove } = await makeMigratedDataDir();
      const settings = {
        SMTP_URL: mailbox.url,
        TRUST_PROXY: '127.0.0.1',
        // One super user prepares the records of all tests.
        ACCOUNT_LIMIT_FACTOR: '1000',
        ...serverSettings,
      };
      const server = await startServerProcess(dataDir, settings);
      await prepare(server.url);
      plantCanary(SUPERUSER.email);
      plantCanary(SUPERUSER.password);
      await use(server);
      await server.stop();
      report('canaries planted by one worker of the browser tests', countCanaries());
      remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  refusals: [[], { option: true }],

  isTranslated: [false, { option: true }],

  extraHTTPHeaders: async ({ playwright: _none }, use) => use(uniqueClientAddress()),

  page: async ({ page, server, mailbox, refusals, isTranslated }, use) => {
    if (isTranslated) await translatePages(page.context());
    const canaries = await watchForCanaries(page.context());
    const faults = collectFaults(page, server.url, refusals);
    await use(page);
    expect(faults).toEqual([]);
    await expectNoLeak([canaries], server, mailbox);
  },

  openBrowser: async (
    { browser, server, mailbox, refusals, isTranslated, locale, viewport },
    use,
  ) => {
    const opened: { context: BrowserContext; faults: string[]; canaries: CanaryWatch }[] = [];
    await use(async (settings) => {
      const context = await browser.newContext({
        baseURL: server.url,
        locale,
        viewport,
        extraHTTPHeaders: uniqueClientAddress(),
        ...settings,
      });
      if (isTranslated) await translatePages(context);
      const canaries = await watchForCanaries(context);
      const page = await context.newPage();
      opened.push({ context, canaries, faults: collectFaults(page, server.url, refusals) });
      return page;
    });
    expect(opened.flatMap(({ faults }) => faults)).toEqual([]);
    const watches = opened.map(({ canaries }) => canaries);
    await expectNoLeak(watches, server, mailbox);
    for (const { context } of opened) await context.close();
  },
});

/** Collects page errors, console errors and warnings, and requests to other origins. `refusals` are expected statuses. */
function collectFaults(page: Page, url: string, refusals: readonly number[]): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const status = /status of (\d{3})/.exec(message.text())?.[1];
    if (!refusals.includes(Number(status))) faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:')) {
      faults.push(`request leaving the origin: ${request.url()}`);
    }
  });
  return faults;
}

/** Asserts that no personal data leaked in the browsers, in the server's output or in an email's subject. */
async function expectNoLeak(
  watches: readonly CanaryWatch[],
  server: ServerProcess,
  mailbox: Mailbox,
): Promise<void> {
  const leaks = await Promise.all(watches.map((watched) => watched.leaks()));
  const printed = findCanaries(withoutFirstStartNotice(server.output())).map(
    (canary) => `${canary}… in the server’s output`,
  );
  const subjects = findCanaries(
    mailbox
      .all()
      .map(({ subject }) => subject)
      .join('\n'),
  );
  expect([...leaks.flat(), ...printed, ...subjects]).toEqual([]);
}

/** The first start prints the super user's email address once, for the operator. */
const withoutFirstStartNotice = (output: string) =>
  output.replace(/The first super user:\n {2}e-mail: .*\n/, '');

/** Adds the site, and dismisses the checklist of the first day: these are later days (firstDay.spec.ts has the first). */
async function prepare(url: string): Promise<void> {
  const credentials = { username: SUPERUSER.email, password: SUPERUSER.password };
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams(credentials),
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  };
  await post('/sites/add', { name: SITE });
  const sites = await fetch(`${url}/api/sites/all`);
  // Decided, as on any installation in use: the first manager of another site brings up a notice.
  for (const { _id } of (await sites.json()) as { _id: string }[])
    await post('/sites/mark', { _id, mark: 'ours', response_days: null });
  await post('/setup', { dismissed: true });
}
