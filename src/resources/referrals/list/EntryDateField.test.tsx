import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  renderStaffApp,
  findTable,
  makeReferral,
  stubReferralList,
} from '../../../../tests/support/staffApp';

// November 25, 2026, is a Wednesday.
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  vi.useFakeTimers({ now: new Date('2026-11-25T20:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function findEntry(
  entry_date: string,
  {
    status = 'Pending',
    responseDays = 0,
    language,
  }: { status?: string; responseDays?: number; language?: 'en' | 'es' } = {},
) {
  const referral = makeReferral({ entry_date, status: status as never });
  await renderStaffApp({ language, responseDays, answers: stubReferralList([referral]) });
  const [cell] = await screen
    .findAllByRole('cell', { name: /2026|2025/ })
    .then((cells) => cells.slice(-1));
  return cell as HTMLElement;
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
  'shows of %s in %s the day and how long it has waited',
  async (entry, language, day, waited) => {
    const cell = within(await findEntry(entry, { language }));
    expect(cell.getByText(day, { selector: '[aria-hidden]' })).toBeVisible();
    expect(cell.getByText(waited)).toBeVisible();
  },
);

it('has date and time in full for screen readers, paper and the pointer', async () => {
  const cell = within(await findEntry('2026-11-20T20:00:00Z'));
  const full = cell.getByText(/^Nov\s20,\s2026, 12:00\sPM$/);
  expect(full.closest('[aria-hidden]')).toBeNull();
  expect(full.closest('time')).toHaveAttribute('title', full.textContent);
  expect(cell.getByTitle('Waiting for 3 business days')).toBeVisible();
});

it.each(['Processed', 'Declined Services', 'Escalated'])(
  'no person waits whose status is %s',
  async (status) => {
    const cell = within(await findEntry('2026-11-20T20:00:00Z', { status }));
    expect(cell.queryByText('3 days')).toBeNull();
  },
);

it('the person of whom more is to be known waits', async () => {
  const cell = within(await findEntry('2026-11-20T20:00:00Z', { status: 'More Info Needed' }));
  expect(cell.getByText('3 days')).toBeVisible();
});

it.each([
  [0, false],
  [2, true],
  [3, false],
])('with a promise of %i business days, three are marked: %s', async (responseDays, isMarked) => {
  const cell = within(await findEntry('2026-11-20T20:00:00Z', { responseDays }));
  const mark = cell.queryByRole('img', {
    name: 'Longer than 2 business days, the time we promise',
  });
  expect(mark !== null).toBe(isMarked);
});

it('a date that nobody can read waits for nobody', async () => {
  await renderStaffApp({ answers: stubReferralList([makeReferral({ entry_date: 'last week' })]) });
  const table = within(await findTable());
  expect(table.getByText('last week')).toBeVisible();
  expect(table.queryByText('today')).toBeNull();
});

it('waits a day longer once the next day has begun, without a reload', async () => {
  vi.useFakeTimers({
    now: new Date('2026-11-25T20:00:00Z'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  });
  const cell = within(await findEntry('2026-11-20T20:00:00Z'));
  vi.setSystemTime(new Date('2026-11-26T20:00:00Z'));
  vi.advanceTimersByTime(60_000);
  expect(await cell.findByText('4 days')).toBeVisible();
});
