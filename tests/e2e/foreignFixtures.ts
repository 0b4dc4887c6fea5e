/** Fixtures of the browser tests against a third-party backend: the backend, the web app, and a page that fails on any fault. */
import { expect, type Page, test as base } from '@playwright/test';
import type { ForeignManners } from '../support/foreignBackend';
import { type ForeignHttp, startForeignHttp } from '../support/foreignHttp';
import { FOREIGN_PASSWORD } from '../support/foreignRecords';
import { makeDataDir, startServerProcess } from '../support/serverProcess';
import { watchForCanaries } from './canaries';

interface Fixtures {
  /** Options of the backend's behaviour. */
  manners: ForeignManners;
  foreign: ForeignHttp;
  /** URL of the web app. */
  app: string;
}

export const test = base.extend<Fixtures>({
  manners: [{}, { option: true }],
  foreign: async ({ manners }, use) => {
    const backendServer = await startForeignHttp(manners);
    await use(backendServer);
    await backendServer.stop();
  },
  app: async ({ foreign }, use) => {
    const { dataDir, remove } = makeDataDir();
    const server = await startServerProcess(dataDir, { API_URL: foreign.url });
    foreign.allow(server.url);
    await use(server.url);
    await server.stop();
    remove();
  },
  baseURL: async ({ app }, use) => use(app),
  page: async ({ page, app, foreign }, use) => {
    const canaries = await watchForCanaries(page.context());
    const faults = collectFaults(page, [app, new URL(foreign.url).origin]);
    await use(page);
    expect(faults).toEqual([]);
    expect(await canaries.leaks()).toEqual([]);
    expect(foreign.backend.violations).toEqual([]);
    expect(foreign.refused).toEqual([]);
  },
});

function collectFaults(page: Page, origins: readonly string[]): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    // Chromium logs the request for /meta, which a server may answer with 404, and every 401 for an expired token.
    const isMeta = message.location().url.endsWith('/meta');
    const isExpected = isMeta || message.text().includes('a status of 401');
    if (['error', 'warning'].includes(message.type()) && !isExpected) faults.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && !origins.includes(origin)) faults.push(`request to ${origin}`);
  });
  return faults;
}

/** A super user of the third-party backend. */
export const olga = { email: 'olga.head@old.example', password: FOREIGN_PASSWORD };
