/** How the one who files asks to learn what comes of it, and what a guest gets to look the referral up later. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../contract/constants';
import { stubMetaWithout, THIRD_PARTY_BACKEND } from '../../tests/support/ourServer';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { ApiError } from '../api/ApiError';

const ANSWER = { detail: 'ok', tracking_id: 'R-0000-0001', code: 'K7QM-3XHP-9TRW-2DVB' };

async function openStep2(answers: VisitorAnswers = {}, role?: Role) {
  const app = await renderVisitorApp({
    answers: { addGuestReferral: () => ANSWER, ...answers },
    ...(role && { role }),
  });
  const [what, where] = screen.getAllByRole('combobox');
  if (!what || !where) throw new Error('The form has no comboboxes');
  await app.user.click(what);
  await app.user.click(await screen.findByRole('option', { name: 'Alcohol-related' }));
  await app.user.click(where);
  await app.user.click(await screen.findByRole('option', { name: /Northside/ }));
  await app.user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByLabelText('Notes');
  const send = async () => {
    await app.user.click(screen.getByRole('button', { name: 'Finish' }));
    await app.user.click(await screen.findByRole('button', { name: /^Continue/ }));
  };
  return { ...app, send };
}

it('a guest gives a name, and sees reference and code on the receipt', async () => {
  const { user, inputsOf, send } = await openStep2();
  await user.type(await screen.findByLabelText(/^Your name/), 'Carmen Sample');
  await send();
  const receipt = within(await screen.findByRole('region', { name: 'We received your referral' }));
  const codes = within(
    await receipt.findByRole('region', { name: 'Keep this to ask about it later' }),
  );
  expect(codes.getByText(ANSWER.tracking_id)).toBeVisible();
  expect(codes.getByText(ANSWER.code)).toBeVisible();
  expect(await codes.findByRole('img', { name: /^Opens the look-up page/ })).toBeVisible();
  expect(receipt.queryByText('Tracking ID')).toBeNull();
  expect(inputsOf('addGuestReferral')[0]?.body).toMatchObject({ guest_name: 'Carmen Sample' });
  for (const text of [document.title, window.location.href])
    expect(text).not.toContain(ANSWER.code);
});

it('is there again after a look at another page, until the next referral', async () => {
  const { user, send } = await openStep2();
  await send();
  await screen.findByText(ANSWER.code);
  await user.click(screen.getByRole('link', { name: 'Look up a referral' }));
  await screen.findByRole('heading', { level: 1, name: 'Look up a referral' });
  expect(screen.queryByText(ANSWER.code)).toBeNull();
  act(() => window.history.back());
  expect(await screen.findByText(ANSWER.code)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Refer another person' }));
  await user.click(screen.getByRole('link', { name: 'Look up a referral' }));
  await screen.findByRole('heading', { level: 1, name: 'Look up a referral' });
  act(() => window.history.back());
  await screen.findByRole('button', { name: 'Next' });
  expect(screen.queryByText(ANSWER.code)).toBeNull();
});

it('asks before a page with a code is left', async () => {
  const { send } = await openStep2();
  await send();
  await screen.findByText(ANSWER.code);
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});

it('sends no name that was not given', async () => {
  const { inputsOf, send } = await openStep2();
  await send();
  await screen.findByText(ANSWER.code);
  expect(inputsOf('addGuestReferral')[0]?.body).not.toHaveProperty('guest_name');
});

it.each([
  ['an older version of ours', stubMetaWithout('lookUp')],
  ['a third-party backend', THIRD_PARTY_BACKEND],
])('%s asks for no name, and its receipt has no code', async (_name, answers) => {
  const { inputsOf, send } = await openStep2({
    ...answers,
    addGuestReferral: () => ({ detail: 'ok' }),
  });
  await waitFor(() => expect(inputsOf('meta')).toHaveLength(1));
  expect(screen.queryByLabelText(/^Your name/)).toBeNull();
  await send();
  await screen.findByRole('region', { name: 'We received your referral' });
  expect(screen.queryByText('Code')).toBeNull();
});

describe('an account', () => {
  const LABEL = 'Ask the person if I may know';
  const readsAs = (is_inside: boolean): VisitorAnswers => ({
    getReader: () => ({ is_inside, filed: 0 }),
    addReferral: () => ({ _id: 'r1', tracking_id: ANSWER.tracking_id }),
  });

  it('outside of the program asks by a tick', async () => {
    const { user, inputsOf } = await openStep2(readsAs(false), 'MANAGER');
    await user.click(await screen.findByLabelText(LABEL));
    expect(screen.queryByLabelText(/^Your name/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    await waitFor(() => expect(inputsOf('addReferral')).toHaveLength(1));
    expect(inputsOf('addReferral')[0]?.body).toMatchObject({ ask_consent: true });
    expect(inputsOf('addReferral')[0]?.body).not.toHaveProperty('guest_name');
  });

  it('sends nothing of it without the tick', async () => {
    const { user, inputsOf } = await openStep2(readsAs(false), 'MANAGER');
    await screen.findByLabelText(LABEL);
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    await waitFor(() => expect(inputsOf('addReferral')).toHaveLength(1));
    expect(inputsOf('addReferral')[0]?.body).not.toHaveProperty('ask_consent');
  });

  it('inside of it reads the referral, and is not asked', async () => {
    const { inputsOf } = await openStep2(readsAs(true), 'MANAGER');
    await waitFor(() => expect(inputsOf('getReader')).toHaveLength(1));
    expect(screen.queryByLabelText(LABEL)).toBeNull();
  });

  it('is not asked if the server cannot say how they read', async () => {
    const getReader = () => {
      throw new ApiError('network');
    };
    const { inputsOf } = await openStep2({ ...readsAs(false), getReader }, 'MANAGER');
    await waitFor(() => expect(inputsOf('getReader')).toHaveLength(1));
    expect(screen.queryByLabelText(LABEL)).toBeNull();
  });

  it.each([
    ['an older version of ours', stubMetaWithout('consents')],
    ['a third-party backend', THIRD_PARTY_BACKEND],
  ])('is not asked by %s', async (_name, answers) => {
    const { inputsOf } = await openStep2({ ...readsAs(false), ...answers }, 'MANAGER');
    await waitFor(() => expect(inputsOf('meta')).toHaveLength(1));
    expect(screen.queryByLabelText(LABEL)).toBeNull();
    expect(inputsOf('getReader')).toEqual([]);
  });
});
