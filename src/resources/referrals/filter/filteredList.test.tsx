/** The filtered list: its pages, an empty one, and a failure. */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import {
  findTable,
  stubQueriedList,
  stubReferralList,
  makeReferral,
  openFilters,
  renderStaffApp,
} from '../../../../tests/support/staffApp';
import type { WorklistQuery } from '../../../../contract/entities/worklist';
import { ApiError } from '../../../api/ApiError';

const NEWEST = { sort: 'entry_date', order: 'desc' };
const KEPT = 'The list could not be refreshed. This is the earlier version.';
const field = (label: string) =>
  within(screen.getByRole('search', { name: /^(Filters|Filtros)$/ })).getByLabelText(label);
const findRow = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name} `) });

/** Answers any filter with two pages of one row, named for its page. */
const twoPages = ({ page }: WorklistQuery) => ({
  items: [makeReferral({ _id: `f${page}`, first_name: `On page ${page}` })],
  pages: 2,
});
const all = { items: [makeReferral()], total: 1, pages: 1, counts: null };

/** Opens the list, and filters it by a name. The answer is what the server says about any name. */
async function openFiltered(answer: (query: WorklistQuery) => unknown) {
  const app = await renderStaffApp({
    answers: stubQueriedList((query) => (query.name ? answer(query) : all)),
  });
  await findTable();
  await openFilters(app.user);
  await filterByName(app.user, 'Robin');
  /** The queries with a filter. */
  const queries = () =>
    app
      .inputsOf('listWorklist')
      .map(({ body }) => body as WorklistQuery)
      .filter(({ name }) => name);
  return { ...app, queries };
}

async function filterByName(user: UserEvent, name: string) {
  await user.clear(field('Name'));
  await user.type(field('Name'), `${name}{Enter}`);
}

it('is paged by 50', async () => {
  const { user, queries } = await openFiltered(twoPages);
  await findRow('On page 1');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await findRow('On page 2')).toBeVisible();
  expect(queries()).toEqual([
    { ...NEWEST, name: 'Robin', page: 1, size: 50 },
    { ...NEWEST, name: 'Robin', page: 2, size: 50 },
  ]);
});

it('without any filter is the plain one', async () => {
  const { user, queries } = await openFiltered(twoPages);
  await findRow('On page 1');
  await user.clear(field('Name'));
  await user.type(field('Name'), '  {Enter}');
  expect(await findRow('Robin')).toBeVisible();
  expect(queries()).toHaveLength(1);
});

it('begins at page 1 with a new filter', async () => {
  const { user, queries } = await openFiltered(twoPages);
  await findRow('On page 1');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await findRow('On page 2');
  await filterByName(user, 'Other');
  expect(await findRow('On page 1')).toBeVisible();
  expect(screen.getByText('Page 1 of 2')).toBeVisible();
  expect(queries().at(-1)).toEqual({ ...NEWEST, name: 'Other', page: 1, size: 50 });
});

it('that finds more than anyone counts says so, until its last page is reached', async () => {
  const { user } = await openFiltered(({ page }) => {
    const items = [makeReferral({ first_name: `On page ${page}` })];
    return page === 1 ? { items, total: 51, pages: 2, more: true } : { items, total: 51, pages: 2 };
  });
  await findRow('On page 1');
  expect(screen.getByText('1–1 of more than 51')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await findRow('On page 2');
  expect(screen.getByText('51–51 of 51')).toBeVisible();
});

it('submitting the same filter fetches the list again', async () => {
  let answers = 0;
  const { user, queries } = await openFiltered(() => ({
    items: [makeReferral({ first_name: `Answer ${(answers += 1)}` })],
    pages: 1,
  }));
  await findRow('Answer 1');
  await user.type(field('Name'), '{Enter}');
  expect(await findRow('Answer 2')).toBeVisible();
  expect(queries()).toHaveLength(2);
});

it('an empty filtered list offers to clear the filter, and keeps the focus', async () => {
  const { user } = await openFiltered(() => ({ items: [], pages: 0 }));
  const title = await screen.findByText('No Referral Records');
  const notice = within(title.parentElement as HTMLElement);
  expect(notice.getByText('No referral matches these filters.')).toBeVisible();
  await user.click(notice.getByRole('button', { name: 'Clear' }));
  expect(await findRow('Robin')).toBeVisible();
  expect(field('Name')).toHaveValue('');
  expect(screen.getByRole('heading', { name: 'Referral List' })).toHaveFocus();
});

it('a filtered list that cannot be loaded says so above the previous rows', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  const { user } = await openFiltered((query) => {
    if (isBroken) throw new ApiError('status', { status: 403 });
    return twoPages(query);
  });
  const problem = await screen.findByText(KEPT);
  expect(screen.getByRole('link', { name: /^Robin/ })).toBeVisible();

  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findRow('On page 1')).toBeVisible();
  await waitFor(() => expect(problem).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Referral List' })).toHaveFocus();
});

it('the filter is described only once its rows are loaded', async () => {
  let answer = (_page: unknown) => {};
  const { queries } = await openFiltered(() => new Promise((resolve) => (answer = resolve)));
  await waitFor(() => expect(queries()).toHaveLength(1));
  expect(screen.queryByText(/^Filtered by/)).toBeNull();
  answer({ items: [makeReferral({ first_name: 'Robina' })], pages: 1 });
  expect(await screen.findByText('Filtered by Name: Robin')).toBeVisible();
});

it.each([
  ['counted all', { total: 12 }, '12 referrals found'],
  ['sent the last page', { pages: 1 }, '1 referral found'],
  ['did not count', { pages: 3 }, '1 on this page. There are more.'],
  ['did not count all', { total: 51, more: true }, '1 on this page. There are more.'],
])('announces how many were found, if the server %s', async (_what, counts, text) => {
  await openFiltered(() => ({ items: [makeReferral()], pages: 1, ...counts }));
  const status = (await screen.findByText(text)).closest('[role="status"]');
  expect(status).toHaveTextContent(`Filtered by Name: Robin ${text}`);
});

it('announces that a list has become empty, and no count', async () => {
  let items = [makeReferral()];
  const { user } = await openFiltered(() => ({ items, total: items.length, pages: 1 }));
  await findRow('Robin');
  const status = screen.getAllByRole('status');
  items = [];
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  // In a region that was mounted before.
  expect(status).toContain(await screen.findByText('No Referral Records'));
  expect(screen.queryByText(/found/)).toBeNull();
});

it('retries a page that could not be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isDown = true;
  const { user, queries } = await openFiltered((query) => {
    if (query.page === 2 && isDown) throw new ApiError('status', { status: 403 });
    return twoPages(query);
  });
  await findRow('On page 1');
  await user.click(screen.getByRole('button', { name: 'Go to page 2' }));
  expect(await screen.findByText(KEPT)).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Go to page 2' }));
  expect(await findRow('On page 2')).toBeVisible();
  expect(queries()).toHaveLength(3);
});

it("finds guests by the word of the person's language", async () => {
  const { user, inputsOf } = await renderStaffApp({
    language: 'es',
    answers: stubReferralList([makeReferral()]),
  });
  await screen.findByRole('table');
  await openFilters(user);
  await user.type(field('Quién remitió'), 'visitante{Enter}');
  await waitFor(() => expect(inputsOf('listWorklist')).toHaveLength(2));
  expect(inputsOf('listWorklist')[1]?.body).toMatchObject({ referred_by: 'guest' });
});
