/** The page on which the person signs. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { ApiError } from '../api/ApiError';
import { today } from '../i18n/providerTime';
import { loadTexts } from '../i18n/useAllTexts';
import { getHandedOver, type HandedOver, setHandedOver } from './handedOver';

const FORM: HandedOver['form'] = {
  recipient: { kind: 'account', name: 'Noah Wilekins' },
  sentences: ['notTalked', 'talked'],
  purpose: 'At the request of the person',
  may_revoke_from: null,
  firstName: 'Robin',
  fullName: 'Robin Sample',
};

async function handOver(changes: Partial<HandedOver> = {}, answers: VisitorAnswers = {}) {
  setHandedOver({
    token: 'a-token',
    until: Date.now() + 60_000,
    signer: 'person',
    form: FORM,
    texts: await Promise.all([loadTexts('en'), loadTexts('es')]),
    language: 'en',
    ...changes,
  });
  const app = await renderVisitorApp({ path: '/sign', answers });
  await screen.findByRole('heading', { level: 1, name: /Noah Wilekins/ });
  return app;
}
const nameInput = () => screen.getByLabelText('To agree, write your full name');
const pressYes = () => screen.getByRole('button', { name: 'Yes, I agree' });

beforeEach(() => {
  // jsdom captures no pointers.
  Element.prototype.setPointerCapture = () => undefined;
});
afterEach(() => setHandedOver(null));

it('shows every element of the consent, without a way into the app', async () => {
  await handOver();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  const main = screen.getByRole('main');
  for (const text of [
    'Robin Sample',
    'Staff of Referral Desk',
    '“We have talked with Robin.”',
    'At the request of the person',
    /at most one year after you sign/,
    /You can stop this any day/,
    'You get our services either way, whether you sign or not.',
  ]) {
    expect(within(main).getByText(text)).toBeVisible();
  }
  expect(screen.queryByRole('link')).toBeNull();
  expect(document.title).toBe('Referral Desk');
});

it('needs a name, and sends it with the drawing and the day', async () => {
  const { user, inputsOf } = await handOver();
  await user.click(pressYes());
  expect(screen.getByText('Please write your full name.')).toBeVisible();
  expect(nameInput()).toHaveFocus();
  expect(inputsOf('answerConsent')).toEqual([]);

  await user.type(nameInput(), 'Robin S.');
  fireEvent.change(screen.getByLabelText('Or until another day'), {
    target: { value: today() },
  });
  const field = screen.getByRole('img', { name: /^If you like/ });
  vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 300, 80));
  fireEvent.pointerMove(field, { clientX: 15, clientY: 25 });
  fireEvent.pointerDown(field, { clientX: 10, clientY: 20 });
  fireEvent.pointerMove(field, { clientX: 160, clientY: 60 });
  fireEvent.pointerUp(field);
  fireEvent.pointerMove(field, { clientX: 20, clientY: 60 });
  await user.click(pressYes());
  expect(await screen.findByRole('heading', { name: 'Thank you.' })).toHaveFocus();
  expect(inputsOf('answerConsent')).toEqual([
    {
      body: {
        token: 'a-token',
        answer: 'yes',
        name: 'Robin S.',
        last_day: today(),
        drawing: [
          [
            [0, 0],
            [300, 80],
          ],
        ],
      },
    },
  ]);
});

it('prints a copy with the day that was chosen, and the signature', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = await handOver();
  await user.type(nameInput(), 'Robin S.');
  await user.click(pressYes());
  await user.click(await screen.findByRole('button', { name: 'Print a copy' }));
  expect(print).toHaveBeenCalledOnce();
  const copy = document.querySelector('article.paper-only');
  expect(copy).toHaveTextContent(/Signed on screen on .* by: Robin S\./);
  expect(copy).toHaveTextContent('at most one year after you sign.');
});

it('a drawing can be cleared, and is not needed', async () => {
  const { user, inputsOf } = await handOver();
  const field = screen.getByRole('img', { name: /^If you like/ });
  vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 300, 80));
  fireEvent.pointerDown(field, { clientX: 10, clientY: 20 });
  expect(field.querySelector('path')).toHaveAttribute('d', 'M0,0L0,0');
  await user.click(screen.getByRole('button', { name: 'Clear the drawing' }));
  expect(field.querySelector('path')).toHaveAttribute('d', '');
  await user.type(nameInput(), 'Robin S.');
  await user.click(pressYes());
  await screen.findByRole('heading', { name: 'Thank you.' });
  expect(inputsOf('answerConsent')).toEqual([
    { body: { token: 'a-token', answer: 'yes', name: 'Robin S.', last_day: null } },
  ]);
});

it('takes a no without a name or a reason', async () => {
  const { user, inputsOf } = await handOver();
  await user.click(screen.getByRole('button', { name: 'No, I do not agree' }));
  expect(await screen.findByText('We will tell Noah Wilekins nothing.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print a copy' })).toBeNull();
  expect(inputsOf('answerConsent')).toEqual([{ body: { token: 'a-token', answer: 'no' } }]);
  await user.click(screen.getByRole('button', { name: 'Staff: log in' }));
  expect(window.location.pathname).toBe('/login');
  expect(getHandedOver()).toBeNull();
});

it('keeps what was written if it was not saved, and sends it again', async () => {
  const answers = [
    () => {
      throw new ApiError('network');
    },
    () => {
      throw new ApiError('status', { status: 422, locations: [['body', 'last_day']] });
    },
    () => ({ detail: 'ok' }),
  ];
  const { user, inputsOf } = await handOver({}, { answerConsent: () => answers.shift()?.() });
  await user.type(nameInput(), 'Robin S.');
  await user.click(pressYes());
  expect(await screen.findByRole('alert')).toHaveTextContent('It is not saved yet.');
  expect(nameInput()).toHaveValue('Robin S.');
  await user.click(pressYes());
  expect(await screen.findByText(/^Please choose a day from today/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(pressYes());
  await screen.findByRole('heading', { name: 'Thank you.' });
  expect(inputsOf('answerConsent')).toHaveLength(3);
});

it('says so if the page does not work any more', async () => {
  const { user } = await handOver(
    {},
    {
      answerConsent: () => {
        throw new ApiError('status', { status: 400, detail: 'Over.' });
      },
    },
  );
  await user.type(nameInput(), 'Robin S.');
  await user.click(pressYes());
  expect(
    await screen.findByRole('heading', { name: 'This page does not work any more' }),
  ).toHaveFocus();
});

it('ends with its time, whatever is written', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    await handOver({ until: Date.now() + 60_000 });
    act(() => void vi.advanceTimersByTime(50_000));
    expect(nameInput()).toBeVisible();
    act(() => void vi.advanceTimersByTime(20_000));
    expect(screen.getByRole('heading', { name: 'This page does not work any more' })).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

it('is in the language of the person, and keeps the input when it changes', async () => {
  const { user } = await handOver({ language: 'es', signer: 'guardian' });
  const name = 'Para aceptar, escriba el nombre completo de usted';
  expect(
    screen.getByText('Usted firma por Robin Sample, que tiene menos de 12 años.'),
  ).toBeVisible();
  await user.type(screen.getByLabelText(name), 'Ana Sample');
  await user.click(screen.getByRole('button', { name: 'English' }));
  expect(screen.getByLabelText('To agree, write your own full name')).toHaveValue('Ana Sample');
  expect(screen.getByText('You sign for Robin Sample, who is under 12.')).toBeVisible();
});

it('leads to the login if nothing was handed over, as after a reload', async () => {
  await renderVisitorApp({ path: '/sign' });
  await screen.findByRole('heading', { name: 'Login' });
  expect(window.location.pathname).toBe('/login');
});
