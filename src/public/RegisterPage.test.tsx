import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { KEYED, stubMetaWithout } from '../../tests/support/ourServer';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { parseErrorResponse } from '../api/ApiError';
import type { Language } from '../i18n/languages';
import type { Settings } from '../app/settings';

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

it('requires every field', async () => {
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
    expect(await screen.findByRole('link', { name: text })).toBeVisible();
    // At its field.
    expect(screen.getByText(text, { ignore: 'a' })).toBeVisible();
  }
  expect(inputsOf('register')).toEqual([]);
});

it('requires a name that is not blank', async () => {
  const { user, inputsOf } = await openPage();
  await fillIn(user);
  await user.clear(screen.getByLabelText('Fullname'));
  await user.type(screen.getByLabelText('Fullname'), '   ');
  await register(user);
  expect(await screen.findByText('Fullname field is required', { selector: 'p' })).toBeVisible();
  expect(inputsOf('register')).toEqual([]);
});

it.each([6, 12])('requires a password of at least %i characters', async (passwordMinLength) => {
  const { user, inputsOf } = await openPage({}, { passwordMinLength });
  const password = screen.getByLabelText('Password');
  expect(password).toHaveAccessibleDescription(`At least ${passwordMinLength} characters`);
  await user.type(password, 'x'.repeat(passwordMinLength - 1));
  await register(user);
  const text = `Password must be at least ${passwordMinLength} characters`;
  expect(await screen.findByText(text, { ignore: 'a' })).toBeVisible();
  await user.type(password, 'x');
  expect(screen.queryByText(text, { ignore: 'a' })).toBeNull();
  expect(inputsOf('register')).toEqual([]);
});

it('requires matching passwords', async () => {
  const { user } = await openPage();
  await fillIn(user, 'something else');
  await register(user);
  expect(await screen.findByText('Passwords do not match', { selector: 'p' })).toBeVisible();
});

it('registers a manager of the chosen sites, and explains the next step', async () => {
  const { user, inputsOf } = await openPage({ register: () => ({ detail: 'ok' }) });
  await fillIn(user);
  await register(user);
  const text = await screen.findByText(/You will recieve an email once approved\.$/);
  expect(text).toBeVisible();
  expect(text.parentElement).toHaveFocus();
  expect(inputsOf('register')).toEqual([
    {
      headers: KEYED,
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

it.each([true, false])('mentions the e-mailed link if the server offers it: %s', async (isSo) => {
  const { user } = await openPage({
    ...(!isSo && stubMetaWithout('mailboxProof')),
    register: () => ({ detail: 'ok' }),
  });
  await fillIn(user);
  await register(user);
  await screen.findByText(/You will recieve an email once approved\.$/);
  const text = /^Please check your email for a link/;
  if (isSo) expect(await screen.findByText(text)).toHaveRole('status');
  else expect(screen.queryByText(text)).toBeNull();
});

it.each([
  [500, 'x', 'The server has a problem right now. Please try again in a few minutes.'],
  [409, 'x', 'Something went wrong. Could not register. Contact site administrator'],
  [
    422,
    [{ loc: ['body', 'role'] }],
    'Something went wrong. Could not register. Contact site administrator',
  ],
])('explains why a %i did not register', async (status, detail, text) => {
  const { user } = await openPage({
    register: () => {
      throw parseErrorResponse(status, { detail });
    },
  });
  await fillIn(user);
  await register(user);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText('Fullname')).toHaveValue('Sam Rivera');
});

describe('a refused field', () => {
  const refusing =
    (...names: string[]) =>
    () => {
      throw parseErrorResponse(422, { detail: names.map((name) => ({ loc: ['body', name] })) });
    };

  it.each([
    ['fullname', 'Fullname', 'Please check this name.'],
    ['username', 'Email', 'Please check this email address.'],
    ['password', 'Password', 'Please choose a password that is longer or harder to guess.'],
  ])('%s shows its error until it is edited', async (name, label, text) => {
    const { user } = await openPage({ register: refusing(name) });
    await fillIn(user);
    await register(user);
    expect(await screen.findByText(text)).toBeVisible();
    const field = screen.getByLabelText(label);
    expect(field).toHaveAccessibleDescription(expect.stringContaining(text));
    await waitFor(() => expect(field).toHaveFocus());
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(field, 'x');
    expect(screen.queryByText(text)).toBeNull();
  });

  it('is linked in a summary that takes the focus when several are refused', async () => {
    const { user } = await openPage({ register: refusing('password', 'fullname') });
    await fillIn(user);
    await register(user);
    const summary = await screen.findByRole('group', { name: 'Please check these 2 fields:' });
    await waitFor(() => expect(summary).toHaveFocus());
    expect(within(summary).getByRole('link', { name: 'Please check this name.' })).toBeVisible();
    await user.click(within(summary).getByRole('link', { name: /longer or harder to guess/ }));
    const password = screen.getByLabelText('Password');
    expect(password).toHaveFocus();
    await user.type(password, 'x');
    expect(password).toBeValid();
    // Nothing below moves until the next attempt.
    expect(within(summary).getAllByRole('link')).toHaveLength(2);
    await register(user);
    await waitFor(() => expect(within(summary).queryAllByRole('link')).toHaveLength(0));
  });

  it('shows the general error too when another refused field is not on the form', async () => {
    const { user } = await openPage({ register: refusing('fullname', 'role') });
    await fillIn(user);
    await register(user);
    expect(await screen.findByText('Please check this name.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Something went wrong\./);
  });
});

describe('a site that was deleted during registration', () => {
  const GONE = 'A chosen site no longer exists. Please choose again.';
  const NORTHSIDE = { _id: 's1', name: 'Northside High' };
  const EASTSIDE = { _id: 's9', name: 'Eastside High' };

  /** The register page after the first attempt; `bringFreshList` resolves the reloaded list. */
  async function registerWithGoneSite() {
    let bring: (sites: (typeof EASTSIDE)[]) => void = () => undefined;
    const fresh = new Promise<(typeof EASTSIDE)[]>((resolve) => (bring = resolve));
    let isGone = false;
    const app = await openPage({
      listSites: () => (isGone ? fresh : [NORTHSIDE]),
      register: () => {
        if (isGone) return { detail: 'ok' };
        isGone = true;
        throw parseErrorResponse(422, { detail: [{ loc: ['body', 'schools'] }] });
      },
    });
    await fillIn(app.user);
    await register(app.user);
    await screen.findByText(GONE);
    return { ...app, bringFreshList: () => act(async () => bring([EASTSIDE])) };
  }

  it('must be replaced by one from the reloaded list', async () => {
    const { user, inputsOf, bringFreshList } = await registerWithGoneSite();
    const field = screen.getByLabelText('Select Your Sites');
    expect(field).toHaveAccessibleDescription(GONE);
    await waitFor(() => expect(field).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Remove Northside High' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();

    await bringFreshList();
    await user.type(field, 'side');
    expect(screen.queryByRole('option', { name: 'Northside High' })).toBeNull();
    await user.click(screen.getByRole('option', { name: 'Eastside High' }));
    expect(screen.queryByText(GONE)).toBeNull();
    await register(user);
    expect(await screen.findByText(/^Successfully created account\./)).toBeVisible();
    expect(inputsOf('register')[1]?.body?.schools).toEqual([{ id: 's9', name: 'Eastside High' }]);
  });

  it('does not count when it was chosen again from the old list', async () => {
    const { user, inputsOf, bringFreshList } = await registerWithGoneSite();
    await user.type(screen.getByLabelText('Select Your Sites'), 'side');
    await user.click(screen.getByRole('option', { name: 'Northside High' }));
    await bringFreshList();
    await register(user);
    expect(
      await screen.findByText('You must select at least one site', { selector: 'p' }),
    ).toBeVisible();
    expect(inputsOf('register')).toHaveLength(1);
  });
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

  it('show a placeholder until the provider has set them', async () => {
    const { dialog } = await openTerms();
    expect(dialog).toHaveTextContent(NOT_YET);
  });

  it('scroll by keyboard in a dialog, which closes again', async () => {
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

  it('are in the current language', async () => {
    const { dialog } = await openTerms({ termsText: 'Be kind.', termsTextEs: 'Sea amable.' }, 'es');
    expect(within(dialog).getByText('Sea amable.')).toHaveAttribute('lang', 'es');
    expect(dialog).not.toHaveTextContent('Be kind.');
  });

  it('carry their own lang when there are none in the current language', async () => {
    const { dialog } = await openTerms({ termsText: 'Be kind.' }, 'es');
    expect(within(dialog).getByText('Be kind.')).toHaveAttribute('lang', 'en');
  });
});
