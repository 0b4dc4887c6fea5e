/** What the holder of a receipt may learn, and that nothing of it outlasts the page. */
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { account as spanish } from '../../contract/languages/es.json';
import { STATEMENT_2 } from '../../contract/statements';
import { stubMetaWithout, THIRD_PARTY_BACKEND } from '../../tests/support/ourServer';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { ApiError, parseErrorResponse } from '../api/ApiError';
import { stashUrlFragment } from './urlFragment';

const REFERENCE = 'R-7Q4F-9K2D';
const CODE = 'K7QM-3XHP-9TRW-2DVB';
const CALL_US = { result: 'answer' as const, sentence: 'callUs', consent: null };
const NO_MATCH = { result: 'noMatch' as const, sentence: null, consent: null };
const BY_CONSENT = {
  result: 'answer' as const,
  sentence: 'notTalked',
  consent: { level: 'reached', signed_on: '2026-11-25', last_day: '2027-11-25' },
};

type Options = Omit<NonNullable<Parameters<typeof renderVisitorApp>[0]>, 'path' | 'answers'>;

const open = (answers: VisitorAnswers = {}, options: Options = {}) =>
  renderVisitorApp({ ...options, path: '/track', answers });

const input = (name: string) => screen.getByRole('textbox', { name });

async function lookUp(answers: VisitorAnswers, options?: Options) {
  const app = await open(answers, options);
  await screen.findByRole('heading', { level: 1, name: 'Look up a referral' });
  await app.user.type(input('Reference'), REFERENCE);
  await app.user.type(input('Code'), CODE);
  await app.user.type(input('Year the person was born'), '2009');
  const send = () => app.user.click(screen.getByRole('button', { name: 'Look up' }));
  await send();
  return { ...app, send };
}

it('sends the three, and shows the answer in place of the form, without a name in the title', async () => {
  const { user, inputsOf } = await lookUp({ lookUp: () => CALL_US });
  const words = await screen.findByText('Received. Please call us.');
  await waitFor(() => expect(words.parentElement).toHaveFocus());
  expect(screen.queryByText(STATEMENT_2)).toBeNull();
  expect(inputsOf('lookUp')).toEqual([
    { body: { reference: REFERENCE, code: CODE, birth_year: '2009' } },
  ]);
  expect(document.title).toBe('Referral Desk');
  await user.click(screen.getByRole('button', { name: 'Look up another' }));
  for (const name of ['Reference', 'Code', 'Year the person was born'])
    expect(input(name)).toHaveValue('');
  await waitFor(() => expect(input('Reference')).toHaveFocus());
});

it('says by which consent it says more, and the law', async () => {
  await lookUp({ lookUp: () => BY_CONSENT });
  expect(await screen.findByText(/We have not talked with .?the person.? yet/)).toBeVisible();
  expect(screen.getByText(/agreed on Nov(ember)? 25, 2026 to: .*\. Until Nov/)).toBeVisible();
  expect(screen.getByText(STATEMENT_2)).toBeVisible();
});

it('shows a sentence that only a newer server knows as the one that says nothing', async () => {
  await lookUp({ lookUp: () => ({ ...CALL_US, sentence: 'fromTheFuture' }) });
  expect(await screen.findByText('Received. Please call us.')).toBeVisible();
});

it.each([
  [NO_MATCH, /^These three do not match/],
  [{ ...NO_MATCH, result: 'fromTheFuture' as never }, /^These three do not match/],
  [{ ...NO_MATCH, result: 'tooManyTries' as const }, /^Too many tries/],
])('says why there is no answer, and keeps what was typed (%o)', async (result, text) => {
  await lookUp({ lookUp: () => result });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(text);
  await waitFor(() => expect(alert).toHaveFocus());
  expect(input('Code')).toHaveValue(CODE);
});

it('marks a year that the server refuses', async () => {
  await lookUp({
    lookUp: () => {
      throw parseErrorResponse(422, { detail: [{ loc: ['body', 'birth_year'] }] });
    },
  });
  await waitFor(() =>
    expect(input('Year the person was born')).toHaveAccessibleDescription(
      'Enter the year of birth with four digits, such as 2009',
    ),
  );
});

it('loses nothing without a connection, and can be sent again', async () => {
  let isOnline = false;
  const { send } = await lookUp({
    lookUp: () => {
      if (!isOnline) throw new ApiError('network');
      return CALL_US;
    },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not look it up.');
  expect(input('Code')).toHaveValue(CODE);
  isOnline = true;
  await send();
  expect(await screen.findByText('Received. Please call us.')).toBeVisible();
});

it('takes a scanned receipt out of the address, at the start and while the page is open', async () => {
  window.history.replaceState(null, '', `/track#${REFERENCE}.${CODE}`);
  stashUrlFragment();
  expect(window.location.href).toMatch(/\/track$/);
  await open();
  await waitFor(() => expect(input('Code')).toHaveValue(CODE));
  expect(input('Reference')).toHaveValue(REFERENCE);
  act(() => {
    window.history.replaceState(null, '', '/track#R-0000-0001.0000-0000-0000-0001');
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
  await waitFor(() => expect(input('Reference')).toHaveValue('R-0000-0001'));
  expect(window.location.href).toMatch(/\/track$/);
});

it('takes it out of an address that is written in another way', () => {
  window.history.replaceState(null, '', `/Track/#${REFERENCE}.${CODE}`);
  stashUrlFragment();
  expect(window.location.href).toMatch(/\/Track\/$/);
  window.history.replaceState(null, '', `/other#${CODE}`);
  stashUrlFragment();
  expect(window.location.hash).toBe(`#${CODE}`);
});

it('is empty once it was left, and after another visit', async () => {
  await lookUp({ lookUp: () => NO_MATCH });
  await screen.findByRole('alert');
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(input('Code')).toHaveValue(''));
  expect(input('Reference')).toHaveValue('');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('has the words of the other language', async () => {
  await open({}, { language: 'es' });
  expect(await screen.findByRole('heading', { name: spanish.lookUp.title })).toBeVisible();
});

it.each([
  ['an older version of ours', stubMetaWithout('lookUp')],
  ['a third-party backend', THIRD_PARTY_BACKEND],
])('%s has no such page', async (_name, answers) => {
  await open(answers);
  expect(await screen.findByRole('heading', { name: /not found/i })).toBeVisible();
  expect(screen.queryByLabelText('Code')).toBeNull();
});
