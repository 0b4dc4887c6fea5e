/** What each browser test gets: the real server, a page that tolerates no fault, and a way to prepare data. */
import { test as base, expect } from '@playwright/test';
import { makeDataDir, type ServerProcess, startServerProcess } from '../support/serverProcess';
import { SUPERUSER } from '../support/world';

/** A site every test can choose. */
export const SITE = 'Lincoln High School';

interface WorkerFixtures {
  /** One server and data folder for each worker; tests keep apart by the names they use. */
  server: ServerProcess;
}

interface TestFixtures {
  /**
   * Statuses the server is expected to refuse with in this test; Chromium writes a console error for each such answer.
   */
  refusals: number[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright wants a pattern there, even of what is not needed.
    async ({ playwright: _none }, use) => {
      const { dataDir, remove } = makeDataDir();
      const server = await startServerProcess(dataDir);
      await addSite(server.url);
      await use(server);
      await server.stop();
      remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  refusals: [[], { option: true }],

  page: async ({ page, server, refusals }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      const status = /status of (\d{3})/.exec(message.text())?.[1];
      if (!refusals.includes(Number(status))) faults.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${server.url}/`) && !request.url().startsWith('data:')) {
        faults.push(`request leaving the origin: ${request.url()}`);
      }
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

async function addSite(url: string): Promise<void> {
  const credentials = { username: SUPERUSER.email, password: SUPERUSER.password };
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams(credentials),
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const added = await fetch(`${url}/api/sites/add`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ name: SITE }),
  });
  if (!added.ok) throw new Error(`The site could not be added: ${added.status}`);
}
