import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { parseErrorResponse } from '../api/ApiError';

async function ask(answers: VisitorAnswers, email = 'sam@clinic.example') {
  const app = await renderVisitorApp({ path: '/forgot-password', answers });
  await screen.findByRole('heading', { name: 'Forgot Password' });
  if (email) await app.user.type(screen.getByLabelText('Email'), email);
  await app.user.click(screen.getByRole('button', { name: 'Send Email' }));
  return app;
}

it('requires an e-mail', async () => {
  const { inputsOf } = await ask({}, '');
  expect(await screen.findByText('Email is required')).toBeVisible();
  expect(inputsOf('forgotPassword')).toEqual([]);
});

it('confirms that the e-mail was sent', async () => {
  const { inputsOf } = await ask({ forgotPassword: () => ({ detail: 'ok' }) });
  expect(await screen.findByText('Success! Sent password reset steps to your email')).toBeVisible();
  expect(inputsOf('forgotPassword')).toEqual([{ body: { email: 'sam@clinic.example' } }]);
});

it('shows the confirmation next to the button, and can send again', async () => {
  const { user, inputsOf } = await ask({ forgotPassword: () => ({ detail: 'ok' }) });
  const text = await screen.findByText('Success! Sent password reset steps to your email');
  const button = screen.getByRole('button', { name: 'Send Email' });
  expect(button.previousElementSibling).toBe(text);
  await user.click(button);
  await waitFor(() => expect(inputsOf('forgotPassword')).toHaveLength(2));
  expect(await screen.findByText(/^Success!/)).toHaveRole('status');
});

const FAILED =
  'Something happened. Could not send password reset email. Double check if you typed in your email correctly';
const CHECK = 'Please check this email address.';

it('shows an error when the e-mail could not be sent', async () => {
  await ask({
    forgotPassword: () => {
      throw parseErrorResponse(400, { detail: 'x' });
    },
  });
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByLabelText('Email')).not.toHaveAttribute('aria-invalid');
});

it('shows the error for a refused e-mail too, and marks the field until it is edited', async () => {
  const { user } = await ask({
    forgotPassword: () => {
      throw parseErrorResponse(422, { detail: [{ loc: ['body', 'email'] }] });
    },
  });
  expect(await screen.findByText(FAILED)).toBeVisible();
  const field = screen.getByLabelText('Email');
  expect(field).toHaveAccessibleDescription(CHECK);
  await waitFor(() => expect(field).toHaveFocus());
  await user.type(field, 'x');
  expect(screen.queryByText(CHECK)).toBeNull();
});

it('keeps the e-mail typed at Login, in neither the address nor the history, for one visit', async () => {
  const { user } = await renderVisitorApp({ path: '/login' });
  await user.type(await screen.findByLabelText('Email'), ' sam@clinic.example');
  await user.click(screen.getByRole('button', { name: 'Forgot Password' }));
  await screen.findByRole('heading', { name: 'Forgot Password' });
  expect(screen.getByLabelText('Email')).toHaveValue('sam@clinic.example');
  expect(`${window.location.href} ${JSON.stringify(window.history.state)}`).not.toMatch(/sam/);
  await user.click(screen.getByRole('link', { name: /log ?in/i }));
  await user.click(await screen.findByRole('button', { name: 'Forgot Password' }));
  await screen.findByRole('heading', { name: 'Forgot Password' });
  expect(screen.getByLabelText('Email')).toHaveValue('');
});
