import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Form } from 'react-admin';
import type { UseFormSetError } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { renderStaffComponent } from '../../../tests/support/renderStaffComponent';
import { renderVisitorApp } from '../../../tests/support/visitorApp';
import { parseErrorResponse } from '../../api/ApiError';
import { FormErrorSummary } from './Form';
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  SelectInput,
  TextInput,
} from './Inputs';
import { applyServerErrors } from './AccountForm';
import { required, requiredText } from './validate';

const SITES = [
  { id: 's1', name: 'Northside' },
  { id: 's2', name: 'Eastside' },
];
const RECORD = {
  id: 1,
  name: 'Sam',
  notes: null,
  role: 'b',
  site: 's2',
  sites: ['s1'],
  only: true,
};

async function openForm(record: object = RECORD) {
  const save = vi.fn<(values: object) => void>();
  const { user } = await renderStaffComponent(
    <Form record={record} onSubmit={save} shouldFocusError={false} disableInvalidFormNotification>
      <TextInput source="name" label="Name" validate={requiredText('register.fullnameRequired')} />
      <TextInput source="notes" label="Notes" multiline helperText="Any length" />
      <SelectInput
        source="role"
        label="Role"
        emptyText="None"
        choices={[
          { id: 'a', name: 'Able' },
          { id: 'b', name: 'Baker' },
        ]}
        validate={required('addUser.roleRequired')}
      />
      <AutocompleteInput source="site" label="Site" choices={SITES} noOptionsText="No site" />
      <AutocompleteArrayInput
        source="sites"
        label="Sites"
        choices={SITES}
        noOptionsText="No site"
        validate={required('register.sitesRequired')}
      />
      <BooleanInput source="only" label="Only" />
      <FormErrorSummary />
      <button type="submit">Save</button>
    </Form>,
  );
  return { user, save, submit: () => user.click(screen.getByRole('button', { name: 'Save' })) };
}

it('inputs show and change the record of react-admin’s form', async () => {
  const { user, save, submit } = await openForm();
  expect(screen.getByLabelText('Name')).toHaveValue('Sam');
  expect(screen.getByLabelText('Notes')).toHaveValue('');
  expect(screen.getByLabelText('Notes')).toHaveAccessibleDescription('Optional Any length');
  expect(screen.getByLabelText('Role')).toHaveDisplayValue('Baker');
  expect(screen.getByLabelText('Role')).toHaveAttribute('aria-required', 'true');
  expect(screen.getByLabelText('Site')).toHaveValue('Eastside');
  expect(screen.getByRole('button', { name: 'Remove Northside' })).toBeVisible();
  expect(screen.getByLabelText('Only')).toBeChecked();

  await user.type(screen.getByLabelText('Notes'), 'New');
  await user.selectOptions(screen.getByLabelText('Role'), 'Able');
  await user.click(screen.getByLabelText('Sites'));
  await user.click(screen.getByRole('option', { name: 'Eastside' }));
  await user.clear(screen.getByLabelText('Site'));
  await user.click(screen.getByLabelText('Only'));
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.lastCall?.[0]).toEqual({
    id: 1,
    name: 'Sam',
    notes: 'New',
    role: 'a',
    site: null,
    sites: ['s1', 's2'],
    only: false,
  });
});

it('required inputs refuse an empty value, and the summary links to each', async () => {
  const { user, save, submit } = await openForm({ name: ' ', role: '', sites: [] });
  await submit();
  const summary = await screen.findByRole('group', { name: 'Please check these 3 fields:' });
  await waitFor(() => expect(summary).toHaveFocus());
  const links = within(summary).getAllByRole('link');
  expect(links[1]).toHaveAccessibleName(/role/i);
  await user.click(links[1] as HTMLElement);
  expect(screen.getByLabelText('Role')).toHaveFocus();
  await user.selectOptions(screen.getByLabelText('Role'), 'Able');
  await waitFor(() => expect(screen.getByLabelText('Role')).toBeValid());
  expect(within(summary).getAllByRole('link')).toHaveLength(3);
  expect(save).not.toHaveBeenCalled();
});

it('a line of text without visible characters counts as missing', async () => {
  const { save, submit } = await openForm({ ...RECORD, name: '\u2800\u200b' });
  await submit();
  await waitFor(() => expect(screen.getByLabelText('Name')).toBeInvalid());
  expect(save).not.toHaveBeenCalled();
});

it('a value that a password manager filled in without an event is read on blur', async () => {
  const { save, submit } = await openForm({ ...RECORD, name: '' });
  const input = screen.getByLabelText<HTMLInputElement>('Name');
  fireEvent.focus(input);
  input.value = 'Filled';
  fireEvent.blur(input);
  await submit();
  await waitFor(() => expect(save.mock.lastCall?.[0]).toMatchObject({ name: 'Filled' }));
});

it('an error follows the language', async () => {
  const { user } = await renderVisitorApp({
    path: '/register',
    settings: { passwordMinLength: 9 },
  });
  await user.type(await screen.findByLabelText('Password'), 'short');
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(
    await screen.findByRole('link', { name: 'Password must be at least 9 characters' }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Español' }));
  expect(
    await screen.findByRole('link', { name: /debe tener al menos 9 caracteres/ }),
  ).toBeVisible();
  expect(screen.getByLabelText('Contraseña')).toHaveAccessibleDescription(
    /debe tener al menos 9 caracteres/,
  );
});

it('a 422 sets the errors of the inputs it names, and says whether it names others', () => {
  const setError = vi.fn<UseFormSetError<Record<string, string>>>();
  const texts = {
    fields: { fullname: 'register.invalidName', new_pass: 'register.weakPassword' },
    sources: { new_pass: 'password' },
  } as const;
  const apply = (status: number, ...detail: object[]) =>
    applyServerErrors({ setError }, parseErrorResponse(status, { detail }), texts);
  const fullname = { type: 'too_small', loc: ['body', 'fullname'] };

  expect(apply(422, fullname, { loc: ['body', 'new_pass'] })).toBe(true);
  expect(setError.mock.calls).toEqual([
    ['fullname', { type: 'server', message: 'register.invalidName' }],
    ['password', { type: 'server', message: 'register.weakPassword' }],
  ]);
  expect(apply(422, fullname, { loc: ['body', 'role'] })).toBe(false);
  setError.mockClear();
  expect(apply(409, fullname)).toBe(false);
  expect(setError).not.toHaveBeenCalled();
});
