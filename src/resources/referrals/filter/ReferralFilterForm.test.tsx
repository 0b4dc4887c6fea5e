import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { setPhoneWidth } from '../../../../tests/support/screenWidth';
import type { WorklistQuery } from '../../../../contract/entities/worklist';
import {
  makeReferral,
  openFilters,
  renderStaffApp,
  stubQueriedList,
} from '../../../../tests/support/staffApp';

const NEWEST = { sort: 'entry_date', order: 'desc' };
const page = (...names: string[]) => ({
  items: names.map((first_name) => makeReferral({ _id: first_name, first_name })),
  total: names.length,
  pages: 1,
  counts: null,
});
const bar = () => within(screen.getByRole('search', { name: 'Filters' }));
const field = (label: string) => bar().getByLabelText(label);
const submit = (user: UserEvent) => user.click(bar().getByRole('button', { name: 'Submit' }));
const findRow = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name} `) });

async function openList(language?: 'es', isOpen = true) {
  const app = await renderStaffApp({
    language,
    // A page of 50 is a filtered one.
    answers: stubQueriedList(({ size }) => page(size === 50 ? 'Found' : 'Robin')),
  });
  await findRow('Robin');
  if (isOpen) await openFilters(app.user);
  const queries = () => app.inputsOf('listWorklist').map(({ body }) => body as WorklistQuery);
  /** The queries with a filter of the bar. */
  const filtered = () => queries().filter(({ size }) => size === 50);
  return { ...app, queries, filtered };
}

it('has the six fields of the specification, in its order, and then the others', async () => {
  await openList();
  const labels = ['Name', 'Contact Number', 'Gender', 'Referral Status', 'Tracking ID'];
  const others = ['Period', 'Site', 'Substance', 'Why it ended', 'Call back set by', 'Assigned to'];
  expect(bar().getAllByLabelText(/./)).toEqual([...labels, 'Referred By', ...others].map(field));
});

it('offers the sexes and the statuses, or any', async () => {
  await openList();
  const offered = (label: string) =>
    within(field(label))
      .getAllByRole('option')
      .map((option) => option.textContent);
  expect(offered('Gender')).toEqual(['Any', 'Male', 'Female', 'Other']);
  const statuses = ['Pending', 'Processed', 'Declined Services', 'More Info Needed'];
  expect(offered('Referral Status')).toEqual(['Any', ...statuses]);
});

it('sends only what is filled in, trimmed, for page 1 of 50', async () => {
  const { user, filtered } = await openList();
  await user.type(field('Name'), '  Robin ');
  await user.type(field('Contact Number'), '   ');
  await user.selectOptions(field('Gender'), 'Other');
  expect(filtered()).toEqual([]);
  await submit(user);
  expect(await findRow('Found')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Robin/ })).toBeNull();
  expect(filtered()).toEqual([{ ...NEWEST, name: 'Robin', gender: 'Other', page: 1, size: 50 }]);
});

it('sends every field under its name', async () => {
  const { user, filtered } = await openList();
  await user.type(field('Name'), 'a');
  await user.type(field('Contact Number'), 'b');
  await user.selectOptions(field('Gender'), 'Female');
  await user.selectOptions(field('Referral Status'), 'Declined Services');
  await user.type(field('Tracking ID'), 'c');
  await user.type(field('Referred By'), 'd');
  await submit(user);
  await findRow('Found');
  expect(filtered()[0]).toMatchObject({
    name: 'a',
    contact_number: 'b',
    gender: 'Female',
    referral_status: 'Declined Services',
    tracking_id: 'c',
    referred_by: 'd',
  });
});

it.each(['Tracking ID', 'Gender', 'Referral Status'])('is sent by Enter in %s', async (label) => {
  const { user, filtered } = await openList();
  await user.type(field('Name'), 'Robin');
  field(label).focus();
  await user.keyboard('{Enter}');
  await findRow('Found');
  expect(filtered()).toHaveLength(1);
});

it('puts no filter into the address, the title or the storage', async () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  const { user, address } = await openList();
  const title = document.title;
  await user.type(field('Name'), 'Robin');
  await submit(user);
  await findRow('Found');
  expect(address()).toBe('/admin');
  expect(document.title).toBe(title);
  expect(document.cookie).toBe('');
  expect(setItem).not.toHaveBeenCalled();
});

it('describes the filter in words', async () => {
  const { user } = await openList();
  await user.type(field('Name'), ' Robin');
  await user.selectOptions(field('Referral Status'), 'Processed');
  expect(screen.queryByText(/^Filtered by/)).toBeNull();
  await submit(user);
  const summary = await screen.findByText('Filtered by Name: Robin · Referral Status: Processed');
  expect(summary.closest('[role=status]')).toBeVisible();
});

it('describes the filter in Spanish', async () => {
  const { user } = await openList('es');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sexo' }), 'Femenino');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Filtrado por Sexo: Femenino')).toBeVisible();
});

it("'Clear' empties the fields and shows the first page of all again", async () => {
  const { user, queries } = await openList();
  await user.type(field('Name'), 'Robin');
  await user.selectOptions(field('Gender'), 'Male');
  await submit(user);
  await findRow('Found');
  await user.click(bar().getByRole('button', { name: 'Clear' }));
  expect(await findRow('Robin')).toBeVisible();
  expect(field('Name')).toHaveValue('');
  expect(field('Gender')).toHaveValue('');
  expect(screen.queryByText(/^Filtered by/)).toBeNull();
  await waitFor(() =>
    expect(queries()).toEqual([
      { ...NEWEST, page: 1, size: 25 },
      expect.objectContaining({ name: 'Robin' }),
      { ...NEWEST, page: 1, size: 25 },
    ]),
  );
});

it('shows what filters the list as chips, each of which removes its part', async () => {
  const { user, queries } = await openList();
  await user.type(field('Name'), 'Robin');
  await user.selectOptions(field('Gender'), 'Male');
  await user.selectOptions(field('Referral Status'), 'Processed');
  await submit(user);
  await findRow('Found');
  const chips = within(screen.getByRole('group', { name: 'What filters the list' }));
  // The status is on its tab.
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Name: Robin',
    'Gender: Male',
    'Clear all',
  ]);
  await user.type(field('Tracking ID'), 'R-AB');
  await user.click(chips.getByRole('button', { name: 'Remove the filter Gender: Male' }));
  await waitFor(() =>
    expect(queries().at(-1)).toEqual({
      ...NEWEST,
      name: 'Robin',
      referral_status: 'Processed',
      page: 1,
      size: 50,
    }),
  );
  expect(field('Gender')).toHaveValue('');
  expect(field('Tracking ID')).toHaveValue('R-AB');
  expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus();
  await user.click(await screen.findByRole('button', { name: 'Clear all' }));
  await findRow('Robin');
  expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus();
  expect(screen.queryByRole('group', { name: 'What filters the list' })).toBeNull();
  expect(field('Tracking ID')).toHaveValue('');
});

describe('the filter form', () => {
  const opener = () => screen.getByRole('button', { name: 'Filter' });

  it('is behind a button', async () => {
    setPhoneWidth();
    const { user } = await openList(undefined, false);
    expect(screen.queryByRole('search', { name: 'Filters' })).toBeNull();
    expect(opener()).toHaveAttribute('aria-expanded', 'false');
    await user.click(opener());
    expect(opener()).toHaveAttribute('aria-expanded', 'true');
    expect(field('Name')).toBeVisible();
  });

  it.each(['Submit', 'Clear'])('goes back behind it with %s, and the focus too', async (name) => {
    setPhoneWidth();
    const { user } = await openList(undefined, false);
    await user.click(opener());
    await user.type(field('Name'), 'Robin');
    await user.click(bar().getByRole('button', { name }));
    expect(screen.queryByRole('search', { name: 'Filters' })).toBeNull();
    expect(opener()).toHaveAttribute('aria-expanded', 'false');
    expect(opener()).toHaveFocus();
    expect(await findRow(name === 'Submit' ? 'Found' : 'Robin')).toBeVisible();
  });

  it('is behind it in a wide window, too, and stays open after Submit', async () => {
    const { user } = await openList(undefined, false);
    expect(screen.queryByRole('search', { name: 'Filters' })).toBeNull();
    await user.click(opener());
    await user.type(field('Name'), 'Robin');
    await submit(user);
    await findRow('Found');
    expect(field('Name')).toBeVisible();
  });
});
