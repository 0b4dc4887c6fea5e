/** Whose login it is, in the record, and the copy that was asked for. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Login } from '../../../../contract/entities/ownReferral';
import { recordAnswers } from '../../../../tests/support/historyFixtures';
import { stubMetaWithout } from '../../../../tests/support/ourServer';
import {
  type Answers,
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';

async function open(
  login: Login,
  answers: Answers = {},
  role: 'SUPERUSER' | 'MANAGER' = 'SUPERUSER',
) {
  const referral = makeReferral({ has_account: true, dob: '2020-01-01' });
  const app = await renderStaffApp({
    role,
    answers: {
      ...stubReferralList(() => [referral]),
      ...recordAnswers,
      getLogin: () => login,
      ...answers,
    },
  });
  await app.user.click(within(await findTable()).getByRole('link', { name: /^Robin/ }));
  return { ...app, dialog: within(await screen.findByRole('dialog')) };
}
const holds = (holder: 'person' | 'guardian' | null, has_stopped = false): Login => ({
  login: { holder, has_stopped },
  copies: [],
});

it.each([
  [holds(null), /^Nobody has said whose login this is/, 'Say whose it is'],
  [holds('person'), "It is the person's.", 'Change whose it is'],
  [holds('guardian'), /^It is a parent's or guardian's\./, 'Change whose it is'],
  [holds('guardian', true), /^It was a parent's or guardian's, and has stopped/, null],
])('says whose it is: %j', async (login, text, button) => {
  const { dialog } = await open(login);
  expect(await dialog.findByText(text)).toBeVisible();
  const buttons = dialog.queryAllByRole('button', { name: /whose it is$/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(button ? [button] : []);
});

it('is decided by a choice', async () => {
  const { user, dialog, inputsOf } = await open(holds(null), {
    setLoginHolder: () => ({ detail: 'ok' }),
  });
  await user.click(await dialog.findByRole('button', { name: 'Say whose it is' }));
  const question = within(await screen.findByRole('dialog', { name: 'Whose login it is' }));
  await user.selectOptions(question.getByLabelText('Whose login is it?'), 'guardian');
  await user.click(question.getByRole('button', { name: 'Save' }));
  expect(await question.findByText('Saved. It counts at once.')).toBeVisible();
  expect(inputsOf('setLoginHolder')).toMatchObject([{ body: { id: 'r1', holder: 'guardian' } }]);
});

it('is decided by super users only', async () => {
  const { dialog } = await open(holds(null), {}, 'MANAGER');
  expect(await dialog.findByText(/^Nobody has said whose login this is/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Say whose it is' })).toBeNull();
});

it('shows that a copy was asked for, until it was given', async () => {
  let answered_at: string | null = null;
  const { user, dialog, inputsOf } = await open(holds('person'), {
    getLogin: () => ({
      ...holds('person'),
      copies: [{ id: 'k1', asked_at: '2026-11-26T18:00:00.000Z', answered_at }],
    }),
    answerCopyRequest: () => {
      answered_at = '2026-11-27T18:00:00.000Z';
      return { detail: 'ok' };
    },
  });
  expect(await dialog.findByText(/^Asked for a copy of everything on Nov\s26/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'The copy was given' }));
  expect(await dialog.findByText(/^A copy of everything was given on Nov\s27/)).toBeVisible();
  expect(inputsOf('answerCopyRequest')).toMatchObject([{ body: { id: 'r1' } }]);
});

it.each([
  ['on a server without it', stubMetaWithout('ownReferral')],
  [
    'for a referral without a login',
    stubReferralList(() => [makeReferral({ has_account: false })]),
  ],
])('is not read %s', async (_where, answers) => {
  const { dialog, inputsOf } = await open(holds('person'), answers);
  // It is read after the consents would be.
  expect(await dialog.findByRole('heading', { name: 'Who may know' })).toBeVisible();
  expect(inputsOf('getLogin')).toEqual([]);
});

it('prints the copy without the names of other people, in place of the usual sheet', async () => {
  const printed: (string | null)[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    const sheets = document.querySelectorAll('article.paper-only');
    printed.push(...Array.from(sheets, ({ textContent }) => textContent));
    window.dispatchEvent(new Event('afterprint'));
  });
  const copies = [{ id: 'k1', asked_at: '2026-11-26T18:00:00.000Z', answered_at: null }];
  const { user, dialog } = await open({ ...holds('person'), copies });
  expect((await dialog.findAllByText('Noa Lindqvist')).length).toBeGreaterThan(0);
  await user.click(await dialog.findByRole('button', { name: 'Print the copy' }));
  await waitFor(() => expect(printed).toHaveLength(1));
  expect(printed[0]).toContain('Copy for the person, Nov');
  expect(printed[0]).toContain('Robin');
  expect(printed[0]).toContain('(name left out)');
  expect(printed[0]).toContain('Received from a guest');
  for (const other of ['Lindqvist', 'Rivera', 'Whitfield']) expect(printed[0]).not.toContain(other);
  await waitFor(() => expect(document.querySelector('article.paper-only')).toBeNull());
});
