import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { KEYED, stubMetaWithout, WITHOUT_RETRIES } from '../../../../tests/support/ourServer';
import {
  type Answers,
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import { ApiError, parseErrorResponse } from '../../../api/ApiError';

const DONE = 'Successfully created account for referral, page will now refresh.';
const FAILED = 'Could not update referral, please try again.';
const LOGIN = { username: 'robin@home.example', password: 'long enough' };

async function openDialog(
  registerReferral: Answers['registerReferral'] = () => ({ detail: 'ok' }),
  answers: Answers = {},
) {
  let has_account = false;
  const app = await renderStaffApp({
    answers: {
      ...stubReferralList(() => [makeReferral({ has_account })]),
      registerReferral: (input) => {
        const answer = registerReferral(input);
        has_account = true;
        return answer;
      },
      ...answers,
    },
  });
  await app.user.click(within(await findTable()).getByRole('button', { name: /^Create Login/ }));
  const dialog = within(await screen.findByRole('dialog'));
  return { ...app, dialog, submit: dialog.getByRole('button', { name: 'Create Account' }) };
}

/** Opens it and enters what is right. */
async function fillIn(registerReferral?: Answers['registerReferral'], answers?: Answers) {
  const app = await openDialog(registerReferral, answers);
  await app.user.type(app.dialog.getByLabelText('Email'), ` ${LOGIN.username} `);
  await app.user.type(app.dialog.getByLabelText('Password'), LOGIN.password);
  const holder = app.dialog.queryByLabelText('Whose login is it?');
  if (holder) await app.user.selectOptions(holder, "The person's");
  return app;
}

const refusing = (error: ApiError) => () => {
  throw error;
};

it('names the person of the account', async () => {
  await openDialog();
  const name = 'Create New Referral Account for: Robin Harper';
  expect(await screen.findByRole('dialog', { name })).toBeVisible();
});

it('requires whose it is, an email and a password', async () => {
  const { user, dialog, submit, inputsOf } = await openDialog();
  await user.click(submit);
  const summary = await dialog.findByRole('group', { name: 'Please check these 3 fields:' });
  await waitFor(() => expect(summary).toHaveFocus());
  for (const label of ['Email', 'Password']) {
    expect(dialog.getByRole('link', { name: `${label} is required` })).toBeVisible();
    expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(
      expect.stringContaining(`${label} is required`),
    );
  }
  expect(inputsOf('registerReferral')).toEqual([]);
});

it('requires a password of 6 characters', async () => {
  const { user, dialog, submit, inputsOf } = await openDialog();
  await user.selectOptions(dialog.getByLabelText('Whose login is it?'), "The person's");
  await user.type(dialog.getByLabelText('Email'), LOGIN.username);
  await user.type(dialog.getByLabelText('Password'), '12345');
  await user.click(submit);
  expect(
    await dialog.findByText('Password must be at least 6 characters', { selector: 'p' }),
  ).toBeVisible();
  await user.type(dialog.getByLabelText('Password'), '6');
  await user.click(submit);
  expect(await dialog.findByText(DONE)).toBeVisible();
  expect(inputsOf('registerReferral')).toHaveLength(1);
});

it('sends the payload of the specification, once for a double click', async () => {
  const { dialog, submit, inputsOf } = await fillIn();
  act(() => {
    submit.click();
    submit.click();
  });
  expect(await dialog.findByText(DONE)).toBeVisible();
  expect(inputsOf('registerReferral')).toEqual([
    {
      headers: KEYED,
      body: {
        fullname: 'Robin Harper',
        ...LOGIN,
        role: 'REFERRAL',
        schools: [{ id: 's1', site: 'Northside High' }],
        referral: 'r1',
        holder: 'person',
      },
    },
  ]);
});

it('needs to know whose login it is, and sends nothing before', async () => {
  const { user, dialog, submit, inputsOf } = await fillIn();
  await user.selectOptions(dialog.getByLabelText('Whose login is it?'), '');
  await user.click(submit);
  expect(
    await dialog.findByText('Please choose whose login it is.', { selector: 'p' }),
  ).toBeVisible();
  expect(inputsOf('registerReferral')).toEqual([]);
});

it.each([
  ['under 12', '2020-01-01', ["The person's", "A parent's or guardian's"]],
  ['from 12', '2009-03-04', ["The person's"]],
])("offers a parent's login %s as the birth date has it", async (_age, dob, offered) => {
  const answers = stubReferralList(() => [makeReferral({ has_account: false, dob })]);
  const { dialog } = await openDialog(undefined, answers);
  const options = within(dialog.getByLabelText('Whose login is it?')).getAllByRole('option');
  expect(options.slice(1).map(({ textContent }) => textContent)).toEqual(offered);
});

it('asks a server that does not know it nothing more than the specification', async () => {
  const { user, dialog, submit, inputsOf } = await fillIn(
    undefined,
    stubMetaWithout('ownReferral'),
  );
  expect(dialog.queryByLabelText('Whose login is it?')).toBeNull();
  await user.click(submit);
  await waitFor(() => expect(inputsOf('registerReferral')).toHaveLength(1));
  expect(inputsOf('registerReferral')[0]).not.toHaveProperty('body.holder');
});

it('closes after the success, fetches the list and focuses the row', async () => {
  const { user, dialog, submit } = await fillIn();
  await user.click(submit);
  expect(await dialog.findByText(DONE)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Has Account')).toBeVisible();
  expect(screen.getByText(DONE)).toBeVisible();
  // The button that opened the dialog is gone by now.
  expect(screen.queryByRole('button', { name: /^Create Login/ })).toBeNull();
  expect(screen.getByRole('link', { name: /^Robin/ })).toHaveFocus();
});

it.each([
  [
    'a broken server',
    parseErrorResponse(502, ''),
    'The server has a problem right now. Please try again in a few minutes.',
  ],
  [
    'a known email',
    parseErrorResponse(409, { detail: 'Email already registered' }),
    'This email already has an account.',
  ],
  [
    'a reason in the words of a server that is not ours',
    parseErrorResponse(400, { detail: 'User with this email already exists in the old system' }),
    'User with this email already exists in the old system',
  ],
  [
    'an account that is there',
    parseErrorResponse(409, { detail: 'This referral has an account already' }),
    'This referral already has an account.',
  ],
  [
    'a wrong email',
    parseErrorResponse(422, { detail: [{ loc: ['body', 'username'] }] }),
    'Please check this email address.',
  ],
  [
    'a weak password',
    parseErrorResponse(422, { detail: [{ loc: ['body', 'password'] }] }),
    'Please choose a password that is longer or harder to guess.',
  ],
])('shows an error for %s, and keeps the input', async (_what, error, reason) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, dialog, submit } = await fillIn(refusing(error), WITHOUT_RETRIES);
  await user.click(submit);
  const problem = await dialog.findByRole('alert');
  expect(problem).toHaveTextContent(FAILED);
  expect(within(problem).getByText(reason)).toBeVisible();
  expect(dialog.getByLabelText('Email')).toHaveValue(LOGIN.username);
  expect(dialog.getByLabelText('Password')).toHaveValue(LOGIN.password);
});

it('can send the login again after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const registerReferral = vi.fn<() => unknown>();
  registerReferral.mockImplementationOnce(refusing(parseErrorResponse(500, '')));
  const { user, dialog, submit } = await fillIn(registerReferral);
  await user.click(submit);
  await user.click(await dialog.findByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText(DONE)).toBeVisible();
  expect(registerReferral).toHaveBeenCalledTimes(2);
});

it('shows and hides the password, and disables autofill', async () => {
  const { user, dialog } = await openDialog();
  const password = dialog.getByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  expect(password).toHaveAttribute('autocomplete', 'new-password');
  await user.click(dialog.getByRole('button', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
  await user.click(dialog.getByRole('button', { name: 'Hide password' }));
  expect(password).toHaveAttribute('type', 'password');
});

it('warns that the login may be there when no answer came from a server without idempotency keys', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const failing = refusing(new ApiError('network'));
  const { user, dialog, submit } = await fillIn(failing, WITHOUT_RETRIES);
  await user.click(submit);
  expect(await dialog.findByText(/^It may still have gone through/)).toBeVisible();
});
