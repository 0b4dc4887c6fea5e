import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  renderStaffApp,
  findTable,
  makeReferral,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import { setTimeZone } from '../../../i18n/providerTime';

// November 25, 2026, is a Wednesday.
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  vi.useFakeTimers({ now: new Date('2026-11-25T20:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  setTimeZone('');
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The row of a referral that came in then. */
async function findRow(
  entry_date: string,
  {
    status = 'Pending',
    responseDays = 0,
    language,
  }: { status?: string; responseDays?: number; language?: 'en' | 'es' } = {},
) {
  const referral = makeReferral({ entry_date, status: status as never });
  await renderStaffApp({ language, responseDays, answers: stubReferralList([referral]) });
  return within(await screen.findByRole('row', { name: /Robin/ }));
}

it.each([
  ['2026-11-25T09:00:00Z', 'en', /^Nov\s25/, 'today'],
  ['2026-11-24T20:00:00Z', 'en', /^Nov\s24/, '1 day'],
  ['2026-11-20T20:00:00Z', 'en', /^Nov\s20/, '3 days'],
  // The evening before in Los Angeles.
  ['2026-11-24T02:00:00Z', 'en', /^Nov\s23/, '2 days'],
  ['2025-12-31T20:00:00Z', 'en', /^Dec\s31,\s25/, '235 days'],
  ['2026-11-20T20:00:00Z', 'es', /^20\snov/, '3 días'],
] as const)(
  'shows for %s in %s the day and the waiting time',
  async (entry, language, day, waited) => {
    const row = await findRow(entry, { language });
    expect(row.getByText(day, { selector: '[aria-hidden]' })).toBeVisible();
    expect(row.getByText(waited)).toBeVisible();
  },
);

it('has the full date and time for screen readers, print and the tooltip', async () => {
  const row = await findRow('2026-11-20T20:00:00Z');
  const full = row.getByText(/^Nov\s20,\s2026, 12:00\sPM$/);
  expect(full.closest('[aria-hidden]')).toBeNull();
  expect(full.closest('time')).toHaveAttribute('title', full.textContent);
  expect(row.getByTitle('Waiting for 3 business days')).toBeVisible();
});

it.each(['Processed', 'Declined Services', 'Escalated'])(
  'shows no waiting time for the status %s',
  async (status) => {
    const row = await findRow('2026-11-20T20:00:00Z', { status });
    expect(row.queryByText('3 days')).toBeNull();
  },
);

it("shows a waiting time for 'More Info Needed'", async () => {
  const row = await findRow('2026-11-20T20:00:00Z', { status: 'More Info Needed' });
  expect(row.getByText('3 days')).toBeVisible();
});

it.each([
  [0, false],
  [2, true],
  [3, false],
])(
  'with a promise of %i business days, three days are marked: %s',
  async (responseDays, isMarked) => {
    const row = await findRow('2026-11-20T20:00:00Z', { responseDays });
    const mark = row.queryByTitle(
      'Waiting for 3 business days. Longer than 2 business days, the time we promise',
    );
    expect(mark !== null).toBe(isMarked);
    expect(mark?.textContent).toBe(
      isMarked ? '3 dayslate: Longer than 2 business days, the time we promise' : undefined,
    );
  },
);

it('shows no waiting time for an invalid date', async () => {
  await renderStaffApp({ answers: stubReferralList([makeReferral({ entry_date: 'last week' })]) });
  const table = within(await findTable());
  expect(table.getByText('last week')).toBeVisible();
  expect(table.queryByText('today')).toBeNull();
});

it('the waiting time grows when the next day begins, without a reload', async () => {
  vi.useFakeTimers({
    now: new Date('2026-11-25T20:00:00Z'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  });
  const row = await findRow('2026-11-20T20:00:00Z');
  vi.setSystemTime(new Date('2026-11-26T20:00:00Z'));
  vi.advanceTimersByTime(60_000);
  expect(await row.findByText('4 days')).toBeVisible();
});

it('days are the provider’s, wherever the browser is', async () => {
  // A Thursday in Tokyo, a Wednesday in Los Angeles.
  vi.stubEnv('TZ', 'Asia/Tokyo');
  setTimeZone('America/Los_Angeles');
  const row = await findRow('2026-11-25T16:00:00Z');
  expect(row.getByText(/^Nov\s25$/)).toBeVisible();
  expect(row.getByText('today')).toBeVisible();
  expect(row.getByText(/^Nov\s25,\s2026, 8:00\sAM$/)).toBeInTheDocument();
});
