import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { readRefusal } from '../api/ApiError';

async function openPage(answers: VisitorAnswers = {}) {
  const app = await renderVisitorApp({ path: '/register', answers });
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
  expect(await screen.findByText(/You will recieve an email once approved\.$/)).toBeVisible();
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
  [422, [{ loc: ['body', 'password'] }], 'Please choose a password that is harder to guess.'],
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

it('shows the terms in a dialog', async () => {
  const { user } = await openPage();
  await user.click(screen.getByRole('button', { name: 'Read the terms' }));
  expect(screen.getByRole('dialog')).toHaveTextContent('Terms and conditions not yet available');
});
