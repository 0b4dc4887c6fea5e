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
import { ApiError } from '../../../api/ApiError';

const DONE = 'Successfully updated referrer.';
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
      assignReferral: ({ body }) => {
        const chosen = MANAGERS.find(({ _id }) => _id === (body as { user_id: string }).user_id);
        change = { ...change, user_info: { fullname: chosen?.fullname ?? '' } };
        return { detail: 'ok' };
      },
      updateReferral: () => ({ detail: 'ok' }),
      ...answers,
    },
  });
  await app.user.click(within(await findTable()).getByRole('button', { name: /^Robin/ }));
  const dialog = within(screen.getByRole('dialog'));
  return {
    ...app,
    dialog,
    part: within(dialog.getByRole('region', { name: 'Referred By' })),
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

const assign = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Assign' }));
const fail = (status: number) => () => {
  throw new ApiError('status', { status });
};

it('shows the referrer, and offers the managers', async () => {
  const { user, part, field } = await openDialog();
  expect(part.getByText('Guest')).toBeVisible();
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

it('assigns a manager, shows the success, stays open and shows the new name', async () => {
  const { user, dialog, part, field, inputsOf } = await openDialog();
  await choose(user, field, 'Lee Novak');
  await assign(user);
  expect(await part.findByText(DONE)).toBeVisible();
  expect(inputsOf('assignReferral')).toEqual([{ body: { user_id: 'm2', referral_id: 'r1' } }]);
  expect(await part.findByText('Lee Novak')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Update Referral' })).toBeVisible();
  expect(field).toHaveValue('');
  await waitFor(() => expect(dialog.getAllByText(DONE)).toHaveLength(1));
});

it('sends nothing without a chosen manager', async () => {
  const { user, inputsOf } = await openDialog();
  await assign(user);
  expect(inputsOf('assignReferral')).toEqual([]);
});

it('does not ask when closed right after the success', async () => {
  const { user, dialog, part, field } = await openDialog();
  await choose(user, field, 'Pat Doe');
  await assign(user);
  await part.findByText(DONE);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('cell', { name: 'Pat Doe' })).toBeVisible();
  expect(screen.getByText(DONE)).toBeVisible();
});

it('asks before it discards a manager that was chosen but not assigned', async () => {
  const { user, dialog, field } = await openDialog();
  await choose(user, field, 'Pat Doe');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(dialog.getByText(/^Close without saving\? /)).toBeVisible();
});

it('keeps the chosen manager after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, part, field } = await openDialog({ assignReferral: fail(500) });
  await choose(user, field, 'Pat Doe');
  await assign(user);
  expect(await part.findByText(FAILED)).toBeVisible();
  expect(part.getByText(/^The server has a problem/)).toBeVisible();
  expect(field).toHaveValue('Pat Doe');
});

it("'Submit' also sends a manager that was chosen but not assigned", async () => {
  const { user, dialog, field, inputsOf } = await openDialog();
  await choose(user, field, 'Pat Doe');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  await waitFor(() => expect(inputsOf('updateReferral')).toHaveLength(1));
  expect(inputsOf('updateReferral')[0]?.body).toMatchObject({ referred_by: 'm1' });
  expect(inputsOf('assignReferral')).toEqual([]);
});

it('says that the managers could not be loaded, and retries with a button', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const listManagers = vi.fn<() => unknown>().mockImplementationOnce(fail(403));
  listManagers.mockReturnValue(MANAGERS);
  const { user, part, field } = await openDialog({ listManagers });
  const problem = await part.findByText('The managers could not be loaded.');
  await user.click(part.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(problem).not.toBeInTheDocument());
  expect(field).toHaveFocus();
  await choose(user, field, 'Pat Doe');
});

it('updates fields that others changed, except touched ones', async () => {
  const { user, dialog, field, meanwhile, inputsOf } = await openDialog();
  await user.type(dialog.getByLabelText('Notes'), 'Typed here');
  meanwhile({ status: 'Processed', notes: 'Typed there', contact_number: '555 1' });
  await choose(user, field, 'Pat Doe');
  await assign(user);
  expect(await dialog.findByText('555 1')).toBeVisible();
  // The form follows the record after the record is painted.
  await waitFor(() => expect(dialog.getByLabelText('Referral Status')).toHaveValue('Processed'));
  expect(dialog.getByLabelText('Notes')).toHaveValue('Typed here');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  await waitFor(() => expect(inputsOf('updateReferral')).toHaveLength(1));
  const body = { id: 'r1', status: 'Processed', notes: 'Typed here', referred_by: null };
  expect(inputsOf('updateReferral')[0]?.body).toMatchObject(body);
});

it('is not shown to a manager, who may not list managers', async () => {
  const { user, inputsOf } = await renderStaffApp({
    role: 'MANAGER',
    answers: stubReferralList([makeReferral()]),
  });
  await user.click(within(await findTable()).getByRole('button', { name: /^Robin/ }));
  expect(within(screen.getByRole('dialog')).queryByLabelText('Change referrer')).toBeNull();
  expect(inputsOf('listManagers')).toEqual([]);
});

it('requires a manager', async () => {
  const { user, field } = await openDialog();
  await assign(user);
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(/Please choose a manager\./);
});

it('shows the new name also if the referral has left the list', async () => {
  let isGone = false;
  const { user, part, field } = await openDialog({
    ...stubReferralList(() => (isGone ? [] : [makeReferral()])),
    assignReferral: () => {
      isGone = true;
      return { detail: 'ok' };
    },
  });
  await choose(user, field, 'Lee Novak');
  await assign(user);
  expect(await part.findByText('Lee Novak')).toBeVisible();
  expect(await screen.findByText('No Referral Records')).toBeInTheDocument();
  expect(part.getByText('Lee Novak')).toBeVisible();
});

describe('two managers of one name', () => {
  const [north, south] = [
    { _id: 'm1', fullname: 'María González', username: 'north@clinic.example' },
    { _id: 'm2', fullname: 'María González', username: 'south@clinic.example' },
  ];

  it('are offered with their emails, and the one that was clicked is assigned and shown', async () => {
    const { user, part, field, inputsOf } = await openDialog({
      listManagers: () => [north, south],
    });
    await choose(user, field, 'María González (south@clinic.example)');
    expect(field).toHaveValue('María González (south@clinic.example)');
    await assign(user);
    await screen.findByText(DONE);
    expect(inputsOf('assignReferral')).toMatchObject([{ body: { user_id: 'm2' } }]);
    expect(part.getByText('María González')).toBeVisible();
    expect(part.getByTitle('south@clinic.example')).toBeVisible();
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
    await assign(user);
    expect(inputsOf('assignReferral')).toEqual([]);
  });
});
