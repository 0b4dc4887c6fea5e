/** Switching the language keeps the focus on the switch, and whatever was typed. */
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderVisitorApp } from '../../tests/support/visitorApp';

/** Switches to Spanish and back to English. */
async function switchTwice(user: UserEvent, whileSpanish: () => void) {
  const button = screen.getByRole('button', { name: 'Español' });
  await user.click(button);
  await waitFor(() => expect(document.documentElement).toHaveAttribute('lang', 'es'));
  expect(button).toHaveAccessibleName('English');
  expect(button).toHaveFocus();
  whileSpanish();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.documentElement).toHaveAttribute('lang', 'en'));
  expect(button).toHaveAccessibleName('Español');
  expect(button).toHaveFocus();
}

it('keeps both steps of the form', async () => {
  const { user } = await renderVisitorApp();
  await user.click(screen.getByLabelText('Substance'));
  await user.click(await screen.findByRole('option', { name: /Opioid/ }));
  await user.click(screen.getByLabelText('Site'));
  await user.click(await screen.findByRole('option', { name: 'Location Not Listed' }));
  await switchTwice(user, () => {
    expect(screen.getByLabelText('Sitio')).toHaveValue('El sitio no está en la lista');
    expect(screen.getByRole('button', { name: /opioides/i })).toBeVisible();
  });
  expect(screen.getByLabelText('Site')).toHaveValue('Location Not Listed');

  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.type(await screen.findByLabelText('First Name'), 'Robin');
  await user.type(screen.getByLabelText('Date of Birth'), '2009-05-17');
  await user.selectOptions(screen.getByLabelText('Sex'), 'Female');
  await user.type(screen.getByLabelText('Notes'), 'A note');
  await switchTwice(user, () => expect(screen.getByLabelText('Notas')).toHaveValue('A note'));
  expect(screen.getByLabelText('First Name')).toHaveValue('Robin');
  expect(screen.getByLabelText('Date of Birth')).toHaveValue('2009-05-17');
  expect(screen.getByLabelText('Sex')).toHaveValue('Female');
});

it('keeps what was typed on /login', async () => {
  const { user } = await renderVisitorApp({ path: '/login' });
  await user.type(await screen.findByLabelText('Email'), 'a@b.example');
  await user.type(screen.getByLabelText('Password'), 'secret-7');
  await switchTwice(user, () => undefined);
  expect(screen.getByLabelText('Email')).toHaveValue('a@b.example');
  expect(screen.getByLabelText('Password')).toHaveValue('secret-7');
});

it('keeps what was typed and chosen on /register', async () => {
  const { user } = await renderVisitorApp({ path: '/register' });
  await user.type(await screen.findByLabelText('Fullname'), 'Morgan Manager');
  await user.click(screen.getByLabelText('Select Your Sites'));
  await user.click(await screen.findByRole('option', { name: 'Probation Referral' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByLabelText('I agree to the terms of service'));
  await switchTwice(user, () =>
    expect(
      screen.getByRole('button', { name: /Remisión de libertad condicional \(probation\)/ }),
    ).toBeVisible(),
  );
  expect(screen.getByLabelText('Fullname')).toHaveValue('Morgan Manager');
  expect(screen.getByLabelText('I agree to the terms of service')).toBeChecked();
});
