/** The own referral on the profile of its person. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OwnReferral } from '../../../contract/entities/ownReferral';
import { makeFiled } from '../../../tests/support/makeFiled';
import { makeOwn, makeOwnConsent } from '../../../tests/support/makeOwn';
import { stubMetaWithout, THIRD_PARTY_BACKEND } from '../../../tests/support/ourServer';
import { type Answers, renderStaffApp } from '../../../tests/support/staffApp';

const open = (own: OwnReferral | null, answers: Answers = {}, language?: 'es') =>
  renderStaffApp({
    role: 'REFERRAL',
    path: '/profile',
    supportPhone: '(555) 010-0142',
    ...(language && { language }),
    answers: { getOwnReferral: () => ({ referral: own }), ...answers },
  });
const findCard = async (name = 'Your referral') =>
  within(await screen.findByRole('region', { name }));

it('shows what was filed as it stands, how we reach the person, and the attempts', async () => {
  const attempts = [
    { at: '2026-11-26T18:00:00.000Z', channel: 'call', whom: 'person', outcome: 'wantsServices' },
    { at: '2026-11-25T18:00:00.000Z', channel: 'call', whom: 'parent', outcome: 'wantsServices' },
  ];
  await open(makeOwn({ attempts }));
  const card = await findCard();
  expect(await card.findByText('We received your referral.')).toBeVisible();
  for (const text of ['Ana Harper', 'R-ABCD-1234', 'Mesa High', 'After 3 PM', 'Spanish', 'Pending'])
    expect(card.getByText(text)).toBeVisible();
  const rows = card.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^Nov\s26,\s2026 · Call · We talked\. You want services\.$/),
    expect.stringMatching(/^Nov\s25,\s2026 · Call to a parent or guardian · We talked$/),
  ]);
});

it.each([
  ['Processed', 'Your referral is closed. You can call us any time.'],
  ['Declined Services', 'Your referral is closed. You can call us any time.'],
] as const)('says of a referral that is %s that it is closed', async (status, text) => {
  await open(makeOwn({ status, is_closed: true }));
  const card = await findCard();
  expect(await card.findByText(text)).toBeVisible();
});

it("shows the specification's message for 'More Info Needed'", async () => {
  await open(makeOwn({ status: 'More Info Needed' }));
  const card = await findCard();
  expect(await card.findByText(/^More information is needed/)).toBeVisible();
});

it('stops a consent by one button, whose name says whose it is', async () => {
  const [one, other] = [
    makeOwnConsent(),
    makeOwnConsent({ id: 'c2', recipient: { kind: 'person', name: 'Lucía' }, sentence: 'talked' }),
  ];
  let consents = [one, other];
  const { user, inputsOf } = await open(null, {
    getOwnReferral: () => ({ referral: makeOwn({ consents }) }),
    stopOwnConsent: () => {
      consents = [other];
      return { detail: 'ok' };
    },
  });
  const card = await findCard();
  await user.click(await card.findByRole('button', { name: 'Stop this for Noah Wilekins' }));
  expect(await card.findByText('Stopped. It counts at once.')).toBeVisible();
  await waitFor(() => expect(card.queryByText('Noah Wilekins')).toBeNull());
  expect(card.getByRole('button', { name: 'Stop this for Lucía' })).toBeVisible();
  expect(inputsOf('stopOwnConsent')).toEqual([
    expect.objectContaining({ body: { consent: one.id } }),
  ]);
});

it('says which consent has no effect, and quotes nothing of it', async () => {
  const asked = makeOwnConsent({ state: 'asked', signed_on: null, sentence: 'callUs' });
  await open(makeOwn({ consents: [asked] }));
  const card = await findCard();
  expect(await card.findByText('Asked for. It has no effect until it is signed.')).toBeVisible();
  expect(card.getByRole('button', { name: 'Say no for Noah Wilekins' })).toBeVisible();
  expect(card.queryByText('Hears now:')).toBeNull();
});

it('says who learned what, in the words that they heard', async () => {
  const at = '2026-11-26T18:00:00.000Z';
  const entry = { recipient: 'Noah', sentence: 'talked', channel: 'page', times: 1 };
  await open(makeOwn({ told: [{ ...entry, first_at: at, last_at: at }] }));
  const card = await findCard();
  expect(await card.findByText('Noah: “We have talked with Ana.”')).toBeVisible();
});

it('asks for a copy once', async () => {
  let copy: OwnReferral['copy'] = null;
  const { user, inputsOf } = await open(null, {
    getOwnReferral: () => ({ referral: makeOwn({ copy }) }),
    askForCopy: () => {
      copy = { asked_at: '2026-11-26T18:00:00.000Z', answered_at: null };
      return { detail: 'ok' };
    },
  });
  const card = await findCard();
  await user.click(await card.findByRole('button', { name: 'Ask for a copy of everything' }));
  expect(await card.findByText(/^You asked for a copy on Nov\s26,\s2026/)).toBeVisible();
  expect(card.queryByRole('button', { name: /copy/ })).toBeNull();
  expect(inputsOf('askForCopy')).toHaveLength(1);
});

it('reads it in Spanish', async () => {
  await open(makeOwn(), {}, 'es');
  const card = await findCard('Su remisión');
  expect(await card.findByText('Recibimos su remisión.')).toBeVisible();
});

it('lists below it what the person filed for others', async () => {
  await open(makeOwn(), {
    getReader: () => ({ is_inside: false, filed: 1 }),
    listFiled: () => ({ items: [makeFiled()], total: 1, pages: 1 }),
  });
  const part = await findCard('Referrals you filed');
  expect(await part.findByText('Received. Please call us.')).toBeVisible();
});

it('shows the profile as it was while nobody has said whose login it is', async () => {
  const { inputsOf } = await open(null);
  await screen.findByRole('heading', { name: 'Personal Information' });
  await waitFor(() => expect(inputsOf('getOwnReferral')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your referral' })).toBeNull());
});

it.each([
  ['a server that is not ours', THIRD_PARTY_BACKEND],
  ['a server without it', stubMetaWithout('ownReferral')],
])('asks for nothing of %s', async (_what, answers) => {
  const { inputsOf } = await open(null, answers);
  await screen.findByRole('heading', { name: 'Personal Information' });
  expect(inputsOf('getOwnReferral')).toEqual([]);
});

it('asks staff for nothing', async () => {
  const { inputsOf } = await renderStaffApp({ role: 'MANAGER', path: '/profile' });
  await screen.findByRole('heading', { name: 'Personal Information' });
  expect(inputsOf('getOwnReferral')).toEqual([]);
});
