import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { ApiError, readRefusal } from '../api/ApiError';
import type { Settings } from '../shared/settings';

const INVALID = 'Reset link is invalid. Try sending forgot password email again';

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
  it('is checked, and its token leaves the address at once', async () => {
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
          throw readRefusal(400, { detail: 'invalid_token' });
        },
      },
    ],
    ['refused with 200', { checkResetToken: () => ({ detail: 'invalid_token' }) }],
  ])('is invalid when %s', async (_how, answers) => {
    await openLink(answers);
    expect(await screen.findByText(INVALID)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Forgot Password' })).toBeVisible();
  });

  it('is not called invalid when it could not be checked', async () => {
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

  it('is known from the start of the app, also when its page is opened again', async () => {
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

  it('without a token is invalid', async () => {
    await renderVisitorApp({ path: '/reset-password' });
    expect(await screen.findByText(INVALID)).toBeVisible();
  });
});

describe('the new password', () => {
  it.each([6, 12])('is said to need at least %i characters', async (passwordMinLength) => {
    await openLink({}, { passwordMinLength });
    const hint = `At least ${passwordMinLength} characters`;
    expect(await screen.findByLabelText('New Password')).toHaveAccessibleDescription(hint);
  });

  it('must be given, twice the same', async () => {
    const { user } = await openLink();
    await user.click(await screen.findByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByText('Password field is required')).toBeVisible();
    expect(screen.getByText('You need to confirm your password')).toBeVisible();
    await choose(user, 'another');
    expect(await screen.findByText('Passwords need to match')).toBeVisible();
  });

  it('is set, and the person led to the login', async () => {
    const { user, inputsOf } = await openLink({ resetPassword: () => ({ detail: 'ok' }) });
    await choose(user);
    expect(await screen.findByText(/^Successfully Reset Password\./)).toBeVisible();
    expect(inputsOf('resetPassword')).toEqual([{ body: { token: 't0ken', new_pass: 'new one' } }]);
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  });

  it.each([
    [400, 'invalid_token', INVALID],
    [400, 'other', 'Something happened. Could not reset password'],
    [
      422,
      [{ loc: ['body', 'new_pass'] }],
      'Please choose a password that is longer or harder to guess.',
    ],
  ])('refused with %i %j is explained', async (status, detail, text) => {
    const { user } = await openLink({
      resetPassword: () => {
        throw readRefusal(status, { detail });
      },
    });
    await choose(user);
    expect(await screen.findByText(text)).toBeVisible();
  });
});
