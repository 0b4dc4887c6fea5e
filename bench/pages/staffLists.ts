/** The two staff lists: ours, signed in as the super user, and plain react-admin. */
import type { Page } from 'puppeteer-core';
import { SUPERUSER } from '../harness/databases';

/** How to use a list: its selectors and actions. */
export interface StaffList {
  readonly name: string;
  readonly url: string;
  /** The selector of its rows, and the paths of the requests for them. */
  readonly rows: string;
  readonly calls: readonly string[];
  /** The selector of the button for the next page. */
  readonly nextPage: string;
  /** Runs once in each browser. */
  signIn(page: Page): Promise<unknown>;
  /** Prepares a filter by status. @returns the selector of the button that applies it */
  prepareFilter(page: Page, status: string): Promise<string>;
  /** Clicks that need no response: the selectors of what is clicked, and of what changes. */
  readonly dialog?: { readonly opener: string; readonly shown: string };
  readonly selection?: { readonly checkbox: string; readonly shown: string };
  /** The selector of the tab of a status. */
  tab?(status: string): string;
}

/** @param origin without a final slash */
export const ourList = (origin: string): StaffList => ({
  name: 'ours',
  url: `${origin}/admin`,
  rows: '[data-row]',
  calls: ['/api/referral/worklist'],
  nextPage: '::-p-aria([name="Next page"][role="button"])',
  async signIn(page) {
    await page.goto(`${origin}/login`);
    await page.locator('input[name=email]').fill(SUPERUSER.SUPERUSER_EMAIL);
    await page.locator('input[name=password]').fill(SUPERUSER.SUPERUSER_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-row]');
  },
  async prepareFilter(page, status) {
    const select = 'form[role=search] select[name=referral_status]';
    // Below 900 px the filters are behind a button.
    if (!(await (await page.$(select))?.isVisible())) {
      await page.locator('button[aria-controls][aria-expanded=false]').click();
    }
    await page.select(select, status);
    return 'form[role=search] button[type=submit]';
  },
  dialog: { opener: '[data-row-opener]', shown: '[role=dialog], dialog[open]' },
  selection: { checkbox: 'tbody [data-select], li [data-select]', shown: '[data-bulk-actions]' },
  tab: (status) => `label:has(> input[type=radio][value="${status}"])`,
});

export const bareList = (origin: string): StaffList => ({
  name: 'bare react-admin',
  url: `${origin}/react-admin/`,
  rows: 'tbody tr',
  calls: ['/api/referrals'],
  nextPage: '::-p-aria([name="Go to next page"][role="button"])',
  signIn: async () => undefined,
  prepareFilter: async (_page, status) => `[data-status="${status}"]`,
});
