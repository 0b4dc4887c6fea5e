/** What marks a guest's referral as filled in by a person, where the server wants to know; nobody else is sent it. */
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { ApiError } from '../api/ApiError';

const OFFERED: VisitorAnswers = { meta: () => ({ features: ['formMarks'] }) };

/** The spec's own keys (section 7). */
const KEYS = [
  'substance',
  'site',
  'first_name',
  'last_name',
  'contact_number',
  'sex',
  'dob',
  'notes',
  'mediCal',
  'mediCal_county',
  'probation_name',
  'probation_phone',
  'probation_email',
].toSorted();

const trap = () => document.querySelector<HTMLInputElement>('[name="website"]');

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

/** From now on the page's clock says so many milliseconds more. */
function takeTime(milliseconds: number) {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
}

describe('on a server that takes marks', () => {
  it('says how many whole seconds went by since the first touch, and that the trap is empty', async () => {
    const { user, inputsOf } = await renderVisitorApp({ answers: OFFERED });
    await fillIn(user);
    takeTime(75_000);
    await sendAsGuest(user);
    const [{ body } = {}] = inputsOf('addGuestReferral');
    expect(body?.website).toBe('');
    expect(Number.isInteger(body?.filled_in)).toBe(true);
    expect(body?.filled_in).toBeGreaterThanOrEqual(75);
    expect(Object.keys(body ?? {}).toSorted()).toEqual(
      [...KEYS, 'filled_in', 'website'].toSorted(),
    );
  });

  it('counts another try, and a look at another page, from the first touch', async () => {
    let tries = 0;
    const addGuestReferral = () => {
      tries += 1;
      if (tries === 1) throw new ApiError('network');
    };
    const { user, inputsOf } = await renderVisitorApp({
      answers: { ...OFFERED, addGuestReferral },
    });
    await fillIn(user);
    takeTime(60_000);
    await sendAsGuest(user);
    await screen.findByRole('button', { name: 'Try again' });
    await user.click(screen.getByRole('link', { name: 'Register' }));
    await screen.findByRole('heading', { name: 'Register' });
    await user.click(screen.getByRole('link', { name: 'Referral Desk' }));
    await screen.findByLabelText('Last Name');
    await sendAsGuest(user);
    const times = inputsOf('addGuestReferral').map(({ body }) => Number(body?.filled_in));
    expect(times).toHaveLength(2);
    for (const time of times) expect(time).toBeGreaterThanOrEqual(60);
  });

  it('has a field no person comes upon, and sends what a program put there', async () => {
    const { user, inputsOf } = await renderVisitorApp({ answers: OFFERED });
    await waitFor(() => expect(trap()).not.toBeNull());
    const field = trap();
    expect(field).toHaveAttribute('tabindex', '-1');
    expect(field).toHaveAttribute('autocomplete', 'off');
    expect(field?.closest('[aria-hidden="true"]')).not.toBeNull();
    expect(screen.queryByRole('textbox', { name: /website/i })).toBeNull();
    await fillIn(user);
    if (field) field.value = 'https://cheap.example/';
    await sendAsGuest(user);
    expect(inputsOf('addGuestReferral')[0]?.body?.website).toBe('https://cheap.example/');
  });

  it('sends none with the referral of someone signed in', async () => {
    const { user, inputsOf } = await renderVisitorApp({ role: 'MANAGER', answers: OFFERED });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    const [{ body } = {}] = inputsOf('addReferral');
    expect(Object.keys(body ?? {}).toSorted()).toEqual(KEYS);
  });
});

describe('on any other server', () => {
  it('there is no such field, and a guest’s referral has the keys of the specification alone', async () => {
    const { user, inputsOf } = await renderVisitorApp();
    await fillIn(user);
    expect(trap()).toBeNull();
    await sendAsGuest(user);
    const [{ body } = {}] = inputsOf('addGuestReferral');
    expect(Object.keys(body ?? {}).toSorted()).toEqual(KEYS);
  });
});
