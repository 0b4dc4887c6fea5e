/** Tabs, orders, the search box and the further filters, which the server's feature 'worklist' brings. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { setPhoneWidth } from '../../../../tests/support/screenWidth';
import {
  type Answers,
  cursorOf,
  stubMeta,
  stubThirdPartyList,
} from '../../../../tests/support/ourServer';
import {
  findTable,
  makeReferral,
  openFilters,
  renderStaffApp,
} from '../../../../tests/support/staffApp';
import { stubWorklist, WORKLIST_COUNTS } from '../../../../tests/support/worklist';

type Options = Parameters<typeof renderStaffApp>[0];

async function openWorklist(stub: Parameters<typeof stubWorklist>[0] = {}, options: Options = {}) {
  const app = await renderStaffApp({ ...options, answers: stubWorklist(stub) });
  await screen.findByRole('link', { name: /^Robin/ });
  const last = () => app.inputsOf('listWorklist').at(-1)?.body;
  /** Waits for a request with this query. */
  const expectQuery = (query: object) => waitFor(() => expect(last()).toEqual(query));
  return { ...app, last, expectQuery };
}

const FIRST = { sort: 'entry_date', order: 'desc', page: 1, size: 25 };
const tab = (name: string) => screen.getByRole('radio', { name });
const bar = () => within(screen.getByRole('search', { name: 'Filters' }));
const field = (label: string) => bar().getByLabelText(label);
const submit = (user: UserEvent) => user.click(bar().getByRole('button', { name: 'Submit' }));
const head = (name: string | RegExp) => screen.getByRole('columnheader', { name });
const searchBox = () =>
  screen.getByRole('searchbox', { name: 'Find by name, birth date, phone or tracking ID' });

describe('the tabs', () => {
  it('show each status with its number, the held ones, and owners', async () => {
    const { inputsOf } = await openWorklist();
    const statuses = within(screen.getByRole('radiogroup', { name: 'Referral Status' }));
    expect(
      statuses.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent),
    ).toEqual([
      'All 60',
      'Pending 24',
      'Processed 18',
      'Declined Services 9',
      'More Info Needed 9',
    ]);
    expect(tab('All 60')).toBeChecked();
    expect(await screen.findByRole('link', { name: 'Held 3' })).toHaveAttribute('href', '/held');
    expect(screen.getByRole('button', { name: 'Mine 7' })).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByRole('button', { name: 'Unassigned 11' })).toBeVisible();
    expect(inputsOf('listWorklist').map(({ body }) => body)).toEqual([FIRST]);
    expect(inputsOf('listReferrals')).toEqual([]);
  });

  it('and the select of the filter form are in sync', async () => {
    const { user, expectQuery } = await openWorklist();
    await user.click(tab('Pending 24'));
    await expectQuery({ ...FIRST, referral_status: 'Pending' });
    await openFilters(user);
    expect(field('Referral Status')).toHaveValue('Pending');
    await user.selectOptions(field('Referral Status'), 'Processed');
    expect(tab('Pending 24')).toBeChecked();
    await submit(user);
    await expectQuery({ ...FIRST, referral_status: 'Processed' });
    expect(tab('Processed 18')).toBeChecked();
    await user.click(tab('All 60'));
    await expectQuery(FIRST);
    expect(field('Referral Status')).toHaveValue('');
  });

  it('are one Tab stop, and change with the arrow keys', async () => {
    const { user, expectQuery } = await openWorklist();
    tab('All 60').focus();
    await user.keyboard('{ArrowRight}');
    expect(tab('Pending 24')).toHaveFocus();
    await expectQuery({ ...FIRST, referral_status: 'Pending' });
  });

  it('keep the filter by the reason why referrals ended', async () => {
    const { user, expectQuery } = await openWorklist();
    await openFilters(user);
    await user.selectOptions(field('Why it ended'), 'Could not be reached');
    await submit(user);
    await expectQuery({ ...FIRST, end_reason: 'notReached', size: 50 });
    expect(screen.getByText('Why it ended: Could not be reached')).toBeInTheDocument();
  });

  it('keep the filter by who set the day to call back', async () => {
    const { user, expectQuery } = await openWorklist();
    await openFilters(user);
    await user.selectOptions(field('Call back set by'), 'A manager');
    await submit(user);
    await expectQuery({ ...FIRST, follow_up_by: 'managers', size: 50 });
    expect(screen.getByText('Call back set by: A manager')).toBeInTheDocument();
  });

  it('keep the other filters, and unsubmitted input', async () => {
    const { user, expectQuery } = await openWorklist();
    await openFilters(user);
    await user.type(field('Name'), 'Robin{Enter}');
    await expectQuery({ ...FIRST, name: 'Robin', size: 50 });
    await user.type(field('Tracking ID'), 'R-AB');
    await user.click(tab('Pending 24'));
    await expectQuery({ ...FIRST, name: 'Robin', referral_status: 'Pending', size: 50 });
    await user.click(tab('All 60'));
    await expectQuery({ ...FIRST, name: 'Robin', size: 50 });
    expect(field('Name')).toHaveValue('Robin');
    expect(field('Tracking ID')).toHaveValue('R-AB');
  });

  it("announce the number of results, without repeating the tab's text", async () => {
    const { user } = await openWorklist();
    await user.click(tab('Pending 24'));
    const { parentElement: text } = await screen.findByText(
      /^Filtered by Referral Status: Pending/,
    );
    expect(text).toHaveRole('status');
    expect(text).toHaveTextContent('60 referrals found');
  });

  it("switch 'Mine' on and off, together with the select", async () => {
    const { user, expectQuery } = await openWorklist();
    await user.click(tab('Pending 24'));
    await user.click(screen.getByRole('button', { name: 'Mine 7' }));
    await expectQuery({ ...FIRST, referral_status: 'Pending', owner: 'me' });
    expect(screen.getByRole('button', { name: 'Mine 7' })).toHaveAttribute('aria-pressed', 'true');
    await openFilters(user);
    expect(field('Assigned to')).toHaveValue('me');
    expect(await screen.findByText(/Assigned to: Me/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mine 7' }));
    await expectQuery({ ...FIRST, referral_status: 'Pending' });
    expect(field('Assigned to')).toHaveValue('');
  });

  it.each([
    ['too many', null],
    ['of an older server', {}],
  ])('have no numbers that the server did not count: %s', async (_why, counts) => {
    await openWorklist({ counts });
    expect(tab('All')).toBeInTheDocument();
    expect(tab('Pending')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Mine' })).toBeVisible();
  });

  it('have a status that a newer server counts, which the bar offers, too', async () => {
    const statuses = { ...WORKLIST_COUNTS.statuses, Paused: 2 };
    const { user, expectQuery } = await openWorklist({ counts: { ...WORKLIST_COUNTS, statuses } });
    await user.click(tab('Paused 2'));
    await expectQuery({ ...FIRST, referral_status: 'Paused' });
    await openFilters(user);
    expect(field('Referral Status')).toHaveValue('Paused');
  });

  it('offer a manager neither held referrals nor owners', async () => {
    await openWorklist({}, { role: 'MANAGER' });
    expect(tab('Pending 24')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Held/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Mine/ })).toBeNull();
  });

  it('are shown in Spanish', async () => {
    await openWorklist({}, { language: 'es' });
    expect(tab('Pendiente 24')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Mías 7' })).toBeVisible();
  });
});

describe('the order', () => {
  it('is set by a click on a column head, which shows it', async () => {
    const { user, expectQuery } = await openWorklist();
    expect(head('Entry Date')).toHaveAttribute('aria-sort', 'descending');
    await user.click(within(head('Entry Date')).getByRole('button'));
    await expectQuery({ ...FIRST, order: 'asc' });
    expect(head('Entry Date')).toHaveAttribute('aria-sort', 'ascending');
    await user.click(within(head('Last Name')).getByRole('button'));
    await expectQuery({ ...FIRST, sort: 'name', order: 'asc' });
    expect(head('Last Name')).toHaveAttribute('aria-sort', 'ascending');
    expect(head('Entry Date')).not.toHaveAttribute('aria-sort');
    await user.click(within(head('Last Name')).getByRole('button'));
    await expectQuery({ ...FIRST, sort: 'name', order: 'desc' });
    expect(within(head('Contact Number')).queryByRole('button')).toBeNull();
  });

  it('can be the longest waiting', async () => {
    const { user, expectQuery } = await openWorklist();
    expect(await findTable()).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull();
    await user.click(within(head(/^Waiting/)).getByRole('button'));
    await expectQuery({ ...FIRST, sort: 'waiting', order: 'desc' });
    // It is no longer 'newest first'.
    expect(await screen.findByRole('table', { name: 'Referrals' })).toBeVisible();
  });

  it('can be chosen on a phone, beside the filters', async () => {
    setPhoneWidth();
    const { user, expectQuery } = await openWorklist();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Oldest first');
    await expectQuery({ ...FIRST, order: 'asc' });
  });

  it('is kept with another filter, and starts at the first page', async () => {
    const { user, expectQuery } = await openWorklist();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await expectQuery({ ...FIRST, page: 2, after: cursorOf('r1') });
    await user.click(within(head('Site')).getByRole('button'));
    await expectQuery({ ...FIRST, sort: 'site', order: 'asc' });
    await user.click(tab('Pending 24'));
    await expectQuery({ ...FIRST, sort: 'site', order: 'asc', referral_status: 'Pending' });
  });
});

describe('a page that follows the shown one', () => {
  const items = [makeReferral(), makeReferral({ _id: 'r9', first_name: 'Kim' })];
  const turn = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

  it('continues after the cursor; other pages are requested by number', async () => {
    const { user, expectQuery } = await openWorklist({ items });
    await turn(user, 'Next page');
    await expectQuery({ ...FIRST, page: 2, after: cursorOf('r9') });
    await turn(user, 'Previous page');
    await waitFor(() => expect(screen.getByText(/^1–/)).toBeVisible());
    await turn(user, 'Go to page 3');
    await expectQuery({ ...FIRST, page: 3 });
    await turn(user, 'Previous page');
    await expectQuery({ ...FIRST, page: 2 });
  });

  it('continues after the cursor also in an order in which a change moves a row', async () => {
    const { user, expectQuery } = await openWorklist({ items });
    await user.click(within(head(/^Waiting/)).getByRole('button'));
    await expectQuery({ ...FIRST, sort: 'waiting' });
    await screen.findByRole('table', { name: 'Referrals' });
    await turn(user, 'Next page');
    await expectQuery({ ...FIRST, sort: 'waiting', page: 2, after: cursorOf('r9') });
  });

  it('is requested by number from a server without cursors', async () => {
    const { user, expectQuery } = await openWorklist({ items, hasCursors: false });
    await turn(user, 'Next page');
    await expectQuery({ ...FIRST, page: 2 });
  });

  it('is offered as long as rows follow, also if so many have left the list that the total says otherwise', async () => {
    const listWorklist: Answers['listWorklist'] = ({ body }) => {
      const { page = 1 } = (body ?? {}) as { page?: number };
      const answer = { items, counts: WORKLIST_COUNTS };
      if (page === 1) return { ...answer, total: 75, pages: 3, next: cursorOf('r1') };
      if (page === 2) return { ...answer, total: 50, pages: 2, next: cursorOf('r9') };
      return { ...answer, total: 50, pages: 2 };
    };
    const { user, expectQuery } = await openWorklist({ listWorklist });
    await turn(user, 'Next page');
    expect(await screen.findByText(/^26–27/)).toBeVisible();
    await turn(user, 'Next page');
    await expectQuery({ ...FIRST, page: 3, after: cursorOf('r9') });
    expect(await screen.findByText(/^51–52/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeEnabled();
    expect(screen.queryByText(/got shorter/)).toBeNull();
  });

  it('says that the list got shorter if it is requested by number', async () => {
    let total = 75;
    const listWorklist = () => ({ items, total, pages: Math.ceil(total / 25), counts: null });
    const { user } = await openWorklist({ listWorklist });
    await turn(user, 'Next page');
    expect(await screen.findByText(/^26–27/)).toBeVisible();
    expect(screen.queryByText(/got shorter/)).toBeNull();
    total = 74;
    await turn(user, 'Next page');
    const text = await screen.findByText(/^The list got shorter\./);
    expect(text).toBeVisible();
    expect(text.closest('[role=status]')).not.toBeNull();
  });
});

describe('the search box', () => {
  it('searches on Enter, in addition to the other filters, and says how many were found', async () => {
    const { user, expectQuery, address } = await openWorklist();
    await user.click(tab('Pending 24'));
    await user.type(searchBox(), ' 555 0102{Enter}');
    await expectQuery({ ...FIRST, referral_status: 'Pending', q: '555 0102', size: 50 });
    const text = await screen.findByText(
      /^Filtered by Search: 555 0102 · Referral Status: Pending/,
    );
    expect(text.closest('[role=status]')).toHaveTextContent('60 referrals found');
    expect(address()).toBe('/admin');
    // The filter form keeps it.
    await openFilters(user);
    await user.type(field('Name'), 'Robin{Enter}');
    await expectQuery({
      ...FIRST,
      referral_status: 'Pending',
      q: '555 0102',
      name: 'Robin',
      size: 50,
    });
  });

  it('is cleared by Escape and by its button', async () => {
    const { user, expectQuery, last } = await openWorklist();
    await user.type(searchBox(), 'Robin{Enter}');
    await expectQuery({ ...FIRST, q: 'Robin', size: 50 });
    await user.keyboard('{Escape}');
    expect(searchBox()).toHaveValue('');
    await expectQuery(FIRST);
    await user.type(searchBox(), 'Kim{Enter}');
    await expectQuery({ ...FIRST, q: 'Kim', size: 50 });
    fireEvent.change(searchBox(), { target: { value: '' } });
    await waitFor(() => expect(last()).toEqual(FIRST));
  });

  it("is cleared by the filters' 'Clear', which also shows every status", async () => {
    const { user, expectQuery } = await openWorklist();
    await user.click(tab('Pending 24'));
    await user.type(searchBox(), 'Robin{Enter}');
    await expectQuery({ ...FIRST, q: 'Robin', referral_status: 'Pending', size: 50 });
    await openFilters(user);
    await user.click(bar().getByRole('button', { name: 'Clear' }));
    await expectQuery(FIRST);
    expect(searchBox()).toHaveValue('');
    expect(tab('All 60')).toBeChecked();
  });

  it("takes the focus at '/', with its text selected", async () => {
    const { user } = await openWorklist();
    await user.type(searchBox(), 'Robin');
    tab('All 60').focus();
    await user.keyboard('/');
    expect(searchBox()).toHaveFocus();
    expect(searchBox()).toHaveValue('Robin');
    await user.keyboard('x');
    expect(searchBox()).toHaveValue('x');
  });

  it("leaves '/' to inputs, modifiers and dialogs", async () => {
    const { user } = await openWorklist();
    await openFilters(user);
    await user.type(field('Name'), 'a/b');
    expect(field('Name')).toHaveValue('a/b');
    expect(field('Name')).toHaveFocus();
    tab('All 60').focus();
    await user.keyboard('{Control>}/{/Control}');
    expect(searchBox()).not.toHaveFocus();
    await user.click(screen.getByRole('link', { name: /^Robin/ }));
    await screen.findByRole('dialog');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull();
  });
});

describe("the key '/'", () => {
  afterEach(() => {
    document.cookie = 'shortcutKeys=on; path=/; max-age=0';
  });

  it('is off with the other keys of one character', async () => {
    const { user } = await openWorklist();
    expect(searchBox()).toHaveAttribute('aria-keyshortcuts', '/');
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }));
    const keys = within(await screen.findByRole('dialog', { name: 'Shortcuts' }));
    await user.click(keys.getByRole('checkbox'));
    await user.click(keys.getByRole('button', { name: 'Close' }));
    tab('All 60').focus();
    await user.keyboard('/');
    expect(searchBox()).not.toHaveFocus();
    expect(searchBox()).not.toHaveAttribute('aria-keyshortcuts');
  });
});

describe('the further filters', () => {
  it('are period, site, substance and owner', async () => {
    const { user, expectQuery } = await openWorklist();
    expect(screen.queryByRole('combobox', { name: 'Site' })).toBeNull();
    await openFilters(user);
    await screen.findByRole('option', { name: 'Northside High' });
    await user.selectOptions(field('Site'), 'Northside High');
    await user.selectOptions(field('Substance'), 'Opioid-related');
    await user.selectOptions(
      field('Assigned to'),
      await screen.findByRole('option', { name: 'Pat Lee' }),
    );
    await submit(user);
    await expectQuery({ ...FIRST, site: 's1', substance: 'Opioid-related', owner: 'u2', size: 50 });
    expect(
      await screen.findByText(
        /^Filtered by Site: Northside High · Substance: Opioid-related · Assigned to: Pat Lee/,
      ),
    ).toBeVisible();
    const chips = within(screen.getByRole('group', { name: 'What filters the list' }));
    expect(chips.getAllByRole('button')).toHaveLength(4);
  });

  it('offer deleted sites of referrals in sight, marked as such, after the others', async () => {
    const { user, expectQuery } = await openWorklist({
      listDeletedSites: () => [{ _id: 's0', name: 'Elm Middle' }],
    });
    await openFilters(user);
    await screen.findByRole('option', { name: 'Elm Middle (deleted)' });
    const offered = within(field('Site')).getAllByRole('option');
    expect(offered.at(-1)).toHaveTextContent('Elm Middle (deleted)');
    await user.selectOptions(field('Site'), 'Elm Middle (deleted)');
    await submit(user);
    await expectQuery({ ...FIRST, site: 's0', size: 50 });
    expect(await screen.findByText(/^Filtered by Site: Elm Middle \(deleted\)/)).toBeVisible();
  });

  it('send a period as local date-times, and describe it', async () => {
    const { user, last } = await openWorklist();
    await openFilters(user);
    await user.selectOptions(field('Period'), 'Today');
    await submit(user);
    await screen.findByText(/^Filtered by Period: Today/);
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    expect(last()).toEqual({ ...FIRST, from: midnight.toISOString(), size: 50 });
  });

  it('include the last day of a range', async () => {
    const { user, expectQuery } = await openWorklist();
    await openFilters(user);
    await user.selectOptions(field('Period'), 'From – to');
    fireEvent.change(field('From'), { target: { value: '2026-11-20' } });
    fireEvent.change(field('To'), { target: { value: '2026-11-21' } });
    await submit(user);
    const [from, to] = [new Date(2026, 10, 20), new Date(2026, 10, 22)];
    await expectQuery({ ...FIRST, from: from.toISOString(), to: to.toISOString(), size: 50 });
    expect(
      await screen.findByText(/^Filtered by Period: Nov.20, 2026 to Nov.21, 2026/),
    ).toBeVisible();
  });

  it('mark an invalid day, and keep the list until it is corrected', async () => {
    const { user, inputsOf, expectQuery } = await openWorklist();
    await openFilters(user);
    await user.selectOptions(field('Period'), 'From – to');
    fireEvent.change(field('From'), { target: { value: '2026-11-22' } });
    fireEvent.change(field('To'), { target: { value: '2026-11-21' } });
    await submit(user);
    const to = await screen.findByLabelText('To');
    expect(to).toHaveAccessibleDescription("'To' is before 'From'. Choose a later day.");
    expect(to).toBeInvalid();
    await waitFor(() => expect(to).toHaveFocus());
    expect(inputsOf('listWorklist')).toHaveLength(1);
    fireEvent.change(field('From'), { target: { value: '2026-11-21' } });
    expect(to).toBeValid();
    await submit(user);
    const [from, end] = [new Date(2026, 10, 21), new Date(2026, 10, 22)];
    await expectQuery({ ...FIRST, from: from.toISOString(), to: end.toISOString(), size: 50 });
  });

  it('ignore a range without days', async () => {
    const { user, expectQuery } = await openWorklist();
    await openFilters(user);
    await user.selectOptions(field('Period'), 'From – to');
    await user.type(field('Name'), 'Robin');
    await submit(user);
    await expectQuery({ ...FIRST, name: 'Robin', size: 50 });
    expect(field('Period')).toHaveValue('');
  });

  it('have no owners where the server knows none', async () => {
    const { user, inputsOf } = await openWorklist(stubMeta(['worklist']));
    await openFilters(user);
    expect(bar().queryByLabelText('Assigned to')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mine' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Held/ })).toBeNull();
    expect(inputsOf('listOwners')).toEqual([]);
  });
});

it('none of it is there with a third-party backend', async () => {
  const { inputsOf } = await renderStaffApp({
    answers: stubThirdPartyList([makeReferral()]),
  });
  await findTable();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull();
  expect(field('Name')).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'Entry Date' })).not.toHaveAttribute('aria-sort');
  expect(inputsOf('listWorklist')).toEqual([]);
  expect(inputsOf('listReferrals').map(({ query }) => query)).toEqual([{ page: 1, size: 25 }]);
});
