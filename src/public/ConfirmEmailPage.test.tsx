import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { parseErrorResponse } from '../api/ApiError';

const TITLE = 'Confirm your email address';
const DEAD = 'This link no longer works. If you already used it, your password is saved.';

async function openLink(answers: VisitorAnswers = {}) {
  const app = await renderVisitorApp({
    path: '/confirm-email?reset_token=t0ken',
    answers: { checkResetToken: () => ({ detail: 'ok' }), ...answers },
  });
  await screen.findByRole('heading', { name: TITLE });
  return app;
}

async function choose(user: Awaited<ReturnType<typeof openLink>>['user']) {
  await user.type(await screen.findByLabelText('New Password'), 'new one');
  await user.type(screen.getByLabelText('Confirm New Password'), 'new one');
  await user.click(screen.getByRole('button', { name: 'Confirm and save password' }));
}

const invalid = () => {
  throw parseErrorResponse(400, { detail: 'invalid_token' });
};

it('explains why a password is chosen here, and removes the token from the URL', async () => {
  const { inputsOf } = await openLink();
  expect(
    await screen.findByText(/Only someone who reads this mailbox can choose it/),
  ).toBeVisible();
  expect(window.location.href).not.toContain('t0ken');
  expect(document.title).toContain(TITLE);
  expect(inputsOf('checkResetToken')).toEqual([{ query: { reset_token: 't0ken' } }]);
});

describe('the chosen password', () => {
  it.each([
    [false, /^Your email address is confirmed .* An administrator must still approve/, false],
    [true, /^Your email address is confirmed .* You can log in now\.$/, true],
    [undefined, /^Successfully Reset Password\./, true],
  ])(
    'is saved, and the page explains the next step: approved %s',
    async (approved, text, canLogIn) => {
      const { user, inputsOf } = await openLink({
        resetPassword: () => ({ detail: 'ok', ...(approved !== undefined && { approved }) }),
      });
      await choose(user);
      const message = await screen.findByText(text);
      expect(message.parentElement).toHaveFocus();
      expect(inputsOf('resetPassword')).toEqual([
        { body: { token: 't0ken', new_pass: 'new one' } },
      ]);
      expect(screen.queryByLabelText('New Password')).toBeNull();
      const login = within(screen.getByRole('main')).queryByRole('link', { name: 'Login' });
      expect(login !== null).toBe(canLogIn);
    },
  );

  it('is refused when the link has expired since', async () => {
    const { user } = await openLink({ resetPassword: invalid });
    await choose(user);
    expect(await screen.findByText(DEAD)).toBeVisible();
    expect(screen.getByLabelText('New Password')).toBeVisible();
  });
});

it('offers a new link when the link is dead: Forgot Password or Register', async () => {
  await openLink({ checkResetToken: invalid });
  expect(await screen.findByText(DEAD)).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  expect(main.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
});

it('renders in Spanish', async () => {
  await renderVisitorApp({
    path: '/confirm-email?reset_token=t0ken',
    language: 'es',
    answers: { checkResetToken: () => ({ detail: 'ok' }) },
  });
  const button = { name: 'Confirmar y guardar contraseña' };
  expect(await screen.findByRole('button', button)).toBeVisible();
});
