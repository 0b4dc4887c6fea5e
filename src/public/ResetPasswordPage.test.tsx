import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pairFor } from '../../tests/support/fakeSession';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { ApiError, parseErrorResponse } from '../api/ApiError';
import type { Settings } from '../app/settings';

const INVALID = 'Reset link is invalid. Try sending forgot password email again';
const OPEN_AGAIN = 'If you just opened the link, open it again from your email.';
const DONE = 'Successfully Reset Password. Make sure to log in with your new credentials';

async function openLink(answers: VisitorAnswers = {}, settings: Partial<Settings> = {}) {
  const app = await renderVisitorApp({
    path: '/reset-password?reset_token=t0ken',
    settings,
    answers: { checkResetToken: () => ({ detail: 'ok' }), ...answers },
  });
  await screen.findByRole('heading', { name: 'Reset Password' });
  return app;
}

async function choose(user: Awaited<ReturnType<typeof openLink>>['user'], confirm = 'new one') {
  await user.type(await screen.findByLabelText('New Password'), 'new one');
  await user.type(screen.getByLabelText('Confirm New Password'), confirm);
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
}

describe('the link', () => {
  it('is checked, and its token is removed from the URL at once', async () => {
    const { inputsOf } = await openLink();
    expect(window.location.href).not.toContain('t0ken');
    expect(await screen.findByLabelText('New Password')).toBeVisible();
    expect(inputsOf('checkResetToken')[0]).toEqual({ query: { reset_token: 't0ken' } });
  });

  it.each<[string, VisitorAnswers]>([
    [
      'refused with 400',
      {
        checkResetToken: () => {
          throw parseErrorResponse(400, { detail: 'invalid_token' });
        },
      },
    ],
    ['refused with 200', { checkResetToken: () => ({ detail: 'invalid_token' }) }],
  ])('is invalid when %s', async (_how, answers) => {
    await openLink(answers);
    expect(await screen.findByText(INVALID)).toBeVisible();
    expect(screen.queryByText(OPEN_AGAIN)).toBeNull();
    expect(screen.getByRole('link', { name: 'Forgot Password' })).toBeVisible();
  });

  it('is not reported as invalid when it could not be checked, and can be retried', async () => {
    let isOffline = true;
    const { user } = await openLink({
      checkResetToken: () => {
        if (isOffline) throw new ApiError('network');
        return { detail: 'ok' };
      },
    });
    await screen.findByText(/There was no answer/);
    isOffline = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('heading', { name: 'Reset Password' })).toHaveFocus();
    expect(await screen.findByLabelText('New Password')).toBeVisible();
  });

  it('is known from the start of the app, also after leaving and reopening the page', async () => {
    const { user, inputsOf } = await renderVisitorApp({
      path: '/reset-password',
      resetToken: 't0ken',
      answers: { checkResetToken: () => ({ detail: 'ok' }) },
    });
    expect(await screen.findByLabelText('New Password')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByRole('heading', { name: 'Login' });
    act(() => window.history.back());
    expect(await screen.findByLabelText('New Password')).toBeVisible();
    const query = { reset_token: 't0ken' };
    expect(inputsOf('checkResetToken')).toEqual([{ query }, { query }]);
  });

  it('is invalid without a token, with advice to open it again', async () => {
    await renderVisitorApp({ path: '/reset-password' });
    expect(await screen.findByText(INVALID)).toBeVisible();
    expect(screen.getByText(OPEN_AGAIN)).toBeVisible();
  });
});

describe('the new password', () => {
  it.each([6, 12])('shows the hint of at least %i characters', async (passwordMinLength) => {
    await openLink({}, { passwordMinLength });
    const hint = `At least ${passwordMinLength} characters`;
    expect(await screen.findByLabelText('New Password')).toHaveAccessibleDescription(hint);
  });

  it('is required, twice and matching', async () => {
    const { user } = await openLink();
    await user.click(await screen.findByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByRole('link', { name: 'Password field is required' })).toBeVisible();
    expect(screen.getByLabelText('Confirm New Password')).toHaveAccessibleDescription(
      'You need to confirm your password',
    );
    await choose(user, 'another');
    expect(await screen.findByText('Passwords need to match')).toBeVisible();
  });

  it('is set, and the person is redirected to the login', async () => {
    const { user, inputsOf } = await openLink({ resetPassword: () => ({ detail: 'ok' }) });
    await choose(user);
    expect(await screen.findByText(DONE)).toBeVisible();
    expect(inputsOf('resetPassword')).toEqual([{ body: { token: 't0ken', new_pass: 'new one' } }]);
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  });

  it('is sent once: afterwards the button is disabled and not busy', async () => {
    const { user, inputsOf } = await openLink({ resetPassword: () => ({ detail: 'ok' }) });
    await choose(user);
    await screen.findByText(DONE);
    const button = screen.getByRole('button', { name: 'Reset Password' });
    expect(button).not.toHaveAttribute('aria-busy');
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    await user.type(screen.getByLabelText('New Password'), '{Enter}');
    expect(inputsOf('resetPassword')).toHaveLength(1);
  });

  it('is confirmed on the login page, with no history entry back to the link', async () => {
    const { user } = await openLink({ resetPassword: () => ({ detail: 'ok' }) });
    const entries = window.history.length;
    await choose(user);
    const heading = await screen.findByRole('heading', { name: 'Login' });
    expect(heading).toHaveFocus();
    const message = await screen.findByText(DONE);
    expect(message).toHaveRole('status');
    expect(heading.nextElementSibling).toBe(message);
    expect(window.history).toHaveLength(entries);
    expect(JSON.stringify(window.history.state)).not.toMatch(/t0ken|new one/);
  });

  it('is not confirmed again after the person has signed in', async () => {
    const { user, session } = await openLink({
      resetPassword: () => ({ detail: 'ok' }),
      login: () => pairFor('MANAGER'),
    });
    await choose(user);
    await screen.findByRole('heading', { name: 'Login' });
    await user.type(screen.getByLabelText('Email'), 'sam@clinic.example');
    await user.type(screen.getByLabelText('Password'), 'new one');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByRole('heading', { name: 'The signed-in app' });
    act(() => session.signOut());
    await screen.findByRole('heading', { name: 'Login' });
    expect(await screen.findByText(/^You have been logged out\./)).toBeVisible();
    expect(screen.queryByText(DONE)).toBeNull();
  });

  it.each([
    [400, 'invalid_token', INVALID],
    [400, 'other', 'Something happened. Could not reset password'],
    [422, [{ loc: ['body', 'token'] }], 'Something happened. Could not reset password'],
  ])('shows an error when refused with %i %j', async (status, detail, text) => {
    const { user } = await openLink({
      resetPassword: () => {
        throw parseErrorResponse(status, { detail });
      },
    });
    await choose(user);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows an error at the field when it is too weak, until it is edited', async () => {
    const { user } = await openLink({
      resetPassword: () => {
        throw parseErrorResponse(422, { detail: [{ loc: ['body', 'new_pass'] }] });
      },
    });
    await choose(user);
    const text = 'Please choose a password that is longer or harder to guess.';
    expect(await screen.findByText(text)).toBeVisible();
    const field = screen.getByLabelText('New Password');
    expect(field).toHaveAccessibleDescription(expect.stringContaining(text));
    await waitFor(() => expect(field).toHaveFocus());
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(field, 'x');
    expect(screen.queryByText(text)).toBeNull();
  });
});
