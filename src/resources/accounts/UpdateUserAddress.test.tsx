/** The address of an account, at which its update dialog is open. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { makeAccount, makeAccounts, stubAccounts } from '../../../tests/support/stubAccounts';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import { ApiError } from '../../api/ApiError';

const LIST = '/accounts/list';
const findDialog = async (name = 'Update User') =>
  within(await screen.findByRole('dialog', { name }));
const findClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const openPage = (path = LIST, answers: Answers = stubAccounts(makeAccount())) =>
  renderStaffApp({ path, answers });
/** A server that reads one account by its id, beside a list without it. */
const answerWith = (getAccount: () => unknown): Answers => ({
  ...stubAccounts(...makeAccounts(2)),
  getAccount,
});
const refuse = (status: number) => () => {
  throw new ApiError('status', { status });
};

it("'Update' opens the address of the account, and Back closes it and keeps the place in the list", async () => {
  const { user, address, go } = await openPage();
  const opener = await screen.findByRole('button', { name: 'Update Pat Doe' });
  const scrollTo = vi.spyOn(window, 'scrollTo');
  await user.click(opener);
  expect((await findDialog()).getByLabelText('Fullname')).toHaveValue('Pat Doe');
  expect(address()).toContain(`${LIST}/a1`);
  await go(-1);
  await findClosed();
  expect(address()).toBe(LIST);
  expect(opener).toHaveFocus();
  expect(scrollTo).not.toHaveBeenCalled();
});

it('keeps unsaved input when Back closes the dialog, and forgets discarded input', async () => {
  const { user, go } = await openPage();
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Update Pat Doe' }));
    return findDialog();
  };
  const first = await open();
  await user.type(first.getByLabelText('Fullname'), ' Junior');
  await user.click(first.getByRole('button', { name: 'Remove Northside High' }));
  await go(-1);
  await findClosed();
  const dialog = await open();
  expect(await dialog.findByDisplayValue('Pat Doe Junior')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Remove Northside High' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(dialog.getByRole('button', { name: 'Close without saving' }));
  await findClosed();
  const last = await open();
  expect(last.getByLabelText('Fullname')).toHaveValue('Pat Doe');
  expect(last.getByRole('button', { name: 'Remove Northside High' })).toBeVisible();
});

it.each(['Close', 'Escape'])('%s returns to the address of the list', async (how) => {
  const { user, address } = await openPage();
  await user.click(await screen.findByRole('button', { name: 'Update Pat Doe' }));
  const dialog = await findDialog();
  if (how === 'Escape') await user.keyboard('{Escape}');
  else await user.click(dialog.getByRole('button', { name: how }));
  await findClosed();
  expect(address()).toBe(LIST);
});

it('a link to an account of the list opens it', async () => {
  const { user, address, inputsOf } = await openPage(`${LIST}/a1`);
  const dialog = await findDialog();
  expect(dialog.getByLabelText('Fullname')).toHaveValue('Pat Doe');
  expect(inputsOf('getAccount')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await findClosed();
  expect(address()).toBe(LIST);
  expect(screen.getByRole('rowheader', { name: 'Pat Doe' })).toBeVisible();
});

it('a link to an account on another page opens it for editing', async () => {
  const getAccount = () => makeAccount({ _id: 'far', fullname: 'Zoe Young' });
  const { user, inputsOf } = await openPage(`${LIST}/far`, answerWith(getAccount));
  const dialog = await findDialog();
  await user.type(dialog.getByLabelText('Fullname'), ' Senior');
  await user.click(dialog.getByRole('button', { name: 'Update User' }));
  await dialog.findByText('Successfully updated user');
  expect(inputsOf('updateAccount')).toMatchObject([
    { params: { id: 'far' }, body: { fullname: 'Zoe Young Senior' } },
  ]);
  await findClosed();
});

it("a link to an account that does not exist or is not visible says 'not found'", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, address } = await openPage(`${LIST}/gone`, answerWith(refuse(404)));
  const dialog = await findDialog('Not found');
  expect(dialog.getByText(/does not exist, or you are not allowed to see it/)).toBeVisible();
  expect(dialog.queryByRole('textbox')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await findClosed();
  expect(address()).toBe(LIST);
});

it('loading an account can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const getAccount = vi.fn<() => unknown>().mockReturnValue(makeAccount({ _id: 'far' }));
  getAccount.mockImplementationOnce(refuse(403));
  const { user } = await openPage(`${LIST}/far`, answerWith(getAccount));
  const problem = within(await screen.findByRole('alert'));
  expect(problem.getByText('The record could not be loaded.')).toBeVisible();
  await user.click(problem.getByRole('button', { name: 'Try again' }));
  expect((await findDialog()).getByLabelText('Fullname')).toHaveValue('Pat Doe');
});
