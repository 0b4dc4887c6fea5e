import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SITE_REFUSALS } from '../../../contract/staffConstants';
import { everyone } from '../../../contract/languages/es.json';
import { KEYED } from '../../../tests/support/ourServer';
import { stubAccountList, makeAccount } from '../../../tests/support/stubAccounts';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';
import { ApiError } from '../../api/ApiError';

const { siteNames } = everyone;

const refusal = (status: number, detail?: string, field?: string) => () => {
  throw new ApiError('status', { status, detail, locations: field ? [['body', field]] : [] });
};
/** In development, react-admin logs a failed call to the console. */
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

async function openDialog(answers: Answers = {}, fixedSites?: unknown) {
  const app = await renderStaffApp({
    path: '/accounts/list',
    fixedSites,
    answers: {
      ...stubAccountList(makeAccount()),
      register: () => ({ detail: 'ok' }),
      ...answers,
    },
  });
  await screen.findByRole('table');
  const opener = screen.getByRole('button', { name: 'Add Admin User' });
  await app.user.click(opener);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Admin User' }));
  return { ...app, opener, dialog };
}
type Opened = Awaited<ReturnType<typeof openDialog>>;

async function fillIn({ user, dialog }: Opened) {
  await user.type(dialog.getByLabelText('Email'), 'kim@clinic.example');
  await user.type(dialog.getByLabelText('Password'), 'violet-otter-7');
  await user.selectOptions(dialog.getByLabelText('Role'), 'Manager');
}
const submit = ({ dialog }: Opened) => dialog.getByRole('button', { name: 'Add User' });

it('offers four roles, with none chosen at first', async () => {
  const { dialog } = await openDialog();
  const options = within(dialog.getByLabelText('Role')).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual([
    'Choose a role',
    'Admin',
    'Super User',
    'Manager',
    'Site User',
  ]);
  expect(dialog.getByLabelText('Role')).toHaveValue('');
});

it('offers Site A to Site N', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByLabelText('Sites'));
  const options = dialog.getAllByRole('option', { name: /^Site .$/ });
  expect(options.map((option) => option.textContent)).toEqual(
    Array.from('ABCDEFGHIJKLMN', (letter) => `Site ${letter}`),
  );
});

const NORTH = { _id: 's1', name: 'Northside High' };
const offeredSites = async ({ user, dialog }: Opened) => {
  await user.click(dialog.getByLabelText('Sites'));
  const options = within(dialog.getByRole('listbox')).getAllByRole('option');
  return options.map((option) => option.textContent);
};

it('offers the fixed sites of the provider', async () => {
  const opened = await openDialog({ listSites: () => [NORTH] }, ['North', 'South']);
  expect(await offeredSites(opened)).toEqual(['North', 'South']);
});

it('offers the existing sites if the provider has no fixed ones, and sends their ids', async () => {
  const opened = await openDialog({ listSites: () => [NORTH, { _id: 's2', name: 'West' }] }, []);
  await opened.dialog.findByLabelText('Sites');
  expect(await offeredSites(opened)).toEqual(['Northside High', 'West']);
  await opened.user.click(opened.dialog.getByRole('option', { name: 'Northside High' }));
  await fillIn(opened);
  await opened.user.click(submit(opened));
  await opened.dialog.findByText('Successfully added new user.');
  expect(opened.inputsOf('register')).toMatchObject([
    { body: { schools: [{ id: 's1', name: 'Northside High' }] } },
  ]);
});

it('can retry loading the sites', async () => {
  expectConsoleErrors();
  let isDown = true;
  const listSites = () => {
    if (isDown) throw new ApiError('status', { status: 404 });
    return [NORTH];
  };
  const opened = await openDialog({ listSites }, []);
  const retry = await opened.dialog.findByRole('button', { name: 'Try again' });
  isDown = false;
  await opened.user.click(retry);
  await waitFor(() =>
    expect(opened.dialog.queryByRole('button', { name: 'Try again' })).toBeNull(),
  );
  expect(await offeredSites(opened)).toEqual(['Northside High']);
});

it('hides the password until the button shows it', async () => {
  const { user, dialog } = await openDialog();
  const password = dialog.getByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  await user.click(dialog.getByRole('button', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
});

it('requires every field except sites', async () => {
  const opened = await openDialog();
  await opened.user.click(submit(opened));
  const { dialog, inputsOf } = opened;
  const summary = await dialog.findByRole('group', { name: 'Please check these 3 fields:' });
  await waitFor(() => expect(summary).toHaveFocus());
  for (const name of ['Email is required', 'Password is required', 'Please choose a role.']) {
    expect(dialog.getByRole('link', { name })).toBeVisible();
  }
  expect(dialog.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
  expect(dialog.getByLabelText('Sites')).toBeValid();
  expect(inputsOf('register')).toEqual([]);
});

it('requires a password of at least 6 characters', async () => {
  const opened = await openDialog();
  await fillIn(opened);
  await opened.user.clear(opened.dialog.getByLabelText('Password'));
  await opened.user.type(opened.dialog.getByLabelText('Password'), '12345');
  await opened.user.click(submit(opened));
  expect(
    await opened.dialog.findByText('Password must be at least 6 characters', { selector: 'p' }),
  ).toBeVisible();
  expect(opened.inputsOf('register')).toEqual([]);
});

it('adds the user once, shows the success, then fetches the list, closes and restores the focus', async () => {
  const opened = await openDialog();
  const { user, dialog, opener, inputsOf } = opened;
  await fillIn(opened);
  await user.click(dialog.getByLabelText('Sites'));
  await user.click(dialog.getByRole('option', { name: 'Site A' }));
  await user.click(dialog.getByRole('option', { name: 'Site N' }));
  act(() => {
    submit(opened).click();
    submit(opened).click();
  });
  expect(await dialog.findByText('Successfully added new user.')).toBeVisible();
  expect(inputsOf('listAccounts')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('register')).toEqual([
    {
      headers: KEYED,
      body: {
        username: 'kim@clinic.example',
        password: 'violet-otter-7',
        role: 'MANAGER',
        schools: [
          { id: 'Site A', name: 'Site A' },
          { id: 'Site N', name: 'Site N' },
        ],
      },
    },
  ]);
  await waitFor(() => expect(inputsOf('listAccounts')).toHaveLength(2));
  expect(opener).toHaveFocus();
  expect(screen.getByText('Successfully added new user.')).toBeVisible();
});

it.each([
  [refusal(409, 'Email already registered'), 'Email already registered'],
  [refusal(400, 'In words of the server'), 'In words of the server'],
  [
    refusal(422, undefined, 'schools'),
    'A chosen site does not exist here yet. Add it under Sites, or leave Sites empty and choose sites later.',
  ],
  [
    refusal(409, SITE_REFUSALS.nameDeleted),
    'A chosen site was deleted. Bring it back by adding it under Sites, or leave Sites empty and choose sites later.',
  ],
  [
    refusal(422, undefined, 'password'),
    'Please choose a password that is longer or harder to guess.',
  ],
  [refusal(422, undefined, 'username'), 'Please check this email address.'],
  [refusal(403), 'Could not add user'],
])('explains a failure, and keeps the input: %#', async (register, text) => {
  expectConsoleErrors();
  const opened = await openDialog({ register });
  await fillIn(opened);
  await opened.user.click(submit(opened));
  expect(await opened.dialog.findByText(text)).toBeVisible();
  expect(opened.dialog.getByLabelText('Email')).toHaveValue('kim@clinic.example');
  expect(opened.dialog.getByLabelText('Password')).toHaveValue('violet-otter-7');
  expect(opened.dialog.getByLabelText('Role')).toHaveValue('MANAGER');
});

it('asks before it discards the input', async () => {
  const { user, dialog } = await openDialog();
  await user.selectOptions(dialog.getByLabelText('Role'), 'Admin');
  await user.keyboard('{Escape}');
  expect(
    dialog.getByText('Close without saving? What you entered here will be lost.'),
  ).toBeVisible();
});

it('shows all texts in Spanish', async () => {
  expectConsoleErrors();
  const { user } = await renderStaffApp({
    path: '/accounts/list',
    language: 'es',
    answers: {
      ...stubAccountList(makeAccount()),
      register: refusal(409, 'Email already registered'),
    },
  });
  await user.click(
    await screen.findByRole('button', { name: 'Agregar usuario de administración' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Agregar usuario' }));
  expect(await dialog.findByText('Elija una función.', { selector: 'p' })).toBeVisible();
  await user.type(dialog.getByLabelText('Correo electrónico'), 'kim@clinic.example');
  await user.type(dialog.getByLabelText('Contraseña'), 'violet-otter-7');
  await user.selectOptions(dialog.getByLabelText('Función'), 'Superusuario');
  await user.click(dialog.getByRole('button', { name: 'Agregar usuario' }));
  expect(await dialog.findByText('Este correo electrónico ya está registrado')).toBeVisible();
});

it('names the sites of the referral form in Spanish, and sends their names on the wire', async () => {
  const probation = { _id: 's9', name: 'Probation Referral' };
  const { user, inputsOf } = await renderStaffApp({
    path: '/accounts/list',
    language: 'es',
    fixedSites: [],
    answers: {
      ...stubAccountList(makeAccount()),
      listSites: () => [probation],
      register: () => ({ detail: 'ok' }),
    },
  });
  await user.click(
    await screen.findByRole('button', { name: 'Agregar usuario de administración' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText('Sitios'));
  await user.click(await dialog.findByRole('option', { name: siteNames['Probation Referral'] }));
  await user.type(dialog.getByLabelText('Correo electrónico'), 'kim@clinic.example');
  await user.type(dialog.getByLabelText('Contraseña'), 'violet-otter-7');
  await user.selectOptions(dialog.getByLabelText('Función'), 'Superusuario');
  await user.click(dialog.getByRole('button', { name: 'Agregar usuario' }));
  await waitFor(() =>
    expect(inputsOf('register')).toMatchObject([
      { body: { schools: [{ id: 's9', name: 'Probation Referral' }] } },
    ]),
  );
});
