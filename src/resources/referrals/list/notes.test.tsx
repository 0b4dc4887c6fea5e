/** How many notes a row has, and the viewer that shows them. */
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Referral } from '../../../../contract/entities/referral';
import { makeEvent, makeHistory } from '../../../../tests/support/historyFixtures';
import { stubMetaWithout, stubThirdPartyList } from '../../../../tests/support/ourServer';
import {
  type Answers,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import { ApiError } from '../../../api/ApiError';
import type { Language } from '../../../i18n/languages';

const NOTES = [
  makeEvent({ id: 'n2', kind: 'note', text: 'Called back.\nNo answer.', at: '2026-11-22T18:00:00Z' }),
  makeEvent({ id: 's1', kind: 'status', at: '2026-11-21T19:00:00Z' }),
  makeEvent({ id: 'n1', kind: 'note', text: 'Left a message.', at: '2026-11-21T18:00:00Z' }),
]; // prettier-ignore

async function openNotes(changes: Partial<Referral>, answers: Answers = {}, language?: Language) {
  const app = await renderStaffApp({
    language,
    answers: {
      ...stubReferralList([makeReferral(changes)]),
      getHistory: () => makeHistory({ events: NOTES }),
      ...answers,
    },
  });
  const button = await screen.findByRole('button', { name: /^(See Notes|Ver notas)/ });
  await app.user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: /Robin Harper/ }));
  return { ...app, button, dialog };
}

it.each([
  ['en', 3, 'See Notes (3) Robin Harper'],
  ['en', 1, 'See Notes (1) Robin Harper'],
  ['en', 0, 'See Notes Robin Harper'],
  ['en', undefined, 'See Notes Robin Harper'],
  ['es', 3, 'Ver notas (3) Robin Harper'],
  ['es', 0, 'Ver notas Robin Harper'],
] as const)('in %s, with %s notes, the button is %j', async (language, note_count, name) => {
  const { button } = await openNotes({ note_count }, {}, language);
  expect(button).toHaveAccessibleName(name);
});

it('shows the intake note at once and the dated ones once they are loaded, the oldest first', async () => {
  let answer = (_history: unknown): void => undefined;
  const history = new Promise((resolve) => {
    answer = resolve;
  });
  const { dialog, inputsOf } = await openNotes(
    { notes: 'Prefers mornings.', note_count: 3 },
    { getHistory: () => history },
  );
  expect(dialog.getByText('Prefers mornings.')).toBeVisible();
  expect(dialog.getByRole('heading', { name: 'Intake note' })).toBeVisible();
  expect(dialog.queryByRole('listitem')).toBeNull();
  answer(makeHistory({ events: NOTES }));
  const items = await dialog.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
    expect.stringMatching(/^Nov 21, .+ · by Noa LindqvistLeft a message\.$/),
    expect.stringMatching(/^Nov 22, .+ · by Noa LindqvistCalled back\. No answer\.$/),
  ]);
  expect(inputsOf('getHistory')).toEqual([{ params: { id: 'r1' } }]);
});

it('shows dated notes alone where there is no intake note', async () => {
  const { dialog } = await openNotes({ notes: null, note_count: 2 });
  expect(await dialog.findByText('Left a message.')).toBeVisible();
  expect(dialog.queryByRole('heading', { name: 'Intake note' })).toBeNull();
  expect(dialog.queryByText('There is no note for this referral.')).toBeNull();
});

it('says that they could not be loaded, keeps the intake note, and tries again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const getHistory = vi.fn<() => unknown>(() => {
    throw new ApiError('status', { status: 403 });
  });
  const { user, dialog } = await openNotes({ notes: 'Mornings.', note_count: 2 }, { getHistory });
  expect(await dialog.findByText('The dated notes could not be loaded.')).toBeVisible();
  expect(dialog.getByText('Mornings.')).toBeVisible();
  getHistory.mockImplementation(() => makeHistory({ events: NOTES }));
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('Left a message.')).toBeVisible();
  expect(dialog.queryByText('The dated notes could not be loaded.')).toBeNull();
});

it.each([
  ['no note', { notes: null, note_count: 0 }, {}],
  ['the intake note alone', { notes: 'Mornings.', note_count: 1 }, {}],
  ['no history', { notes: 'Mornings.', note_count: 3 }, stubMetaWithout('history')],
  ['no numbers', { notes: 'Mornings.' }, stubThirdPartyList([makeReferral({ notes: 'Mornings.' })])],
] as const)('with %s, reads no record and shows the intake note alone', async (_, changes, answers) => {
  const { dialog, inputsOf } = await openNotes(changes, answers);
  expect(dialog.getByText(changes.notes ?? 'There is no note for this referral.')).toBeVisible();
  expect(dialog.queryByRole('heading', { name: 'Dated notes' })).toBeNull();
  expect(inputsOf('getHistory')).toEqual([]);
}); // prettier-ignore
