/** A session that ends during work: what the person sees, and what is sent after they sign in again. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeToken, pairFor } from '../../tests/support/fakeSession';
import {
  type Answers,
  findSignInAgain,
  stubReferralList,
  makeReferral,
  renderStaffApp,
} from '../../tests/support/staffApp';
import { ApiError } from '../api/ApiError';

const ME = 'sam@clinic.example';
const refuse = (detail?: string, status = 401) => {
  throw new ApiError('status', { status, detail });
};

/** A super user's status dialog with a note typed; from then on the server refuses the session. */
async function typeNote(answers: Answers = {}) {
  const server = { isOver: false };
  const whileSignedIn = (answer: () => unknown) => () => (server.isOver ? refuse() : answer());
  const list = stubReferralList([makeReferral()]);
  const app = await renderStaffApp({
    answers: {
      ...list,
      listWorklist: (input) => (server.isOver ? refuse() : list.listWorklist?.(input)),
      countReferrals: whileSignedIn(() => ({ count: 1 })),
      saveReferral: whileSignedIn(() => ({ detail: 'ok' })),
      login: () => {
        server.isOver = false;
        return { ...pairFor('SUPERUSER'), refresh_token: 'again' };
      },
      ...answers,
    },
  });
  await app.user.click(await screen.findByRole('link', { name: /^Robin/ }));
  const dialog = await screen.findByRole('dialog');
  const note = within(dialog).getByLabelText('Intake note');
  await app.user.type(note, 'Called twice.');
  // The list that the dialog fetched when it opened is loaded.
  await waitFor(() => expect(app.inputsOf('listWorklist')).toHaveLength(2));
  server.isOver = true;
  const submit = within(dialog).getByRole('button', { name: 'Update Referral' });
  return { ...app, server, dialog, note, submit };
}

async function endByWriting(answers?: Answers) {
  const app = await typeNote(answers);
  await app.user.click(app.submit);
  const again = within(await findSignInAgain());
  const password = again.getByLabelText('Password');
  return { ...app, again, password };
}

/** Without the keyboard: jsdom has no modal dialogs, so the MUI dialog below takes the focus. */
async function signIn({ again, password }: Awaited<ReturnType<typeof endByWriting>>) {
  fireEvent.change(password, { target: { value: 'Quiet-Harbor-27-Lanterns' } });
  await act(async () => again.getByRole('button', { name: 'Login' }).click());
}

describe('the sign-in dialog', () => {
  it('explains what happened, shows the username, and asks for the password', async () => {
    const { again } = await endByWriting();
    expect(await findSignInAgain()).toHaveAccessibleDescription(/^You were logged out\./);
    const email = again.getByLabelText('Email');
    expect(email).toHaveValue(ME);
    expect(email).toHaveAttribute('readonly');
    expect(again.queryByLabelText('Remember Me')).toBeNull();
  });

  it('hides the page, its dialog included, so that nothing can be read or reached', async () => {
    const { dialog, note, session } = await endByWriting();
    expect(dialog).not.toBeVisible();
    expect(note).not.toBeVisible();
    for (const text of screen.getAllByText(/Robin|Called twice|sam@clinic/)) {
      expect(text).not.toBeVisible();
    }
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(session.read()).toBeNull();
  });

  it('ignores Escape', async () => {
    const { user, session } = await endByWriting();
    await user.keyboard('{Escape}');
    const dialog = await findSignInAgain();
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    fireEvent(dialog, new Event('close'));
    expect(dialog).toBeVisible();
    expect(session.get().status).toBe('ended');
  });
});

describe('signing in as the same person', () => {
  it('sends the refused change once, and keeps the page as it was', async () => {
    const app = await endByWriting();
    await signIn(app);
    expect(await within(app.dialog).findByText(/^Successfully updated referral/)).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Please log in again' })).toBeNull();
    expect(app.note).toHaveValue('Called twice.');
    expect(app.inputsOf('login')).toEqual([
      {
        body: { username: ME, password: 'Quiet-Harbor-27-Lanterns', remember: false },
      },
    ]);
    // Refused once, accepted once.
    expect(app.inputsOf('saveReferral')).toHaveLength(2);
  });

  it('repeats a refused read once, however often it was requested', async () => {
    const app = await endByWriting();
    const counted = () => app.inputsOf('countReferrals').length;
    const before = counted();
    await act(
      async () => void fireEvent(document, new Event('visibilitychange', { bubbles: true })),
    );
    await act(
      async () => void fireEvent(document, new Event('visibilitychange', { bubbles: true })),
    );
    expect(counted()).toBe(before);
    await signIn(app);
    await waitFor(() => expect(counted()).toBeGreaterThan(before));
    expect(app.inputsOf('refresh')).toHaveLength(1);
  });

  it.each([
    ['a wrong password', 401, undefined, 'Could not log you in, please try again.'],
    [
      'an account that is not approved',
      403,
      'not_approved',
      'Your account is not approved yet. Please contact system administrator',
    ],
  ])('shows %s, and keeps the dialog and the page below', async (_what, status, detail, text) => {
    const app = await endByWriting({ login: () => refuse(detail, status) });
    await signIn(app);
    expect(await app.again.findByRole('alert')).toHaveTextContent(text);
    expect(app.session.get().status).toBe('ended');
    expect(app.note).toHaveValue('Called twice.');
    expect(app.inputsOf('saveReferral')).toHaveLength(1);
  });

  it('closes the dialog and sends the change after a sign-in in another tab', async () => {
    const app = await endByWriting();
    app.server.isOver = false;
    await act(async () => void app.session.signIn(pairFor('SUPERUSER')));
    expect(screen.queryByRole('dialog', { name: 'Please log in again' })).toBeNull();
    expect(await within(app.dialog).findByText(/^Successfully updated referral/)).toBeVisible();
    expect(app.inputsOf('saveReferral')).toHaveLength(2);
  });
});

describe('a person who does not sign in again', () => {
  // react-admin logs the rejected requests.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

  it('leaves with the button, and nothing is sent or kept', async () => {
    const { again, session, inputsOf } = await endByWriting();
    await act(async () => again.getByRole('button', { name: 'Leave' }).click());
    expect(session.get()).toEqual({ status: 'signed-out', user: null, hasSignedOut: true });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/Robin|Called twice/)).toBeNull();
    expect(inputsOf('saveReferral')).toHaveLength(1);
  });

  it('leaves no data to another person, for whom the same address loads again', async () => {
    const { server, session, inputsOf } = await endByWriting();
    const listed = inputsOf('listWorklist').length;
    server.isOver = false;
    const subject = { username: 'pat@clinic.example', role: 'SUPERUSER', approved: true };
    const access_token = makeToken({ subject, exp: 4_102_444_800 });
    await act(async () => void session.signIn({ access_token, refresh_token: 'of Pat' }));
    expect(screen.queryByText(/Called twice/)).toBeNull();
    const dialog = await screen.findByRole('dialog', { name: /Robin/ });
    expect(within(dialog).getByLabelText('Intake note')).toHaveValue('');
    expect(inputsOf('listWorklist').length).toBeGreaterThan(listed);
    expect(inputsOf('saveReferral')).toHaveLength(1);
  });
});
