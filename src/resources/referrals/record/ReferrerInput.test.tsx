import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import type { Referral } from '../../../../contract/entities/referral';
import { WITHOUT_RETRIES } from '../../../../tests/support/ourServer';
import { ApiError } from '../../../api/ApiError';

const DONE = 'Successfully updated referrer.';
/** After a save that changes no referrer. */
const SAVED = 'Successfully updated referral, page will now refresh.';
const FAILED = 'Could not assign new referrer';
const MANAGERS = [
  { _id: 'm1', fullname: 'Pat Doe' },
  { _id: 'm2', fullname: 'Lee Novak' },
];

async function openDialog(answers: Answers = {}) {
  let change: Partial<Referral> = {};
  const app = await renderStaffApp({
    answers: {
      ...stubReferralList(() => [makeReferral(change)]),
      listManagers: () => MANAGERS,
      saveReferral: ({ body }) => {
        const { referred_by } = body as { referred_by?: string };
        const chosen = MANAGERS.find(({ _id }) => _id === referred_by);
        if (chosen) change = { ...change, user_info: { fullname: chosen.fullname } };
        return { detail: 'ok' };
      },
      ...answers,
    },
  });
  await app.user.click(within(await findTable()).getByRole('link', { name: /^Robin/ }));
  const dialog = within(await screen.findByRole('dialog'));
  return {
    ...app,
    dialog,
    field: dialog.getByLabelText('Change referrer'),
    /** What others change meanwhile. */
    meanwhile: (next: Partial<Referral>) => {
      change = { ...change, ...next };
    },
  };
}

async function choose(user: UserEvent, field: HTMLElement, name: string) {
  await user.click(field);
  await user.click(await screen.findByRole('option', { name }));
}

const save = (user: UserEvent) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Update Referral' }));
const fail = (status: number) => () => {
  throw new ApiError('status', { status });
};

it('shows the referrer, and offers the managers', async () => {
  const { user, field } = await openDialog();
  expect(field).toHaveAccessibleDescription(/Referred By:\s*Guest/);
  await user.click(field);
  await screen.findByRole('option', { name: 'Pat Doe' });
  const options = screen.getAllByRole('option', { name: /Doe|Novak/ });
  expect(options.map((option) => option.textContent)).toEqual(['Pat Doe', 'Lee Novak']);
});

it('finds a manager by typing a part of the name', async () => {
  const { user, field } = await openDialog();
  await user.type(field, 'nov');
  await screen.findByRole('option', { name: 'Lee Novak' });
  expect(screen.queryByRole('option', { name: 'Pat Doe' })).toBeNull();
  await user.keyboard('{Enter}');
  expect(field).toHaveValue('Lee Novak');
});

it('saves a chosen manager, says so, closes and shows the new name in the list', async () => {
  const { user, dialog, field, inputsOf } = await openDialog();
  await choose(user, field, 'Lee Novak');
  await save(user);
  expect(await dialog.findByText(DONE)).toBeVisible();
  expect(inputsOf('saveReferral').map(({ body }) => body)).toEqual([
    { id: 'r1', referred_by: 'm2' },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5_000 });
  expect(await screen.findByRole('cell', { name: 'Lee Novak' })).toBeVisible();
});

it('names no referrer without a chosen manager', async () => {
  const { user, inputsOf } = await openDialog();
  await save(user);
  await waitFor(() => expect(inputsOf('saveReferral')).toHaveLength(1));
  expect(inputsOf('saveReferral')[0]?.body).toEqual({ id: 'r1' });
  await screen.findByText(SAVED);
});

it('does not ask when closed right after the success', async () => {
  const { user, dialog, field } = await openDialog();
  await choose(user, field, 'Pat Doe');
  await save(user);
  await dialog.findByText(DONE);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('cell', { name: 'Pat Doe' })).toBeVisible();
  expect(screen.getByText(DONE)).toBeVisible();
});

it('asks before it discards a manager that was chosen but not saved', async () => {
  const { user, dialog, field } = await openDialog();
  await choose(user, field, 'Pat Doe');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(dialog.getByText(/^Close without saving\? /)).toBeVisible();
});

it('keeps the chosen manager after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, dialog, field } = await openDialog({
    ...WITHOUT_RETRIES,
    saveReferral: fail(500),
  });
  await choose(user, field, 'Pat Doe');
  await save(user);
  expect(await dialog.findByText(FAILED)).toBeVisible();
  expect(dialog.getByText(/^The server has a problem/)).toBeVisible();
  expect(field).toHaveValue('Pat Doe');
});

it('says that the managers could not be loaded, and retries with a button', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const listManagers = vi.fn<() => unknown>().mockImplementationOnce(fail(403));
  listManagers.mockReturnValue(MANAGERS);
  const { user, dialog, field } = await openDialog({ listManagers });
  const problem = await dialog.findByText('The managers could not be loaded.');
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(problem).not.toBeInTheDocument());
  expect(field).toHaveFocus();
  await choose(user, field, 'Pat Doe');
});

it('updates fields that others changed, except touched ones', async () => {
  const { user, dialog, meanwhile, inputsOf } = await openDialog();
  await user.type(dialog.getByLabelText('Intake note'), 'Typed here');
  meanwhile({ status: 'Processed', notes: 'Typed there', contact_number: '555 1' });
  await user.type(dialog.getByLabelText('Add a note'), 'Called');
  await user.click(dialog.getByRole('button', { name: 'Add note' }));
  expect(await dialog.findByText('555 1')).toBeVisible();
  // The form follows the record after the record is painted.
  await waitFor(() => expect(dialog.getByLabelText('Referral Status')).toHaveValue('Processed'));
  expect(dialog.getByLabelText('Intake note')).toHaveValue('Typed here');
  await save(user);
  await waitFor(() => expect(inputsOf('saveReferral')).toHaveLength(1));
  expect(inputsOf('saveReferral')[0]?.body).toEqual({ id: 'r1', notes: 'Typed here' });
  await screen.findByText(SAVED);
});

it('is not shown to a manager, who may not list managers', async () => {
  const { user, inputsOf } = await renderStaffApp({
    role: 'MANAGER',
    answers: stubReferralList([makeReferral()]),
  });
  await user.click(within(await findTable()).getByRole('link', { name: /^Robin/ }));
  expect(within(screen.getByRole('dialog')).queryByLabelText('Change referrer')).toBeNull();
  expect(inputsOf('listManagers')).toEqual([]);
});

describe('two managers of one name', () => {
  const [north, south] = [
    { _id: 'm1', fullname: 'María González', username: 'north@clinic.example' },
    { _id: 'm2', fullname: 'María González', username: 'south@clinic.example' },
  ];

  it('are offered with their emails, and the one that was clicked is sent', async () => {
    const { user, field, inputsOf } = await openDialog({
      listManagers: () => [north, south],
    });
    await choose(user, field, 'María González (south@clinic.example)');
    expect(field).toHaveValue('María González (south@clinic.example)');
    await save(user);
    await screen.findByText(DONE);
    expect(inputsOf('saveReferral')).toMatchObject([{ body: { referred_by: 'm2' } }]);
  });

  it('are numbered where the server sends names alone', async () => {
    const named = [north, south].map(({ _id, fullname }) => ({ _id, fullname }));
    const { user, field } = await openDialog({ listManagers: () => named });
    await user.click(field);
    await screen.findByRole('option', { name: 'María González (1)' });
    expect(screen.getByRole('option', { name: 'María González (2)' })).toBeVisible();
  });

  it('are not taken by typing the name and Tab or Enter', async () => {
    const { user, field, inputsOf } = await openDialog({ listManagers: () => [north, south] });
    await user.type(field, 'maria gonzalez');
    await screen.findByRole('option', { name: 'María González (north@clinic.example)' });
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('maria gonzalez');
    await user.tab();
    await waitFor(() => expect(field).toHaveValue(''));
    await save(user);
    await waitFor(() => expect(inputsOf('saveReferral')).toHaveLength(1));
    expect(inputsOf('saveReferral')[0]?.body).toEqual({ id: 'r1' });
  });
});
