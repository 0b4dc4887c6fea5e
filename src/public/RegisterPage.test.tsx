import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { readRefusal } from '../api/ApiError';
import type { Language } from '../i18n/createI18n';
import type { Settings } from '../shared/settings';

async function openPage(answers: VisitorAnswers = {}, settings: Partial<Settings> = {}) {
  const app = await renderVisitorApp({ path: '/register', answers, settings });
  await screen.findByRole('heading', { name: 'Register' });
  return app;
}

async function fillIn(user: UserEvent, confirm = 'long enough') {
  await user.type(screen.getByLabelText('Fullname'), 'Sam Rivera');
  await user.type(screen.getByLabelText('Email'), 'sam@clinic.example');
  await user.type(screen.getByLabelText('Password'), 'long enough');
  await user.type(screen.getByLabelText('Confirm Password'), confirm);
  await user.click(screen.getByLabelText('Select Your Sites'));
  await user.click(screen.getByRole('option', { name: 'Northside High' }));
  await user.click(screen.getByRole('checkbox'));
}

const register = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Register' }));

it('asks for every field', async () => {
  const { user, inputsOf } = await openPage();
  await register(user);
  for (const text of [
    'Fullname field is required',
    'Email is required',
    'Password is required',
    'Password confirmation is required',
    'You must select at least one site',
    'You must agree to the terms of service before signing up',
  ]) {
    expect(await screen.findByText(text)).toBeVisible();
  }
  expect(inputsOf('register')).toEqual([]);
});

it('asks for a name that is more than blanks', async () => {
  const { user, inputsOf } = await openPage();
  await fillIn(user);
  await user.clear(screen.getByLabelText('Fullname'));
  await user.type(screen.getByLabelText('Fullname'), '   ');
  await register(user);
  expect(await screen.findByText('Fullname field is required')).toBeVisible();
  expect(inputsOf('register')).toEqual([]);
});

it.each([6, 12])('asks for a password of at least %i characters', async (passwordMinLength) => {
  const { user, inputsOf } = await openPage({}, { passwordMinLength });
  const password = screen.getByLabelText('Password');
  expect(password).toHaveAccessibleDescription(`At least ${passwordMinLength} characters`);
  await user.type(password, 'x'.repeat(passwordMinLength - 1));
  await register(user);
  const text = `Password must be at least ${passwordMinLength} characters`;
  expect(await screen.findByText(text)).toBeVisible();
  await user.type(password, 'x');
  expect(screen.queryByText(text)).toBeNull();
  expect(inputsOf('register')).toEqual([]);
});

it('asks for the same password twice', async () => {
  const { user } = await openPage();
  await fillIn(user, 'something else');
  await register(user);
  expect(await screen.findByText('Passwords do not match')).toBeVisible();
});

it('registers a manager of the chosen sites, and says what happens next', async () => {
  const { user, inputsOf } = await openPage({ register: () => ({ detail: 'ok' }) });
  await fillIn(user);
  await register(user);
  const text = await screen.findByText(/You will recieve an email once approved\.$/);
  expect(text).toBeVisible();
  expect(text.parentElement).toHaveFocus();
  expect(inputsOf('register')).toEqual([
    {
      body: {
        fullname: 'Sam Rivera',
        username: 'sam@clinic.example',
        password: 'long enough',
        role: 'MANAGER',
        schools: [{ id: 's1', name: 'Northside High' }],
        agree: true,
      },
    },
  ]);
});

it.each([
  [500, 'x', 'The server has a problem right now. Please try again in a few minutes.'],
  [409, 'x', 'Something went wrong. Could not register. Contact site administrator'],
  [422, [{ loc: ['body', 'fullname'] }], 'Please check this name.'],
  [
    422,
    [{ loc: ['body', 'password'] }],
    'Please choose a password that is longer or harder to guess.',
  ],
])('says why a %i did not register', async (status, detail, text) => {
  const { user } = await openPage({
    register: () => {
      throw readRefusal(status, { detail });
    },
  });
  await fillIn(user);
  await register(user);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText('Fullname')).toHaveValue('Sam Rivera');
});

describe('the terms', () => {
  const NOT_YET = 'Terms and conditions not yet available';

  async function openTerms(settings: Partial<Settings> = {}, language: Language = 'en') {
    const { user } = await renderVisitorApp({ path: '/register', settings, language });
    const name = language === 'es' ? 'Leer los términos' : 'Read the terms';
    const opener = await screen.findByRole('button', { name });
    await user.click(opener);
    return { user, opener, dialog: screen.getByRole('dialog') };
  }

  it('are said not to be there yet, until the provider has set them', async () => {
    const { dialog } = await openTerms();
    expect(dialog).toHaveTextContent(NOT_YET);
  });

  it('are read in a part that scrolls by keyboard, which leads back where it was opened', async () => {
    const { user, opener, dialog } = await openTerms({ termsText: 'First.\nStill.\n\nSecond.' });
    expect(dialog).not.toHaveTextContent(NOT_YET);
    const text = within(dialog).getByRole('group', { name: 'Terms' });
    expect(text).toHaveAttribute('tabindex', '0');
    expect([...text.children].map((part) => part.textContent)).toEqual([
      'First.\nStill.',
      'Second.',
    ]);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(opener).toBeVisible();
  });

  it('are in the language shown', async () => {
    const { dialog } = await openTerms({ termsText: 'Be kind.', termsTextEs: 'Sea amable.' }, 'es');
    expect(within(dialog).getByText('Sea amable.')).toHaveAttribute('lang', 'es');
    expect(dialog).not.toHaveTextContent('Be kind.');
  });

  it('are marked with their own language where there are none in the one shown', async () => {
    const { dialog } = await openTerms({ termsText: 'Be kind.' }, 'es');
    expect(within(dialog).getByText('Be kind.')).toHaveAttribute('lang', 'en');
  });
});
