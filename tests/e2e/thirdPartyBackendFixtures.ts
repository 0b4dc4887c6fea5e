/** Fixtures of the browser tests against a third-party backend: the backend, the web app, and a page that fails on any fault. */
import { expect, type Page, test as base } from '@playwright/test';
import type { ThirdPartyBackendOptions } from '../support/thirdPartyBackend';
import {
  type ThirdPartyBackendServer,
  startThirdPartyBackendServer,
} from '../support/thirdPartyBackendServer';
import { THIRD_PARTY_PASSWORD } from '../support/thirdPartyBackendRecords';
import { makeDataDir, startServerProcess } from '../support/serverProcess';
import { watchForCanaries } from './canaries';

interface Fixtures {
  /** Options of the backend's behaviour. */
  backendOptions: ThirdPartyBackendOptions;
  thirdParty: ThirdPartyBackendServer;
  /** URL of the web app. */
  app: string;
}

export const test = base.extend<Fixtures>({
  backendOptions: [{}, { option: true }],
  thirdParty: async ({ backendOptions }, use) => {
    const backendServer = await startThirdPartyBackendServer(backendOptions);
    await use(backendServer);
    await backendServer.stop();
  },
  app: async ({ thirdParty }, use) => {
    const { dataDir, remove } = makeDataDir();
    const server = await startServerProcess(dataDir, { API_URL: thirdParty.url });
    thirdParty.allow(server.url);
    await use(server.url);
    await server.stop();
    remove();
  },
  baseURL: async ({ app }, use) => use(app),
  page: async ({ page, app, thirdParty }, use) => {
    const canaries = await watchForCanaries(page.context());
    const faults = collectFaults(page, [app, new URL(thirdParty.url).origin]);
    await use(page);
    expect(faults).toEqual([]);
    expect(await canaries.leaks()).toEqual([]);
    expect(thirdParty.backend.violations).toEqual([]);
    expect(thirdParty.refused).toEqual([]);
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
export const thirdPartySuperuser = {
  email: 'olga.head@old.example',
  password: THIRD_PARTY_PASSWORD,
};
