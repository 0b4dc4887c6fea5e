import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { KEYED, WITHOUT_RETRIES } from '../../tests/support/ourServer';
import { type Answers, renderStaffApp } from '../../tests/support/staffApp';
import { ApiError } from '../api/ApiError';

const FAILED = 'Something went wrong. Could not create superuser';
const DONE = 'Successfully Created Superuser';
const ENTERED = { Fullname: 'Kim Head', Email: 'kim@clinic.example', Password: 'violet-otter-7' };
const BODY = {
  fullname: 'Kim Head',
  username: 'kim@clinic.example',
  password: 'violet-otter-7',
  role: 'SUPERUSER',
  schools: [{ id: 'all', site: 'all' }],
};

const refusal = (status: number, detail?: string, field?: string) => () => {
  throw new ApiError('status', { status, detail, locations: field ? [['body', field]] : [] });
};
/** In development, react-admin logs a failed call to the console. */
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

async function openForm(answers: Answers = {}, passwordMinLength?: number) {
  const app = await renderStaffApp({
    path: '/profile',
    passwordMinLength,
    answers: { registerSuperuser: () => ({ detail: 'ok' }), ...answers },
  });
  await screen.findByText('No Pending Users At This Time');
  const title = screen.getByRole('heading', { level: 2, name: 'Add New Super User' });
  const section = title.closest('section') as HTMLElement;
  return { ...app, form: within(section) };
}
type Opened = Awaited<ReturnType<typeof openForm>>;

async function enter({ user, form }: Opened, fields: Partial<typeof ENTERED> = {}) {
  for (const [label, text] of Object.entries({ ...ENTERED, ...fields })) {
    await user.type(form.getByLabelText(label), text);
  }
}
const submit = ({ form }: Opened) => form.getByRole('button', { name: 'Add Super User' });

it('explains what a super user may do', async () => {
  const { form } = await openForm();
  expect(form.getByText(/^A super user sees and manages everything here/)).toBeVisible();
});

it('requires every field', async () => {
  const opened = await openForm();
  const { user, form, inputsOf } = opened;
  await user.type(form.getByLabelText('Fullname'), '  ');
  await user.click(submit(opened));
  const texts = ['Fullname is required', 'Email is required', 'Password is required'];
  const summary = await form.findByRole('group', { name: 'Please check these 3 fields:' });
  // In the summary and at its field.
  for (const text of texts) expect(form.getAllByText(text)).toHaveLength(2);
  await waitFor(() => expect(summary).toHaveFocus());
  expect(inputsOf('registerSuperuser')).toEqual([]);
});

it.each([6, 12])('requires a password of at least %i characters', async (min) => {
  const opened = await openForm({}, min);
  await enter(opened, { Password: 'x'.repeat(min - 1) });
  await opened.user.click(submit(opened));
  const text = `Password must be at least ${min} characters`;
  expect(await opened.form.findByText(text)).toBeVisible();
  expect(opened.form.getByText(`At least ${min} characters`)).toBeVisible();
  expect(opened.inputsOf('registerSuperuser')).toEqual([]);
});

it('creates a super user once per submission, and is then empty and ready for the next', async () => {
  const opened = await openForm();
  const { user, form, inputsOf } = opened;
  await enter(opened, { Email: ' kim@clinic.example ' });
  act(() => {
    submit(opened).click();
    submit(opened).click();
  });
  expect(await form.findByText(DONE)).toBeVisible();
  for (const label of Object.keys(ENTERED)) expect(form.getByLabelText(label)).toHaveValue('');
  expect(inputsOf('registerSuperuser')).toEqual([{ body: BODY, headers: KEYED }]);

  await enter(opened, { Fullname: 'Lou Head' });
  await user.click(submit(opened));
  await waitFor(() => expect(inputsOf('registerSuperuser')).toHaveLength(2));
  expect(inputsOf('registerSuperuser')[1]).toEqual({
    body: { ...BODY, fullname: 'Lou Head' },
    headers: KEYED,
  });
});

it('refreshes the lists after a super user was added', async () => {
  const opened = await openForm();
  await enter(opened);
  await opened.user.click(submit(opened));
  await waitFor(() => expect(opened.inputsOf('listPendingAccounts')).toHaveLength(2));
  expect(opened.inputsOf('registerSuperuser')).toHaveLength(1);
});

it.each([
  [refusal(409, 'Email already registered'), 'Email already registered'],
  [refusal(400, 'In words of the server'), 'In words of the server'],
  [refusal(422, undefined, 'fullname'), 'Please check this name.'],
  [refusal(422, undefined, 'username'), 'Please check this email address.'],
  [
    refusal(422, undefined, 'password'),
    'Please choose a password that is longer or harder to guess.',
  ],
  [refusal(403), FAILED],
])('explains a failure and keeps the input: %#', async (registerSuperuser, text) => {
  expectConsoleErrors();
  const opened = await openForm({ registerSuperuser });
  await enter(opened);
  await opened.user.click(submit(opened));
  expect(await opened.form.findByText(text)).toBeVisible();
  expect(opened.form.getByText(FAILED)).toBeVisible();
  for (const [label, entered] of Object.entries(ENTERED)) {
    expect(opened.form.getByLabelText(label)).toHaveValue(entered);
  }
});

it('can be retried after a missing response, with the focus on the submit button', async () => {
  expectConsoleErrors();
  const registerSuperuser = vi.fn<() => unknown>().mockImplementationOnce(() => {
    throw new ApiError('network');
  });
  const opened = await openForm({ ...WITHOUT_RETRIES, registerSuperuser });
  await enter(opened);
  await opened.user.click(submit(opened));
  await opened.form.findByText(/^There was no answer/);
  await opened.user.click(opened.form.getByRole('button', { name: 'Try again' }));
  expect(await opened.form.findByText(DONE)).toBeVisible();
  expect(submit(opened)).toHaveFocus();
});
