/** The two lists of the staff: ours, signed in as the super user, and react-admin as it comes. */
import { HEAD } from '../people';
import type { StaffList } from './interactions';

export const OURS = 'ours';

/** @param origin without a final slash */
export function ourList(origin: string): StaffList {
  return {
    name: OURS,
    url: `${origin}/admin`,
    rows: '[data-row]',
    calls: ['/api/referral/mine', '/api/referral/filtered'],
    async signIn(page) {
      await page.goto(`${origin}/login`);
      await page.locator('input[name=email]').fill(HEAD.SUPERUSER_EMAIL);
      await page.locator('input[name=password]').fill(HEAD.SUPERUSER_PASSWORD);
      await page.keyboard.press('Enter');
      await page.locator('[data-row]').first().waitFor();
    },
    turnPage: (page) => page.getByRole('button', { name: 'Next page' }).click(),
    async prepareFilter(page, status) {
      const form = page.getByRole('search');
      const select = form.locator('select[name=referral_status]');
      // Below 900 px the filters wait behind a button.
      if (!(await select.isVisible())) await page.getByRole('button', { name: 'Filter' }).click();
      await select.selectOption(status);
      return () => form.locator('button[type=submit]').click();
    },
    dialog: {
      shown: '[role=dialog], dialog[open]',
      open: (page) => page.locator('[data-row-opener]').first().click(),
    },
  };
}

export const bareList = (origin: string): StaffList => ({
  name: 'bare react-admin',
  url: `${origin}/react-admin/`,
  rows: 'tbody tr',
  calls: ['/api/referrals'],
  signIn: async () => undefined,
  turnPage: (page) => page.getByRole('button', { name: 'Go to next page' }).click(),
  prepareFilter: async (page, status) => () => page.locator(`[data-status="${status}"]`).click(),
});
