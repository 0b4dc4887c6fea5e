/** Spam signals of a guest's referral: sent only to a server that offers to take them, and only for guests. */
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { THIRD_PARTY_BACKEND, WITHOUT_RETRIES } from '../../tests/support/ourServer';
import { renderVisitorApp } from '../../tests/support/visitorApp';
import { ApiError } from '../api/ApiError';

/** The keys of the specification (section 7). */
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

const honeypot = () => document.querySelector<HTMLInputElement>('[name="website"]');

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

/** Advances the page's clock by these milliseconds. */
function advanceClock(milliseconds: number) {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
}

describe('on our server', () => {
  it('sends the whole seconds since the first input, and the empty honeypot', async () => {
    const { user, inputsOf } = await renderVisitorApp();
    await fillIn(user);
    advanceClock(75_000);
    await sendAsGuest(user);
    const [{ body } = {}] = inputsOf('addGuestReferral');
    expect(body?.website).toBe('');
    expect(Number.isInteger(body?.filled_in)).toBe(true);
    expect(body?.filled_in).toBeGreaterThanOrEqual(75);
    expect(Object.keys(body ?? {}).toSorted()).toEqual(
      [...KEYS, 'filled_in', 'website'].toSorted(),
    );
  });

  it('counts from the first input across a retry and a visit to another page', async () => {
    let attempts = 0;
    const addGuestReferral = () => {
      attempts += 1;
      if (attempts === 1) throw new ApiError('network');
    };
    const { user, inputsOf } = await renderVisitorApp({
      answers: { ...WITHOUT_RETRIES, addGuestReferral },
    });
    await fillIn(user);
    advanceClock(60_000);
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

  it('has a field that people cannot reach, and sends what a bot enters', async () => {
    const { user, inputsOf } = await renderVisitorApp();
    await waitFor(() => expect(honeypot()).not.toBeNull());
    const field = honeypot();
    expect(field).toHaveAttribute('tabindex', '-1');
    expect(field).toHaveAttribute('autocomplete', 'off');
    expect(field?.closest('[aria-hidden="true"]')).not.toBeNull();
    expect(screen.queryByRole('textbox', { name: /website/i })).toBeNull();
    await fillIn(user);
    if (field) field.value = 'https://cheap.example/';
    await sendAsGuest(user);
    expect(inputsOf('addGuestReferral')[0]?.body?.website).toBe('https://cheap.example/');
  });

  it('sends none with the referral of a signed-in person', async () => {
    const { user, inputsOf } = await renderVisitorApp({ role: 'MANAGER' });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    const [{ body } = {}] = inputsOf('addReferral');
    expect(Object.keys(body ?? {}).toSorted()).toEqual(KEYS);
  });
});

describe('with a third-party backend', () => {
  it('has no honeypot, and sends only the keys of the specification', async () => {
    const { user, inputsOf } = await renderVisitorApp({ answers: THIRD_PARTY_BACKEND });
    await fillIn(user);
    expect(honeypot()).toBeNull();
    await sendAsGuest(user);
    const [{ body } = {}] = inputsOf('addGuestReferral');
    expect(Object.keys(body ?? {}).toSorted()).toEqual(KEYS);
  });
});
