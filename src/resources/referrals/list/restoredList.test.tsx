/** The state of the list that is restored after a visit to another page or a sign-in. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { pairFor } from '../../../../tests/support/fakeSession';
import { cursorOf, stubThirdPartyList } from '../../../../tests/support/ourServer';
import {
  findSignInAgain,
  makeReferral,
  openFilters,
  renderStaffApp,
} from '../../../../tests/support/staffApp';
import { manyReferrals, stubWorklist } from '../../../../tests/support/worklist';
import { ApiError } from '../../../api/ApiError';

const ROWS = manyReferrals(2);
const bar = () => within(screen.getByRole('search', { name: 'Filters' }));
const field = (label: string) => bar().getByLabelText(label);
const searchBox = () => screen.getByRole('searchbox');
const siteHead = () => screen.getByRole('columnheader', { name: 'Site' });
const findRows = () => screen.findByRole('link', { name: /^Person 1/ });

async function openMenuPage(user: UserEvent, name: string) {
  const menu = within(screen.getByRole('navigation', { name: 'Staff menu' }));
  await user.click(menu.getByRole('link', { name }));
}

async function openList() {
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  const app = await renderStaffApp({
    answers: stubWorklist({ items: ROWS, listAccounts: () => ({ items: [], pages: 0 }) }),
  });
  await findRows();
  const last = () => app.inputsOf('listWorklist').at(-1)?.body;
  return { ...app, last, setItem };
}

/** Filters, sorts and pages the list, and types into two inputs without submitting. */
async function workOn({ user, last }: Awaited<ReturnType<typeof openList>>) {
  await user.click(screen.getByRole('radio', { name: 'Pending 24' }));
  await user.click(within(siteHead()).getByRole('button'));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(last()).toMatchObject({ page: 2 }));
  await screen.findByText('26–27 of 60');
  await openFilters(user);
  await user.type(field('Name'), 'Harp');
  await user.type(searchBox(), '555');
}

const WORK = {
  referral_status: 'Pending',
  sort: 'site',
  order: 'asc',
  page: 2,
  after: cursorOf('r1'),
  size: 25,
};

function expectWork({ last }: Awaited<ReturnType<typeof openList>>) {
  expect(last()).toEqual(WORK);
  expect(screen.getByRole('radio', { name: 'Pending 24' })).toBeChecked();
  expect(field('Referral Status')).toHaveValue('Pending');
  expect(siteHead()).toHaveAttribute('aria-sort', 'ascending');
  expect(screen.getByText('26–27 of 60')).toBeVisible();
  expect(field('Name')).toHaveValue('Harp');
  expect(searchBox()).toHaveValue('555');
}

afterEach(() => void vi.restoreAllMocks());

it('restores filters, order, page and typed text after a visit to another page, from no address or storage', async () => {
  const app = await openList();
  await workOn(app);
  await openMenuPage(app.user, 'Account List');
  await screen.findByRole('heading', { level: 1, name: 'User Accounts List' });
  await openMenuPage(app.user, 'Referrals');
  await findRows();
  expectWork(app);
  expect(app.address()).toBe('/admin');
  expect(app.setItem).not.toHaveBeenCalled();
});

it('restores filters, order, page and typed text after Back', async () => {
  const app = await openList();
  await workOn(app);
  await openMenuPage(app.user, 'Your Profile');
  await screen.findByRole('heading', { level: 1 });
  await app.go(-1);
  await findRows();
  expectWork(app);
});

it("'Submit' sends the restored input, including the further filters", async () => {
  const app = await openList();
  const { user, last } = app;
  await openFilters(user);
  await user.selectOptions(field('Substance'), 'Opioid-related');
  await user.type(field('Name'), 'Harp');
  await openMenuPage(user, 'Your Profile');
  await openMenuPage(user, 'Referrals');
  await findRows();
  expect(field('Substance')).toHaveValue('Opioid-related');
  await user.click(bar().getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(last()).toMatchObject({ name: 'Harp', substance: 'Opioid-related' }));
});

it('restores the scroll position once the rows are rendered', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  const app = await openList();
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(640);
  fireEvent.scroll(document);
  await openMenuPage(app.user, 'Your Profile');
  scrollTo.mockClear();
  await openMenuPage(app.user, 'Referrals');
  await findRows();
  await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 640));
});

it('choosing the open page again scrolls to its top', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  const app = await openList();
  scrollTo.mockClear();
  await openMenuPage(app.user, 'Referrals');
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
});

it('keeps the state of the list under the sign-in dialog', async () => {
  const app = await openList();
  await workOn(app);
  await act(async () => app.session.end('idle'));
  await findSignInAgain();
  await act(async () => void app.session.signIn(pairFor('SUPERUSER')));
  expectWork(app);
});

it('restores nothing for another person', async () => {
  const app = await openList();
  await workOn(app);
  await act(async () => app.session.end('idle'));
  await findSignInAgain();
  const pat = pairFor('SUPERUSER', { username: 'pat@clinic.example' });
  await act(async () => void app.session.signIn(pat));
  await findRows();
  await openFilters(app.user);
  expect(field('Name')).toHaveValue('');
  expect(searchBox()).toHaveValue('');
  expect(screen.getByRole('radio', { name: 'All 60' })).toBeChecked();
  expect(app.last()).toMatchObject({ sort: 'entry_date', page: 1 });
});

it('restores nothing after a sign-out, also for the same person', async () => {
  const app = await openList();
  await workOn(app);
  await act(async () => app.session.signOut());
  await act(async () => void app.session.signIn(pairFor('SUPERUSER')));
  await findRows();
  await openFilters(app.user);
  expect(field('Name')).toHaveValue('');
  expect(screen.getByRole('radio', { name: 'All 60' })).toBeChecked();
});

it('retries a filter that failed', async () => {
  const app = await openList();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await openFilters(app.user);
  await app.user.type(field('Name'), 'Harp{Enter}');
  await waitFor(() => expect(app.last()).toMatchObject({ name: 'Harp' }));
  await openMenuPage(app.user, 'Your Profile');
  await openMenuPage(app.user, 'Referrals');
  await findRows();
  expect(app.last()).toMatchObject({ name: 'Harp' });
});

it('with a third-party backend, filters and page are there again, too', async () => {
  const { user, inputsOf } = await renderStaffApp({
    answers: {
      ...stubThirdPartyList([makeReferral()]),
      filterReferrals: ({ query }) => {
        if (query?.page === undefined) throw new ApiError('status', { status: 422 });
        return { items: [makeReferral({ first_name: `On page ${query.page}` })], pages: 2 };
      },
    },
  });
  await screen.findByRole('link', { name: /^Robin/ });
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Rob{Enter}');
  await screen.findByRole('link', { name: /^On page 1/ });
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByRole('link', { name: /^On page 2/ });
  await openMenuPage(user, 'Your Profile');
  await openMenuPage(user, 'Referrals');
  expect(await screen.findByRole('link', { name: /^On page 2/ })).toBeVisible();
  expect(await screen.findByText(/^Filtered by Name: Rob/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Rob');
  expect(inputsOf('filterReferrals').at(-1)?.query).toEqual({ name: 'Rob', page: 2, size: 50 });
});
