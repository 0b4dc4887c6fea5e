/** Idempotent submission on the screens, against the real server: a double click or a lost response adds one record. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, inject, it, vi } from 'vitest';
import { ApiError } from '../../src/api/ApiError';
import type { Send } from '../../src/api/middleware';
import {
  storeSession,
  chooseSubstanceAndSite,
  fillFields,
  findDialog,
  findHeading,
  findText,
  WAIT_OPTIONS,
  renderApp,
  findStoredReferrals,
  personFields,
  REFERRAL_ADDED,
} from '../support/renderApp';
import { PASSWORD } from '../support/fixtures';

const NO_ANSWER = /^The server is not responding\./;

beforeEach(() => window.localStorage.clear());

/** The server handles each request, but the first `times` responses to the call `to` are lost. */
function loseResponses(to: string, times: number) {
  const keys: (string | undefined)[] = [];
  const through =
    (send: Send): Send =>
    async (call) => {
      const response = await send(call);
      if (call.name !== to) return response;
      keys.push(call.request.headers?.['Idempotency-Key']);
      if (keys.length <= times) throw new ApiError('network');
      return response;
    };
  return { keys, through };
}

it('a double click on "Finish" files one referral', async () => {
  await storeSession('manager');
  const { user } = await renderApp('/');
  await chooseSubstanceAndSite(user, 'Own School');
  await fillFields(user, personFields('Double-Click'));
  await user.dblClick(screen.getByRole('button', { name: 'Finish' }));
  await findText(REFERRAL_ADDED);
  expect(await findStoredReferrals('Double-Click')).toHaveLength(1);
});

it('retries a guest’s referral automatically when the response is lost twice, and stores it once', async () => {
  const { keys, through } = loseResponses('addGuestReferral', 2);
  const { user } = await renderApp('/', through);
  await chooseSubstanceAndSite(user, 'Own School');
  await fillFields(user, personFields('Lost-Answer'));
  // A form completed too fast is held.
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  await user.click(within(await findDialog()).getByRole('button', { name: 'Continue as guest' }));
  expect(await findText(NO_ANSWER)).toBeVisible();
  await findText(REFERRAL_ADDED);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(await findStoredReferrals('Lost-Answer')).toHaveLength(1);
});

it('retries a referral that the server is still processing until it is done', async () => {
  let conflicts = 0;
  const through =
    (send: Send): Send =>
    async (call) => {
      if (call.name !== 'addReferral' || conflicts === 2) return send(call);
      conflicts += 1;
      const header = (name: string) => (name === 'retry-after' ? '1' : undefined);
      return { status: 409, data: { detail: 'Still under way' }, header };
    };
  await storeSession('manager');
  const { user } = await renderApp('/', through);
  await chooseSubstanceAndSite(user, 'Own School');
  await fillFields(user, personFields('Under-Way'));
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  await findText(REFERRAL_ADDED);
  expect(conflicts).toBe(2);
  expect(await findStoredReferrals('Under-Way')).toHaveLength(1);
});

it('retries a registration whose response is lost, and succeeds', async () => {
  const { keys, through } = loseResponses('register', 1);
  const { user } = await renderApp('/register', through);
  await findHeading('Register');
  await fillFields(user, {
    Fullname: 'Lost Registration',
    Email: 'lost.registration@example.org',
    Password: PASSWORD,
    'Confirm Password': PASSWORD,
  });
  await user.click(screen.getByLabelText('Select Your Sites'));
  await user.click(await screen.findByRole('option', { name: /Own School/ }, WAIT_OPTIONS));
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(await findText(NO_ANSWER)).toBeVisible();
  await findText(/^Successfully created account\./);
  expect(new Set(keys).size).toBe(1);
});

it('adds a site whose response is lost, instead of reporting the name as taken', async () => {
  const { keys, through } = loseResponses('addSite', 1);
  await storeSession('superuser');
  const { user } = await renderApp('/admin', through);
  await user.click(await screen.findByRole('button', { name: 'Add Site' }, WAIT_OPTIONS));
  const dialog = within(await findDialog());
  await user.type(await dialog.findByLabelText('Site Name'), 'Lost Answer School');
  await user.click(dialog.getByRole('button', { name: 'Add Site' }));
  await findText('Successfully added new site.');
  expect(keys).toHaveLength(2);
  const sites = await (await fetch(`${inject('flowFixtures').apiUrl}/sites/all`)).json();
  const named = (sites as { name: string }[]).filter(({ name }) => name === 'Lost Answer School');
  await waitFor(() => expect(named).toHaveLength(1));
});
