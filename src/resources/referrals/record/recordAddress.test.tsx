import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import { ApiError } from '../../../api/ApiError';

const TITLE = 'Referral Status for: Robin Harper';
const older = makeReferral({ _id: 'r99' });
const answers = stubReferralList([makeReferral({ first_name: 'Alex' })]);
const refuse = (status: number) => () => {
  throw new ApiError('status', { status, detail: 'Not Found' });
};
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

it('the address of a referral is below that of the list, and Back closes the referral', async () => {
  const { user, address, go } = await renderStaffApp({ answers });
  const name = within(await findTable()).getByRole('link', { name: 'Alex Harper' });
  await user.click(name);
  expect(address()).toContain('/admin/r1');
  expect(await screen.findByRole('dialog')).toBeVisible();
  await go(-1);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/admin');
  expect(name).toHaveFocus();
  expect(name).toBeVisible();
});

it("a row's name links to the address of its referral, which has the id only", async () => {
  await renderStaffApp({ answers });
  const name = within(await findTable()).getByRole('link', { name: 'Alex Harper' });
  expect(name).toHaveAttribute('href', '/admin/r1');
});

it.each([
  ['Ctrl-click', { ctrlKey: true }],
  ['the command key', { metaKey: true }],
  ['Shift-click', { shiftKey: true }],
  ['the middle button', { button: 1 }],
])('leaves %s on a name to the browser', async (_how, how) => {
  const { address } = await renderStaffApp({ answers });
  const name = within(await findTable()).getByRole('link', { name: 'Alex Harper' });
  const isLeft = fireEvent.click(name, how);
  expect(isLeft).toBe(true);
  expect(address()).toBe('/admin');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps unsaved input when Back closes the referral, and forgets discarded input', async () => {
  const { user, go } = await renderStaffApp({ answers });
  const open = async () => {
    await user.click(within(await findTable()).getByRole('link', { name: 'Alex Harper' }));
    return within(await screen.findByRole('dialog'));
  };
  await user.type((await open()).getByLabelText('Intake note'), 'Called twice');
  await go(-1);
  const dialog = await open();
  expect(await dialog.findByDisplayValue('Called twice')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(dialog.getByRole('button', { name: 'Close without saving' }));
  expect((await open()).getByLabelText('Intake note')).toHaveValue('');
});

it('leaves no history entry when the referral is closed', async () => {
  const { user, address } = await renderStaffApp({ answers });
  await user.click(within(await findTable()).getByRole('link', { name: 'Alex Harper' }));
  await user.keyboard('{Escape}');
  expect(address()).toBe('/admin');
});

it('opens a referral that is on the shown page by its address', async () => {
  const { user, address, inputsOf } = await renderStaffApp({ path: '/admin/r1', answers });
  const title = 'Referral Status for: Alex Harper';
  expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
  expect(inputsOf('getReferral')).toEqual([]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/admin');
});

it('opens a referral that is on another page by its address', async () => {
  const { inputsOf } = await renderStaffApp({
    path: '/admin/r99',
    answers: { ...answers, getReferral: () => older },
  });
  expect(await screen.findByRole('dialog', { name: TITLE })).toBeVisible();
  expect(inputsOf('getReferral')).toHaveLength(1);
});

it("says 'not found' for a referral that does not exist or is not visible", async () => {
  expectConsoleErrors();
  const { user, address } = await renderStaffApp({
    path: '/admin/r99',
    answers: { ...answers, getReferral: refuse(404) },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Not found' }));
  expect(
    dialog.getByText('This record does not exist, or you are not allowed to see it.'),
  ).toBeVisible();
  expect(screen.queryByText('Robin')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(address()).toBe('/admin');
  await findTable();
});

it('offers a retry when the referral could not be read', async () => {
  expectConsoleErrors();
  let isUp = false;
  const { user } = await renderStaffApp({
    path: '/admin/r99',
    answers: { ...answers, getReferral: () => (isUp ? older : refuse(403)()) },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Record' }));
  expect(await dialog.findByText('The record could not be loaded.')).toBeVisible();
  isUp = true;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('dialog', { name: TITLE })).toBeVisible());
});
