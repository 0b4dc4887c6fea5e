/** Retries on a server with idempotency keys: what the form shows and sends while there is no response. */
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { ApiError, parseErrorResponse } from '../api/ApiError';

const SUCCESS = 'Successfully added referral, the page will refresh.';
const NO_ANSWER =
  /^The server is not responding\. What you entered is still here, and we keep trying\./;
const RETRY_TIMEOUT = { timeout: 20_000 };

const offering = (addGuestReferral: () => unknown): VisitorAnswers => ({
  addGuestReferral,
});

async function fillIn(user: UserEvent) {
  await user.click(screen.getByLabelText('Substance'));
  await user.click(screen.getByRole('option', { name: 'Opioid-related' }));
  await user.click(screen.getByLabelText('Site'));
  await user.click(await screen.findByRole('option', { name: 'Northside High' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.type(screen.getByLabelText('Last Name'), 'Harper');
}

async function sendAsGuest(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
}

it('retries automatically with the same data, announces it, and then shows the success', async () => {
  let isAway = true;
  const app = await renderVisitorApp({
    answers: offering(() => {
      if (isAway) throw new ApiError('network');
      return { detail: 'ok' };
    }),
  });
  await fillIn(app.user);
  await sendAsGuest(app.user);
  const status = await screen.findByText(NO_ANSWER);
  expect(status).toBeVisible();
  expect(status.parentElement).toHaveRole('status');
  expect(screen.getByRole('button', { name: 'Finish' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByLabelText('Last Name')).toBeDisabled();
  expect(screen.getByLabelText('Last Name')).toHaveValue('Harper');
  expect(screen.queryByRole('alert')).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Finish' }));
  isAway = false;
  expect(await screen.findByText(SUCCESS, {}, RETRY_TIMEOUT)).toBeVisible();
  const sent = app.inputsOf('addGuestReferral').map((input) => JSON.stringify(input));
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent).size).toBe(1);
  expect(sent[0]).toContain('"Idempotency-Key"');
});

it('announces the retry in Spanish', async () => {
  const app = await renderVisitorApp({
    language: 'es',
    answers: offering(() => {
      throw new ApiError('network');
    }),
  });
  const t = (name: string) => screen.getByRole('button', { name });
  await app.user.click(screen.getByLabelText('Sustancia'));
  await app.user.click(screen.getAllByRole('option')[0] ?? document.body);
  await app.user.click(screen.getByLabelText('Sitio'));
  await app.user.click(await screen.findByRole('option', { name: 'Northside High' }));
  await app.user.click(t('Siguiente'));
  await app.user.click(t('Finalizar'));
  await app.user.click(t('Continuar sin cuenta'));
  expect(await screen.findByText(/^El servidor no responde\./)).toBeVisible();
});

it('a manual retry sends the same key and spam signals until the input changes', async () => {
  const app = await renderVisitorApp({
    answers: offering(() => {
      throw parseErrorResponse(500, '');
    }),
  });
  await fillIn(app.user);
  await sendAsGuest(app.user);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  await app.user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(app.inputsOf('addGuestReferral')).toHaveLength(2));
  await screen.findByRole('button', { name: 'Try again' });
  await app.user.type(screen.getByLabelText('First Name'), 'R');
  await sendAsGuest(app.user);
  await waitFor(() => expect(app.inputsOf('addGuestReferral')).toHaveLength(3));
  const [first, second, third] = app.inputsOf('addGuestReferral').map((input) => ({
    key: (input as { headers?: Record<string, string> }).headers?.['Idempotency-Key'],
    filledIn: Number(input.body?.filled_in),
  }));
  expect(second).toEqual(first);
  expect(third?.key).not.toBe(first?.key);
  expect(third?.filledIn).toBeGreaterThanOrEqual(60);
});

it('a visit to another page before the retry changes neither the key nor the spam signals', async () => {
  let attempts = 0;
  const app = await renderVisitorApp({
    answers: offering(() => {
      attempts += 1;
      if (attempts === 1) throw parseErrorResponse(500, '');
      return { detail: 'ok' };
    }),
  });
  await fillIn(app.user);
  await sendAsGuest(app.user);
  await screen.findByRole('button', { name: 'Try again' });
  await app.user.click(screen.getByRole('link', { name: 'Register' }));
  await screen.findByRole('heading', { name: 'Register' });
  await app.user.click(screen.getByRole('link', { name: 'Referral Desk' }));
  await screen.findByLabelText('Last Name');
  await sendAsGuest(app.user);
  await screen.findByText(SUCCESS);
  const sent = app.inputsOf('addGuestReferral').map((input) => JSON.stringify(input));
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);
});
