import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setDesktopWidth, setPhoneWidth } from '../../../../tests/support/screenWidth';
import {
  cursorOf,
  stubThirdPartyList,
  THIRD_PARTY_BACKEND,
} from '../../../../tests/support/ourServer';
import {
  type Answers,
  findTable,
  openFilters,
  stubQueriedList,
  stubReferralList,
  makeReferral,
  renderStaffApp,
} from '../../../../tests/support/staffApp';
import { ApiError } from '../../../api/ApiError';

const refusal = () => {
  throw new ApiError('status', { status: 403 });
};
/** In development, react-admin logs a failed call to the console. */
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);
const NEWEST = { sort: 'entry_date', order: 'desc' };
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeReferral({ _id: `r${index}`, first_name: `Person ${index}` }),
  );
const headers = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((header) => header.textContent);

const SHARED_COLUMNS = [
  'Account Status',
  'First Name',
  'Last Name',
  'Contact Number',
  'Site',
  'Sex',
  'Date of Birth',
  'Substances',
  'Referral Status',
  'Tracking ID',
  'Referred By',
  'Entry Date',
  'Notes',
];

afterEach(() => vi.unstubAllEnvs());

/** The columns of the specification, and between them those of our server. */
const OUR_COLUMNS = SHARED_COLUMNS.flatMap((column) => {
  if (column === 'Referral Status') return [column, 'Assigned to'];
  return column === 'Entry Date' ? [column, 'Waiting business days'] : [column];
});

it.each([
  // The first one selects the rows.
  ['our server', ['', ...OUR_COLUMNS], stubReferralList([makeReferral()])],
  ['a third-party backend', SHARED_COLUMNS, stubThirdPartyList([makeReferral()])],
])('shows a super user every column of the specification, with %s', async (_, columns, answers) => {
  await renderStaffApp({ answers });
  expect(headers(await findTable())).toEqual([...columns, 'Update Referral', 'Delete Referral']);
  expect(screen.getByRole('heading', { level: 1, name: 'Referral List' })).toBeVisible();
});

it.each(['Escalated', 'constructor'])('shows the status %s of a newer server', async (status) => {
  const referral = makeReferral({ status: status as never });
  await renderStaffApp({ answers: stubReferralList([referral]) });
  expect(within(await findTable()).getByText(status)).toBeVisible();
});

it('shows a manager details instead of an update', async () => {
  await renderStaffApp({ role: 'MANAGER', answers: stubReferralList([makeReferral()]) });
  expect(headers(await findTable())).toEqual([...OUR_COLUMNS, 'Referral Details']);
});

it('shows a referral in its row', async () => {
  const referral = makeReferral({ has_account: true, user_info: { fullname: 'Pat Doe' } });
  await renderStaffApp({ answers: stubReferralList([referral]) });
  const row = within(await findTable()).getByRole('row', { name: /Robin/ });
  const texts = ['Has Account', '(555) 010-2030', 'Northside High', 'Other', 'Pat Doe'];
  for (const text of [...texts, 'Alcohol-related', 'Unknown substance', 'Pending', 'R-ABCD-1234']) {
    expect(within(row).getByText(text)).toBeVisible();
  }
  expect(within(row).getByRole('cell', { name: 'Harper' })).toBeVisible();
});

it('tells referrers and owners of one name apart by their emails', async () => {
  const maria = (id: string) => ({
    id,
    fullname: 'María González',
    username: `${id}@clinic.example`,
  });
  const referrals = [
    makeReferral({ _id: 'r1', user_info: maria('north') }),
    makeReferral({ _id: 'r2', user_info: maria('south'), owner: maria('east') }),
    makeReferral({ _id: 'r3', user_info: { ...maria('west'), fullname: 'Pat Doe' } }),
  ];
  await renderStaffApp({ answers: stubReferralList(referrals) });
  const table = within(await findTable());
  for (const id of ['north', 'south', 'east']) {
    expect(await table.findByText(`María González (${id}@clinic.example)`)).toBeVisible();
  }
  expect(table.getByText('Pat Doe')).toBeVisible();
});

it("shows 'Guest' for a referrer without an account", async () => {
  await renderStaffApp({ answers: stubReferralList([makeReferral()]) });
  expect(within(await findTable()).getByText('Guest')).toBeVisible();
});

it.each(['Pacific/Kiritimati', 'UTC', 'America/Los_Angeles', 'Pacific/Pago_Pago'])(
  'shows the date of birth as it was entered, in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    await renderStaffApp({ answers: stubReferralList([makeReferral({ dob: '2008-03-09' })]) });
    expect(within(await findTable()).getByText(/^Mar\s9,\s2008$/)).toBeVisible();
  },
);

it.each([
  ['en', /^Mar\s9,\s2008$/, /^Nov\s20,\s2026, /],
  ['es', /^9\smar\s2008$/, /^20\snov\s2026, /],
] as const)(
  'shows dates in list and record in the same format, in %s',
  async (language, day, moment) => {
    const referral = makeReferral({ dob: '2008-03-09', entry_date: '2026-11-20T20:00:00Z' });
    const { user } = await renderStaffApp({ language, answers: stubReferralList([referral]) });
    const name = await screen.findByRole('link', { name: 'Robin Harper' });
    const shown = [day, moment].map((text) => screen.getByText(text).textContent);
    await user.click(name);
    // In a narrow cell, the day may break before the year.
    const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ');
    const dialog = plain((await screen.findByRole('dialog')).textContent);
    for (const text of shown) expect(dialog).toContain(plain(text));
  },
);

it('shows an invalid date as the server sent it', async () => {
  const referral = makeReferral({ dob: 'spring of 2008', entry_date: 'last week' });
  await renderStaffApp({ answers: stubReferralList([referral]) });
  const table = within(await findTable());
  expect(table.getByText('spring of 2008')).toBeVisible();
  expect(table.getByText('last week')).toBeVisible();
});

it('opens a referral by keyboard from the name, and restores the focus', async () => {
  const { user } = await renderStaffApp({ answers: stubReferralList([makeReferral()]) });
  const name = within(await findTable()).getByRole('link', { name: /^Robin/ });
  name.focus();
  await user.keyboard('{Enter}');
  expect(
    await screen.findByRole('dialog', { name: 'Referral Status for: Robin Harper' }),
  ).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(name).toHaveFocus();
});

it('opens a referral by a click anywhere on the row, and then focuses its name', async () => {
  const { user } = await renderStaffApp({ answers: stubReferralList([makeReferral()]) });
  const table = await findTable();
  await user.click(within(table).getByText('R-ABCD-1234'));
  expect(await screen.findByRole('dialog')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(within(table).getByRole('link', { name: /^Robin/ })).toHaveFocus();
});

it('shows the note with its line breaks, or that there is none', async () => {
  const referrals = [makeReferral({ notes: 'One\nTwo' }), makeReferral({ _id: 'r2' })];
  const { user } = await renderStaffApp({ answers: stubReferralList(referrals) });
  const buttons = within(await findTable()).getAllByRole('button', { name: /^See Notes/ });

  await user.click(buttons[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Note for: Robin Harper' });
  expect(within(dialog).getByText(/One/).textContent).toBe('One\nTwo');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));

  await user.click(buttons[1] as HTMLElement);
  expect(screen.getByText('There is no note for this referral.')).toBeVisible();
});

it('shows 25 referrals per page', async () => {
  const { user, inputsOf } = await renderStaffApp({ answers: stubReferralList(many(60)) });
  await findTable();
  expect(screen.getByText('1–25 of 60')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('link', { name: 'Person 25 Harper' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Person 0 Harper' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Referral List' })).toHaveFocus();
  expect(screen.getByText('26–50 of 60').closest('[role=status]')).toBeVisible();
  expect(inputsOf('listWorklist').map(({ body }) => body)).toEqual([
    { ...NEWEST, page: 1, size: 25 },
    { ...NEWEST, page: 2, size: 25, after: cursorOf('r24') },
  ]);
});

it("offers no page beyond the server's maximum", async () => {
  const answer = { items: many(25), total: 1_000_000, pages: 10_000 };
  const { inputsOf, user } = await renderStaffApp({ answers: stubQueriedList(() => answer) });
  await findTable();
  expect(screen.getByText('1–25 of 1,000,000')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Go to page 10,000' }));
  expect(inputsOf('listWorklist').at(-1)?.body).toEqual({ ...NEWEST, page: 10_000, size: 25 });
});

it('goes back to the last page there is when the one asked for is gone', async () => {
  const pages = [
    { items: many(25), total: 60, pages: 3 },
    { items: many(30).slice(25), total: 30, pages: 2 },
    { items: [], total: 30, pages: 2 },
  ];
  const { user } = await renderStaffApp({
    answers: stubQueriedList(({ page }) => pages[page - 1]),
  });
  await findTable();
  await user.click(screen.getByRole('button', { name: 'Go to page 3' }));
  expect(await screen.findByText('26–30 of 30')).toBeVisible();
});

it('says that there is nothing', async () => {
  await renderStaffApp();
  expect(await screen.findByText('No Referral Records')).toBeVisible();
});

it('says that nothing could be loaded, and retries with a button', async () => {
  expectConsoleErrors();
  const listWorklist = vi.fn<() => unknown>().mockImplementationOnce(refusal);
  listWorklist.mockReturnValue({ items: [makeReferral()], total: 1, pages: 1, counts: null });
  const { user } = await renderStaffApp({ answers: { listWorklist } });
  expect(await screen.findByText('The referrals could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findTable()).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Referral List' })).toHaveFocus();
});

it('keeps the rows it has when another page cannot be loaded', async () => {
  expectConsoleErrors();
  const { user } = await renderStaffApp({
    answers: stubQueriedList(({ page }) =>
      page === 1 ? { items: many(25), total: 30, pages: 2 } : refusal(),
    ),
  });
  await findTable();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText(/could not be refreshed/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Person 0 Harper' })).toBeVisible();
  expect(screen.getByText('1–25 of 30')).toBeVisible();
});

it('shows compact rows in a narrow window', async () => {
  setPhoneWidth();
  const { user } = await renderStaffApp({ answers: stubReferralList([makeReferral()]) });
  const cards = await screen.findByRole('list', { name: 'Referrals, newest first' });
  expect(screen.queryByRole('table')).toBeNull();
  await user.click(within(cards).getByRole('link', { name: 'Robin Harper' }));
  expect(
    await screen.findByRole('dialog', { name: 'Referral Status for: Robin Harper' }),
  ).toBeVisible();
});

describe('in a narrow window', () => {
  const findRow = async (changes: Parameters<typeof makeReferral>[0] = {}) => {
    setPhoneWidth();
    const { user } = await renderStaffApp({ answers: stubReferralList([makeReferral(changes)]) });
    const list = await screen.findByRole('list', { name: 'Referrals, newest first' });
    return { user, row: within(within(list).getByRole('listitem')) };
  };

  it('a row shows name, site and status, and a link that calls', async () => {
    const { row } = await findRow({ user_info: { fullname: 'Pat Doe' } });
    expect(row.getByRole('heading', { name: 'Robin Harper' })).toBeVisible();
    for (const text of ['Northside High', 'Pat Doe', 'Pending']) {
      expect(row.getByText(text)).toBeVisible();
    }
    expect(row.getByText(/^Alcohol, Unknown ·/)).toBeVisible();
    const call = row.getByRole('link', { name: 'Call Robin Harper' });
    expect(call).toHaveAttribute('href', 'tel:5550102030');
  });

  it('a number that no phone could call is no link', async () => {
    const { row } = await findRow({ contact_number: 'ask at the desk' });
    expect(row.queryByRole('link', { name: /^Call/ })).toBeNull();
  });

  it('the actions are behind a button', async () => {
    const { user, row } = await findRow();
    const more = row.getByRole('button', { name: 'More actions for Robin Harper' });
    expect(more).toHaveAttribute('aria-expanded', 'false');
    expect(row.queryByRole('button', { name: /^Delete Referral/ })).toBeNull();
    await user.click(more);
    expect(more).toHaveAttribute('aria-expanded', 'true');
    for (const name of [/^Create Login/, /^See Notes/, /^Update Referral/, /^Delete Referral/]) {
      expect(row.getByRole('button', { name })).toBeVisible();
    }
  });
});

describe('the number of referrals', () => {
  const heading = async () => {
    const found = await screen.findByRole('heading', { name: 'Referral List' });
    return within(found.parentElement as HTMLElement);
  };
  const total = (number: number, more?: boolean): Answers => {
    const answer = { items: many(25), pages: 60, total: number, more, counts: null };
    return stubQueriedList(() => answer);
  };

  it.each([
    ['en', 1_234, '1,234 referrals'],
    ['en', 1, '1 referral'],
    ['es', 1_234, '1,234 remisiones'],
  ] as const)('is shown beside the heading (%s, %i)', async (language, number, text) => {
    await renderStaffApp({ language, answers: total(number) });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('says that the referrals match a filter', async () => {
    const { user } = await renderStaffApp({ answers: total(24) });
    await openFilters(user);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x{Enter}');
    expect(await (await heading()).findByText('24 referrals match')).toBeVisible();
  });

  it('says if the server did not count all', async () => {
    await renderStaffApp({ answers: total(10_000, true) });
    expect(await (await heading()).findByText('10,000 or more referrals')).toBeVisible();
  });

  it('is missing with a third-party backend that sends only the number of pages', async () => {
    const listReferrals = () => ({ items: many(25), pages: 60 });
    await renderStaffApp({ answers: { ...THIRD_PARTY_BACKEND, listReferrals } });
    await findTable();
    expect((await heading()).queryByText(/referrals/)).toBeNull();
  });
});

it('shows all texts in Spanish', async () => {
  await renderStaffApp({ language: 'es', answers: stubReferralList([makeReferral()]) });
  expect(await screen.findByRole('columnheader', { name: 'Nombre' })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'Pendiente' })).toBeVisible();
  expect(screen.getByText('Relacionado con el alcohol')).toBeVisible();
});

it('ignores the second click of a double click, which may be meant for a dialog', async () => {
  const { user } = await renderStaffApp({ answers: stubReferralList([makeReferral()]) });
  const table = await findTable();
  fireEvent.click(within(table).getByRole('link', { name: /^Robin/ }), { detail: 2 });
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(within(table).getByRole('link', { name: /^Robin/ }));
  expect(await screen.findByRole('dialog')).toBeVisible();
});

describe('while the page is printed', () => {
  const rowsInTable = () => screen.queryAllByRole('row').length - 1;

  it('a narrow window has all rows in a table at once, and keeps its cards and focus', async () => {
    setPhoneWidth();
    await renderStaffApp({ answers: stubReferralList(many(25)) });
    const [opener] = await screen.findAllByRole('link', { name: /^Person 0/ });
    opener?.focus();
    fireEvent(window, new Event('beforeprint'));
    expect(rowsInTable()).toBe(25);
    expect(opener).toHaveFocus();
    fireEvent(window, new Event('afterprint'));
    expect(screen.queryByRole('table')).toBeNull();
    expect(opener).toHaveFocus();
  });

  it('a wide window keeps its table, although the paper is narrow', async () => {
    setDesktopWidth();
    const { user } = await renderStaffApp({ answers: stubReferralList(many(25)) });
    const table = await findTable();
    await openFilters(user);
    fireEvent(window, new Event('beforeprint'));
    setPhoneWidth();
    // Renders the list again.
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x');
    expect(table).toBeInTheDocument();
    expect(rowsInTable()).toBe(25);
    expect(screen.queryByRole('list', { name: 'Referrals, newest first' })).toBeNull();
    setDesktopWidth();
    fireEvent(window, new Event('afterprint'));
    expect(table).toBeInTheDocument();
  });
});
