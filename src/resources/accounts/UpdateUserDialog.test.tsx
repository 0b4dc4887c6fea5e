import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { stubAccounts, makeAccount } from '../../../tests/support/stubAccounts';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import type { Account } from '../../../contract/entities/account';
import { ApiError } from '../../api/ApiError';

const DONE = 'Successfully updated user';
const refusal = (status: number, detail?: string, field?: string) => () => {
  throw new ApiError('status', { status, detail, locations: field ? [['body', field]] : [] });
};
/** In development, react-admin logs a failed call to the console. */
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

/** Opens the modal on an account, Pat Doe's unless told otherwise. */
async function openOn(changes: Partial<Account> = {}, answers: Answers = {}) {
  const account = makeAccount(changes);
  const app = await renderStaffApp({
    path: '/accounts/list',
    answers: { ...stubAccounts(account), ...answers },
  });
  const opener = await screen.findByRole('button', { name: `Update ${account.fullname}` });
  await app.user.click(opener);
  const dialog = within(screen.getByRole('dialog', { name: 'Update User' }));
  const bodies = () => app.inputsOf('updateAccount').map(({ body }) => body);
  return { ...app, opener, dialog, bodies };
}
type Opened = Awaited<ReturnType<typeof openOn>>;

const submit = ({ dialog }: Opened) => dialog.getByRole('button', { name: 'Update User' });
const findClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it("shows a manager's name, e-mail, limit and sites", async () => {
  const { dialog } = await openOn({ created_referrals_only: true });
  expect(dialog.getByLabelText('Fullname')).toHaveValue('Pat Doe');
  const email = dialog.getByLabelText('Email');
  expect(email).toHaveValue('pat@clinic.example');
  expect(email).toHaveAttribute('readonly');
  const limit = dialog.getByRole('checkbox', { name: 'Can only view their created referrals' });
  expect(limit).toBeChecked();
  expect(dialog.getByRole('combobox', { name: 'Update Sites' })).toHaveAccessibleDescription(
    /a manager sees only the referrals they created/,
  );
  expect(dialog.getByRole('button', { name: 'Remove Northside High' })).toBeVisible();
});

it('marks a deleted site, and saves it by its name', async () => {
  const opened = await openOn({
    schools: [{ _id: 's9', name: 'Old School', deleted: true }],
  });
  const { user, dialog, bodies } = opened;
  expect(await dialog.findByRole('button', { name: 'Remove Old School (deleted)' })).toBeVisible();
  await user.type(dialog.getByLabelText('Fullname'), '!');
  await user.click(submit(opened));
  await waitFor(() =>
    expect(bodies()).toMatchObject([{ schools: [{ id: 's9', name: 'Old School' }] }]),
  );
  expect(JSON.stringify(bodies())).not.toContain('deleted');
});

it.each(['ADMIN', 'SITE_USER'] as const)('shows no sites for %s', async (role) => {
  const { dialog } = await openOn({ role });
  expect(dialog.getByRole('checkbox')).toBeVisible();
  expect(dialog.queryByRole('combobox')).toBeNull();
});

it('shows only name and e-mail of a super user', async () => {
  const opened = await openOn({ role: 'SUPERUSER', schools: [{ id: 'all', site: 'all' }] });
  const { user, dialog, bodies } = opened;
  expect(dialog.queryByRole('combobox')).toBeNull();
  expect(dialog.queryByRole('checkbox')).toBeNull();
  await user.click(submit(opened));
  expect(await dialog.findByText(DONE)).toBeVisible();
  expect(bodies()).toEqual([
    {
      fullname: 'Pat Doe',
      username: 'pat@clinic.example',
      schools: [{ id: 'all', site: 'all' }],
      created_referrals_only: false,
    },
  ]);
});

it("changes a manager's name, limit and sites, and updates the row", async () => {
  const opened = await openOn({}, { listSites: () => [{ _id: 's2', name: 'Elm Middle' }] });
  const { user, dialog, bodies } = opened;
  const name = dialog.getByLabelText('Fullname');
  await user.clear(name);
  await user.type(name, ' Pat Roe ');
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('combobox', { name: 'Update Sites' }));
  await user.click(await dialog.findByRole('option', { name: 'Elm Middle' }));
  await user.click(submit(opened));

  expect(await dialog.findByText(DONE)).toBeVisible();
  expect(bodies()).toEqual([
    {
      fullname: 'Pat Roe',
      username: 'pat@clinic.example',
      // The site it had is no longer in the list, and stays.
      schools: [
        { id: 's1', name: 'Northside High' },
        { id: 's2', name: 'Elm Middle' },
      ],
      created_referrals_only: true,
    },
  ]);
  await findClosed();
  expect(await screen.findByRole('button', { name: 'Update Pat Roe' })).toHaveFocus();
});

it('can remove all sites of a manager', async () => {
  const opened = await openOn();
  const { user, dialog, bodies } = opened;
  await user.click(dialog.getByRole('button', { name: 'Remove Northside High' }));
  await user.click(submit(opened));
  await dialog.findByText(DONE);
  expect(bodies()).toMatchObject([{ schools: [] }]);
});

it('changes the site of a referral', async () => {
  const opened = await openOn(
    { role: 'REFERRAL', schools: [{ id: 's1', site: 'Northside High' }] },
    { listSites: () => [{ _id: 's2', name: 'Elm Middle' }] },
  );
  const { user, dialog, bodies } = opened;
  const field = dialog.getByRole('combobox', { name: 'Update site for referral' });
  expect(field).toHaveValue('Northside High');
  expect(field).toHaveAttribute('placeholder', 'Change site');
  await user.click(field);
  await user.click(await dialog.findByRole('option', { name: 'Elm Middle' }));
  await user.click(submit(opened));
  await dialog.findByText(DONE);
  expect(bodies()).toMatchObject([{ schools: [{ id: 's2', site: 'Elm Middle' }] }]);
});

it('requires a name, and a site if the account had one', async () => {
  const opened = await openOn({
    role: 'REFERRAL',
    schools: [{ id: 's1', site: 'Northside High' }],
  });
  const { user, dialog, bodies } = opened;
  const name = dialog.getByLabelText('Fullname');
  const site = dialog.getByRole('combobox');
  await user.clear(name);
  await user.clear(site);
  await user.click(submit(opened));
  expect(await dialog.findByRole('group', { name: 'Please check these 2 fields:' })).toHaveFocus();
  expect(name).toHaveAccessibleDescription('Fullname field is required');
  expect(site).toHaveAccessibleDescription('Please choose a site.');

  await user.type(name, 'Pat Doe');
  await user.click(submit(opened));
  expect(dialog.queryByText('Fullname field is required')).toBeNull();
  await waitFor(() => expect(site).toHaveFocus());
  expect(bodies()).toEqual([]);
});

it('corrects the name of a referral that has no site', async () => {
  const opened = await openOn({ role: 'REFERRAL', schools: [] });
  const { user, dialog, bodies } = opened;
  await user.type(dialog.getByLabelText('Fullname'), ' Junior');
  await user.click(submit(opened));
  await dialog.findByText(DONE);
  expect(bodies()).toMatchObject([{ fullname: 'Pat Doe Junior', schools: [] }]);
});

it('keeps the sites when their list fails to load, and retries with a button', async () => {
  expectConsoleErrors();
  const listSites = vi.fn<() => unknown>().mockReturnValue([{ _id: 's2', name: 'Elm Middle' }]);
  listSites.mockImplementationOnce(refusal(403));
  const opened = await openOn({}, { listSites });
  const { user, dialog, bodies } = opened;
  expect(await dialog.findByText('The sites could not be loaded.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Remove Northside High' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(dialog.queryByText('The sites could not be loaded.')).toBeNull());
  const field = dialog.getByRole('combobox', { name: 'Update Sites' });
  expect(field).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(await dialog.findByRole('option', { name: 'Elm Middle' })).toBeVisible();
  await user.click(submit(opened));
  await dialog.findByText(DONE);
  expect(bodies()).toMatchObject([{ schools: [{ id: 's1', name: 'Northside High' }] }]);
});

it('says that the sites are loading', async () => {
  const { dialog } = await openOn({ schools: [] }, { listSites: () => new Promise(() => {}) });
  const field = dialog.getByRole('combobox', { name: 'Update Sites' });
  expect(field).toHaveAccessibleDescription(/Loading\.\.\./);
});

it('asks before it discards input, and only then', async () => {
  const { user, dialog, opener, bodies } = await openOn();
  await user.type(dialog.getByLabelText('Fullname'), 'x');
  await user.keyboard('{Escape}');
  expect(dialog.getByText(/^Close without saving\?/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByLabelText('Fullname')).toHaveValue('Pat Doex');
  await user.type(dialog.getByLabelText('Fullname'), '{Backspace}');
  await user.keyboard('{Escape}');
  await findClosed();
  expect(opener).toHaveFocus();
  expect(bodies()).toEqual([]);
});

it('starts with the current account, and keeps what others save while it is open', async () => {
  let limited = false;
  const opened = await openOn(
    {},
    {
      listAccounts: () => ({
        items: [makeAccount({ created_referrals_only: limited })],
        pages: 1,
      }),
      updateAccount: () => ({ detail: 'ok' }),
    },
  );
  const { user, dialog, bodies } = opened;
  await user.type(dialog.getByLabelText('Fullname'), 'x');
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'Close without saving' }));
  await findClosed();

  limited = true;
  await user.click(screen.getByRole('button', { name: 'Update Pat Doe' }));
  const again = within(screen.getByRole('dialog', { name: 'Update User' }));
  await user.type(again.getByLabelText('Fullname'), ' Junior');
  await waitFor(() => expect(again.getByRole('checkbox')).toBeChecked());
  await user.click(again.getByRole('button', { name: 'Update User' }));
  await again.findByText(DONE);
  expect(bodies()).toMatchObject([{ fullname: 'Pat Doe Junior', created_referrals_only: true }]);
});

it.each([
  [422, undefined, 'fullname', 'Please check this name.'],
  [
    422,
    undefined,
    'schools',
    'A chosen site no longer exists. Please remove it or choose another.',
  ],
  [404, 'Not Found', undefined, 'This account no longer exists.'],
])('explains a refusal (%i %s %s), and keeps the input', async (...row) => {
  expectConsoleErrors();
  const [status, detail, field, text] = row;
  const opened = await openOn({}, { updateAccount: refusal(status, detail, field) });
  const { user, dialog } = opened;
  await user.type(dialog.getByLabelText('Fullname'), ' Junior');
  await user.click(submit(opened));
  const problem = within(await dialog.findByRole('alert'));
  expect(problem.getByText('Could not update user')).toBeVisible();
  expect(problem.getByText(text)).toBeVisible();
  expect(dialog.getByLabelText('Fullname')).toHaveValue('Pat Doe Junior');
});

it('shows the texts in Spanish', async () => {
  const { user } = await renderStaffApp({
    path: '/accounts/list',
    language: 'es',
    answers: stubAccounts(makeAccount()),
  });
  await user.click(await screen.findByRole('button', { name: 'Actualizar Pat Doe' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Actualizar cuenta' }));
  expect(dialog.getByLabelText('Nombre completo')).toHaveValue('Pat Doe');
  expect(dialog.getByRole('combobox', { name: 'Actualizar sitios' })).toBeVisible();
});
