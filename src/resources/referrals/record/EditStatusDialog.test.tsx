import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  findTable,
  stubReferralList,
  makeReferral,
  renderStaffApp,
} from '../../../../tests/support/staffApp';
import { makeToken } from '../../../../tests/support/fakeSession';
import { KEYED, stubMetaWithout, WITHOUT_RETRIES } from '../../../../tests/support/ourServer';
import { ApiError } from '../../../api/ApiError';
import type { Role } from '../../../../contract/constants';
import type { Referral } from '../../../../contract/entities/referral';

const SAVED = 'Successfully updated referral, page will now refresh.';
const FAILED = 'Could not update referral, please try again.';

async function openDialog(
  changes: Partial<Referral> = {},
  {
    role,
    accountId,
    answers,
    supportPhone,
  }: { role?: Role; accountId?: string; answers?: Answers; supportPhone?: string } = {},
) {
  const referral = makeReferral(changes);
  const app = await renderStaffApp({
    role,
    ...(accountId && { accountId }),
    supportPhone,
    answers: {
      ...stubReferralList([referral]),
      saveReferral: () => ({ detail: 'ok' }),
      ...answers,
    },
  });
  const opener = within(await findTable()).getByRole('button', {
    name: role === 'MANAGER' ? /^Referral Details/ : /^Update Referral/,
  });
  await app.user.click(opener);
  return { ...app, opener, dialog: within(await screen.findByRole('dialog')) };
}

it('lets a super user choose among the four statuses', async () => {
  const { dialog } = await openDialog({ notes: 'Before' });
  const options = within(dialog.getByLabelText('Referral Status')).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual([
    'Pending',
    'Processed',
    'Declined Services',
    'More Info Needed',
  ]);
  expect(dialog.getByLabelText('Intake note')).toHaveValue('Before');
});

it('saves status and notes, shows the success, then fetches the list, closes and restores the focus', async () => {
  const { user, dialog, opener, inputsOf } = await openDialog();
  await user.selectOptions(dialog.getByLabelText('Referral Status'), 'Processed');
  await user.type(dialog.getByLabelText('Intake note'), 'Called');
  const submit = dialog.getByRole('button', { name: 'Update Referral' });
  // Both clicks come before the next render.
  act(() => {
    submit.click();
    submit.click();
  });

  expect(await dialog.findByText(SAVED)).toBeVisible();
  expect(inputsOf('listWorklist')).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('saveReferral')).toEqual([
    {
      body: { id: 'r1', status: 'Processed', notes: 'Called' },
      headers: KEYED,
    },
  ]);
  await waitFor(() => expect(inputsOf('listWorklist')).toHaveLength(3));
  expect(opener).toHaveFocus();
  expect(await screen.findByText(SAVED)).toBeVisible();
});

it('keeps the input when saving fails, and retries with a button', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const saveReferral = vi.fn<() => unknown>().mockImplementationOnce(() => {
    throw new ApiError('network');
  });
  const { user, dialog } = await openDialog({}, { answers: { ...WITHOUT_RETRIES, saveReferral } });
  await user.type(dialog.getByLabelText('Intake note'), 'Not lost');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));

  expect(await dialog.findByText(FAILED)).toBeVisible();
  expect(dialog.getByLabelText('Intake note')).toHaveValue('Not lost');
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText(SAVED)).toBeVisible();
  expect(dialog.queryByText(FAILED)).toBeNull();
});

it('notifies the page of the outcome if the dialog was closed during the request', async () => {
  let answer = (_value: unknown) => {};
  const saveReferral = () => new Promise((resolve) => (answer = resolve));
  const { user, dialog } = await openDialog({}, { answers: { ...WITHOUT_RETRIES, saveReferral } });
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await act(async () => answer({ detail: 'ok' }));
  expect(await screen.findByText(SAVED)).toBeVisible();
});

it('does not send notes that are too long', async () => {
  const { user, dialog, inputsOf } = await openDialog({ notes: 'x'.repeat(5_000) });
  await user.type(dialog.getByLabelText('Intake note'), 'y');
  expect(dialog.getByLabelText('Intake note')).toBeInvalid();
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  expect(inputsOf('saveReferral')).toEqual([]);
});

it('is read-only for a manager', async () => {
  const { dialog } = await openDialog({ notes: 'To be read' }, { role: 'MANAGER' });
  expect(dialog.getByText('To be read')).toBeVisible();
  expect(dialog.getByText('Pending')).toBeVisible();
  expect(dialog.queryByRole('combobox')).toBeNull();
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Update Referral' })).toBeNull();
});

it.each([
  ['', 'More information is needed. Please contact our support line for more information.'],
  [
    '(555) 010-9000',
    'More information is needed. Please contact our support line at (555) 010-9000 for more information.',
  ],
])(
  "asks the referrer to contact the support line for 'More Info Needed' (%s)",
  async (supportPhone, text) => {
    const { dialog } = await openDialog(
      { status: 'More Info Needed', user_info: { fullname: 'Sam Rivera' } },
      { role: 'MANAGER', supportPhone },
    );
    const shown = dialog
      .getByText(/^More information is needed/)
      .closest<HTMLElement>('[role=status]');
    expect(shown).toHaveTextContent(text);
    const link = within(shown ?? document.body).queryByRole('link', { name: supportPhone });
    expect(link?.getAttribute('href')).toBe(supportPhone ? 'tel:5550109000' : undefined);
  },
);

it.each([
  ['another manager', 'MANAGER', 'Pat Doe'],
  ['a manager, of a guest', 'MANAGER', undefined],
  ['a super user', 'SUPERUSER', 'Pat Doe'],
  ['a super user who is the referrer', 'SUPERUSER', 'Sam Rivera'],
] as const)("shows %s only the status 'More Info Needed'", async (_who, role, fullname) => {
  const { dialog } = await openDialog(
    { status: 'More Info Needed', ...(fullname && { user_info: { fullname } }) },
    { role, supportPhone: '(555) 010-9000' },
  );
  expect(dialog.getAllByText('More Info Needed')[0]).toBeVisible();
  expect(dialog.queryByText(/More information is needed/)).toBeNull();
});

it.each([
  ['is shown to the referrer', 'a1', true],
  ['is not shown to another manager of the same name', 'a2', false],
])("the sentence of 'More Info Needed' %s", async (_how, id, isShown) => {
  const { dialog } = await openDialog(
    { status: 'More Info Needed', user_info: { fullname: 'Sam Rivera', id } },
    { role: 'MANAGER', accountId: 'a1' },
  );
  expect(dialog.getAllByText('More Info Needed')[0]).toBeVisible();
  expect(dialog.queryAllByText(/More information is needed/)).toHaveLength(isShown ? 1 : 0);
});

it('shows no support line if neither the referral nor the account has a name', async () => {
  const { opener, user, session } = await openDialog(
    { status: 'More Info Needed', user_info: { fullname: '' } },
    { role: 'MANAGER' },
  );
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }),
  );
  const subject = { username: 'sam@clinic.example', role: 'MANAGER', approved: true };
  const access_token = makeToken({ subject, exp: 4_102_444_800 });
  act(() => void session.signIn({ access_token, refresh_token: 'refresh' }));
  await user.click(opener);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByText('More Info Needed')[0]).toBeVisible();
  expect(dialog.queryByText(/More information is needed/)).toBeNull();
});

it('shows the probation details, with the name of the county', async () => {
  const { dialog } = await openDialog(
    {
      mediCal: 'M-123',
      mediCal_county: 'c2',
      probation_name: 'Dana Whitfield',
      probation_phone: '(555) 010-7777',
      probation_email: 'dana@probation.example',
    },
    { answers: { listCounties: () => [{ id: 'c2', name: 'Alpine' }] } },
  );
  for (const text of ['M-123', 'Dana Whitfield', '(555) 010-7777', 'dana@probation.example']) {
    expect(dialog.getByText(text)).toBeVisible();
  }
  expect(await dialog.findByText('Alpine')).toBeVisible();
});

it('shows no probation details for other referrals', async () => {
  const { dialog, inputsOf } = await openDialog();
  expect(dialog.queryByText('Probation')).toBeNull();
  expect(inputsOf('listCounties')).toEqual([]);
});

it('disables its inputs during the request, so that no input is lost', async () => {
  const { user, dialog } = await openDialog(
    {},
    { answers: { saveReferral: () => new Promise(() => undefined) } },
  );
  const notes = dialog.getByLabelText('Intake note');
  await user.type(notes, 'Called');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  expect(notes).toBeDisabled();
  expect(dialog.getByLabelText('Referral Status')).toBeDisabled();
});

it('restores the input of a request that failed after the dialog was closed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let fail = (_error: Error) => {};
  const saveReferral = () => new Promise((_resolve, reject) => (fail = reject));
  const { user, dialog, opener } = await openDialog(
    {},
    { answers: { ...WITHOUT_RETRIES, saveReferral } },
  );
  await user.type(dialog.getByLabelText('Intake note'), 'Long story');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await act(async () => fail(new ApiError('network')));
  expect(await screen.findByText(FAILED)).toBeVisible();

  await user.click(opener);
  const again = within(await screen.findByRole('dialog'));
  expect(again.getByLabelText('Intake note')).toHaveValue('Long story');
  await user.click(again.getByRole('button', { name: 'Close' }));
  await user.click(again.getByRole('button', { name: 'Close without saving' }));
  await user.click(opener);
  expect(within(await screen.findByRole('dialog')).getByLabelText('Intake note')).toHaveValue('');
});

it('says that the referral no longer exists, and fetches the list again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const saveReferral = () => {
    throw new ApiError('status', { status: 404, detail: 'Not Found' });
  };
  const { user, dialog, inputsOf } = await openDialog(
    {},
    { answers: { ...WITHOUT_RETRIES, saveReferral } },
  );
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  expect(await dialog.findByText(/^This referral no longer exists/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
  await waitFor(() => expect(inputsOf('listWorklist')).toHaveLength(3));
});

it('fetches the list again after a lost response, and only offers a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const saveReferral = () => {
    throw new ApiError('network');
  };
  const { user, dialog, inputsOf } = await openDialog(
    {},
    { answers: { ...WITHOUT_RETRIES, saveReferral } },
  );
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  expect(await dialog.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(dialog.queryByText(/^It may still have gone through/)).toBeNull();
  await waitFor(() => expect(inputsOf('listWorklist')).toHaveLength(3));
});

it('puts the focus on notes that are too long', async () => {
  const { user, dialog } = await openDialog({ notes: 'x'.repeat(5_000) });
  await user.type(dialog.getByLabelText('Intake note'), 'y');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  await waitFor(() => expect(dialog.getByLabelText('Intake note')).toHaveFocus());
});

it('starts with the current referral instead of the outdated one of the list', async () => {
  let status: Referral['status'] = 'Pending';
  const app = await renderStaffApp({
    answers: {
      ...stubReferralList(() => [makeReferral({ status })]),
      saveReferral: () => ({ detail: 'ok' }),
    },
  });
  const table = await findTable();
  status = 'Processed';
  await app.user.click(within(table).getByRole('button', { name: /^Update Referral/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.getByLabelText('Referral Status')).toHaveValue('Processed'));
  await app.user.type(dialog.getByLabelText('Intake note'), 'Mine');
  await app.user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  await dialog.findByText(SAVED);
  // What others set meanwhile is not sent back.
  expect(app.inputsOf('saveReferral')[0]?.body).not.toHaveProperty('status');
  expect(app.inputsOf('saveReferral')).toMatchObject([{ body: { id: 'r1', notes: 'Mine' } }]);
});

describe('on a server without the one call', () => {
  const MANAGERS = [{ _id: 'm1', fullname: 'Morgan Manager' }];
  const choose = async (user: UserEvent, field: HTMLElement) => {
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: 'Morgan Manager' }));
  };
  const openOther = (answers: Answers = {}) =>
    openDialog(
      {},
      {
        answers: {
          ...stubMetaWithout('saveReferral', 'owners', 'history'),
          listManagers: () => MANAGERS,
          ...answers,
        },
      },
    );

  it('sends the update of the specification, without a referrer that nobody chose', async () => {
    const { user, dialog, inputsOf } = await openOther();
    await user.type(dialog.getByLabelText('Intake note'), 'Called');
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await dialog.findByText(SAVED)).toBeVisible();
    expect(inputsOf('updateReferral').map(({ body }) => body)).toEqual([
      { id: 'r1', status: 'Pending', notes: 'Called', has_account: false },
    ]);
    expect(inputsOf('saveReferral')).toEqual([]);
  });

  it('assigns the referrer first, and sends what is left after a failure only', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const updateReferral = vi
      .fn<() => unknown>()
      .mockImplementationOnce(() => {
        throw new ApiError('status', { status: 500 });
      })
      .mockImplementation(() => ({ detail: 'ok' }));
    const { user, dialog, inputsOf } = await openOther({ updateReferral });
    await user.type(dialog.getByLabelText('Intake note'), 'Called');
    await choose(user, dialog.getByLabelText('Change referrer'));
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await dialog.findByText(FAILED)).toBeVisible();
    expect(await dialog.findByText('Successfully updated referrer.')).toBeVisible();
    expect(dialog.getByLabelText('Intake note')).toHaveValue('Called');
    expect(dialog.getByLabelText('Change referrer')).toHaveValue('');
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText(SAVED)).toBeVisible();
    expect(inputsOf('assignReferral').map(({ body }) => body)).toEqual([
      { user_id: 'm1', referral_id: 'r1' },
    ]);
    // Named again, as a server may take a missing referrer for nobody.
    expect(inputsOf('updateReferral').map(({ body }) => body)).toMatchObject([
      { notes: 'Called', referred_by: 'm1' },
      { notes: 'Called', referred_by: 'm1' },
    ]);
  });

  it('sends nothing else if the referrer could not be assigned', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const assignReferral = () => {
      throw new ApiError('status', { status: 500 });
    };
    const { user, dialog, inputsOf } = await openOther({ assignReferral });
    await user.type(dialog.getByLabelText('Intake note'), 'Called');
    await choose(user, dialog.getByLabelText('Change referrer'));
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await dialog.findByText('Could not assign new referrer')).toBeVisible();
    expect(inputsOf('updateReferral')).toEqual([]);
    expect(dialog.getByLabelText('Change referrer')).toHaveValue('Morgan Manager');
    expect(dialog.getByLabelText('Intake note')).toHaveValue('Called');
  });

  it('says so if the server insists on a referrer, and keeps the input', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const updateReferral = () => {
      throw new ApiError('status', { status: 422, locations: [['body', 'referred_by']] });
    };
    const { user, dialog } = await openOther({ updateReferral });
    await user.type(dialog.getByLabelText('Intake note'), 'Called');
    await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
    expect(await dialog.findByText(FAILED)).toBeVisible();
    expect(dialog.getByText(/^This server needs to know who referred the person\./)).toBeVisible();
    expect(dialog.getByLabelText('Intake note')).toHaveValue('Called');
  });
});
