import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WITHOUT_RETRIES } from '../../../../tests/support/ourServer';
import { makeToken } from '../../../../tests/support/fakeSession';
import {
  type Answers,
  findSignInAgain,
  findTable,
  stubReferralList,
  makeReferral,
  renderStaffApp,
} from '../../../../tests/support/staffApp';
import { ApiError, parseErrorResponse } from '../../../api/ApiError';

const ADDED = 'Successfully added referral, the page will refresh.';
const NOT_SENT =
  'The referral was probably not sent. Everything you entered is still there. Open Add Referral again.';
const RESTORED = 'What you entered before is still here.';

afterEach(() => vi.useRealTimers());

const findDialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Create new Referral' }));
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function openDialog(answers: Answers = {}, role?: 'MANAGER') {
  const app = await renderStaffApp({
    role,
    answers: {
      ...stubReferralList([makeReferral()]),
      listSites: () => [{ _id: 's1', name: 'Northside High' }],
      addReferral: () => ({ detail: 'ok' }),
      ...answers,
    },
  });
  await findTable();
  return { ...app, dialog: await open(app.user) };
}

async function open(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Add Referral' }));
  return findDialog();
}

/** Opens the dialog and fills in step 1 and a last name. */
async function fillIn(answers?: Answers) {
  const app = await openDialog(answers);
  const { user, dialog } = app;
  await user.click(dialog.getByLabelText('Substance'));
  await user.click(dialog.getByRole('option', { name: 'Opioid-related' }));
  await user.click(dialog.getByLabelText('Site'));
  await user.click(await dialog.findByRole('option', { name: 'Northside High' }));
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.type(await dialog.findByLabelText('Last Name'), 'Harper');
  return app;
}

const finish = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Finish' }));

/** A call that the test resolves. */
function answeredLater() {
  let settle: { answer: () => void; fail: (error: Error) => void } | undefined;
  const call = () =>
    new Promise<void>((answer, fail) => {
      settle = { answer, fail };
    });
  return {
    call,
    answer: () => act(async () => settle?.answer()),
    fail: (error: Error) => act(async () => settle?.fail(error)),
  };
}

it('opens with step 1 of the form, for a manager too', async () => {
  const { dialog } = await openDialog({}, 'MANAGER');
  expect(dialog.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeVisible();
  expect(dialog.queryByText(RESTORED)).toBeNull();
});

it('adds the referral with the account, then closes, and fetches list and count', async () => {
  const { user, dialog, inputsOf } = await fillIn();
  const counted = inputsOf('countReferrals').length;
  await finish(user);
  expect(await dialog.findByText(ADDED)).toBeVisible();
  expect(inputsOf('addReferral')).toMatchObject([
    { body: { substance: ['Opioid-related'], last_name: 'Harper', site: { value: 's1' } } },
  ]);
  expect(inputsOf('addGuestReferral')).toEqual([]);

  await expectClosed();
  expect(await screen.findByText(ADDED)).toBeVisible();
  await waitFor(() => expect(inputsOf('listWorklist')).toHaveLength(2));
  await waitFor(() => expect(inputsOf('countReferrals').length).toBeGreaterThan(counted));
  expect(screen.getByRole('button', { name: 'Add Referral' })).toHaveFocus();
});

it('files by Ctrl+Enter in the notes, in which Enter alone starts a line', async () => {
  const { user, dialog, inputsOf } = await fillIn();
  await user.type(dialog.getByRole('textbox', { name: /Notes/ }), 'One{Enter}two');
  expect(inputsOf('addReferral')).toEqual([]);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await dialog.findByText(ADDED)).toBeVisible();
  expect(inputsOf('addReferral')).toMatchObject([{ body: { notes: 'One\ntwo' } }]);
});

it('closes 1.5 seconds after the success', async () => {
  await fillIn();
  vi.useFakeTimers();
  act(() => screen.getByRole('button', { name: 'Finish' }).click());
  await act(() => vi.advanceTimersByTimeAsync(0));
  await act(() => vi.advanceTimersByTimeAsync(1_490));
  expect(screen.getByRole('dialog')).toHaveTextContent(ADDED);
  await act(() => vi.advanceTimersByTimeAsync(20));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('marks the fields that the server refuses, and keeps the input', async () => {
  const { user, dialog } = await fillIn({
    addReferral: () => {
      throw parseErrorResponse(422, { detail: [{ loc: ['body', 'first_name'] }] });
    },
  });
  await finish(user);
  expect(await dialog.findByText('Missing First Name', { selector: 'p' })).toBeVisible();
  expect(dialog.getByLabelText('Last Name')).toHaveValue('Harper');
});

describe('closing the dialog', () => {
  it('asks before it discards input, and is empty the next time', async () => {
    const { user, dialog } = await fillIn();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(dialog.getByText(/^Close without saving\? /)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close without saving' }));
    await expectClosed();
    const again = await open(user);
    expect(again.getByLabelText('Site')).toHaveValue('');
    expect(again.queryByText(RESTORED)).toBeNull();
  });

  it('does not ask without input', async () => {
    const { user } = await openDialog();
    await user.keyboard('{Escape}');
    await expectClosed();
  });

  it('right after the success does not ask, and fetches the list at once', async () => {
    const { user, dialog, inputsOf } = await fillIn();
    await finish(user);
    await dialog.findByText(ADDED);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await expectClosed();
    expect(await screen.findByText(ADDED)).toBeVisible();
    await waitFor(() => expect(inputsOf('listWorklist')).toHaveLength(2));
  });

  it('during the request notifies the page of the success', async () => {
    const { call, answer } = answeredLater();
    const { user, dialog, inputsOf } = await fillIn({ addReferral: call });
    await finish(user);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await expectClosed();
    await answer();
    expect(await screen.findByText(ADDED)).toBeVisible();
    await waitFor(() => expect(inputsOf('listWorklist')).toHaveLength(2));
    const again = await open(user);
    expect(again.getByLabelText('Site')).toHaveValue('');
  });

  it('during the request notifies the page of a failure, and keeps the input', async () => {
    const { call, fail } = answeredLater();
    const { user, dialog } = await fillIn({ ...WITHOUT_RETRIES, addReferral: call });
    await finish(user);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await expectClosed();
    await fail(new ApiError('network'));
    expect(await screen.findByText(NOT_SENT)).toBeVisible();
    const again = await open(user);
    expect(again.getByLabelText('Last Name')).toHaveValue('Harper');
    expect(await again.findByText(RESTORED)).toBeVisible();
  });
});

describe('the input when the session ends', () => {
  type Session = Awaited<ReturnType<typeof renderStaffApp>>['session'];
  const end = async (session: Session) => {
    await act(async () => session.end('refused'));
    expect(await findSignInAgain()).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Create new Referral' })).toBeNull();
  };
  const signInAs = (session: Session, username: string) => {
    const subject = { username, role: 'SUPERUSER', approved: true };
    const access_token = makeToken({ subject, exp: 4_102_444_800 });
    act(() => void session.signIn({ access_token, refresh_token: `of ${username}` }));
  };
  const ME = 'sam@clinic.example';
  const expectEmpty = async (user: UserEvent) => {
    const dialog = await open(user);
    expect(dialog.getByLabelText('Site')).toHaveValue('');
    expect(dialog.queryByText(RESTORED)).toBeNull();
  };

  it('is restored when the same person signs in again', async () => {
    const { session } = await fillIn();
    await end(session);
    signInAs(session, ME);
    const dialog = await findDialog();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(dialog.getByLabelText('Last Name')).toHaveValue('Harper');
    expect(dialog.queryByText(RESTORED)).toBeNull();
  });

  it('is sent exactly once after the same person has signed in again', async () => {
    let isOver = true;
    const { user, session, dialog, inputsOf } = await fillIn({
      addReferral: () => {
        if (isOver) throw new ApiError('status', { status: 401 });
        return { detail: 'ok' };
      },
    });
    await finish(user);
    await findSignInAgain();
    isOver = false;
    signInAs(session, ME);
    expect(await dialog.findByText(ADDED)).toBeVisible();
    // The refused call and the accepted one.
    expect(inputsOf('addReferral')).toHaveLength(2);
  });

  it('is not shown to another person, nor to the first one after that', async () => {
    const { user, session } = await fillIn();
    await end(session);
    signInAs(session, 'pat@clinic.example');
    await findTable();
    await expectEmpty(user);
    await user.keyboard('{Escape}');
    await expectClosed();
    signInAs(session, ME);
    await findTable();
    await expectEmpty(user);
  });

  it('is discarded when the person signs out', async () => {
    const { user, session } = await fillIn();
    act(() => session.signOut());
    await expectClosed();
    signInAs(session, ME);
    await findTable();
    await expectEmpty(user);
  });
});
