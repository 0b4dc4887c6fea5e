import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  renderStaffApp,
  findTable,
  makeReferral,
  NO_CONTACT,
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
    contact,
  }: { status?: string; responseDays?: number; language?: 'en' | 'es'; contact?: object } = {},
) {
  const ofServer = contact && { contact: { ...NO_CONTACT, ...contact } as never };
  const referral = makeReferral({ entry_date, status: status as never, ...ofServer });
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
  'on a server without attempts, a promise of %i business days marks three days: %s',
  async (responseDays, isMarked) => {
    const row = await findRow('2026-11-20T20:00:00Z', { responseDays });
    const mark = row.queryByTitle('Waiting for 3 business days. First call late');
    expect(mark !== null).toBe(isMarked);
    expect(mark?.textContent).toBe(isMarked ? '3 dayslate: First call late' : undefined);
  },
);

describe('with attempts, the standard marks', () => {
  const attempt = (at: string) => ({
    id: at,
    at,
    channel: 'call',
    whom: 'person',
    outcome: 'noAnswer',
  });
  const late = 'Waiting for 3 business days. First call late';

  it('a first call that is late, without a promise in public: by the next business day', async () => {
    const row = await findRow('2026-11-20T20:00:00Z', { contact: { attempts: [] } });
    expect(row.getByTitle(late)).toBeVisible();
  });

  it('nothing before the end of the next business day', async () => {
    const row = await findRow('2026-11-24T20:00:00Z', { contact: { attempts: [] } });
    expect(row.getByTitle('Waiting for 1 business day')).toBeVisible();
  });

  it('nothing while the first call was made in time, and the second is not late', async () => {
    const attempts = [attempt('2026-11-20T21:00:00Z')];
    const row = await findRow('2026-11-20T20:00:00Z', { contact: { attempts } });
    expect(row.getByTitle('Waiting for 3 business days')).toBeVisible();
  });

  it('a second call that is late', async () => {
    const attempts = [attempt('2026-11-19T21:00:00Z')];
    const row = await findRow('2026-11-19T20:00:00Z', { contact: { attempts } });
    expect(row.getByTitle('Waiting for 4 business days. Second call late')).toBeVisible();
  });

  it('by the standard of the site, where it has its own', async () => {
    const contact = { attempts: [], response_days: 3 };
    const row = await findRow('2026-11-20T20:00:00Z', { contact });
    expect(row.queryByTitle(late)).toBeNull();
  });
});

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
