/** What the holder of a receipt is offered beside an answer by consent. */
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { stubMetaWithout } from '../../tests/support/ourServer';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { parseErrorResponse } from '../api/ApiError';

const CONSENT = { level: 'reached', signed_on: '2026-11-20', last_day: '2027-01-09' };
const answered = (consent: typeof CONSENT | null = CONSENT): VisitorAnswers => ({
  lookUp: () => ({ result: 'answer', sentence: consent ? 'talked' : 'callUs', consent }),
});
const TYPED = { reference: 'R-0000-0001', code: 'K7QM-3XHP-9TRW-2DVB', birth_year: '2009' };

async function lookUp(answers: VisitorAnswers) {
  const app = await renderVisitorApp({ path: '/track', answers });
  await app.user.type(await screen.findByLabelText('Reference'), TYPED.reference);
  await app.user.type(screen.getByLabelText('Code'), TYPED.code);
  await app.user.type(screen.getByLabelText('Year the person was born'), TYPED.birth_year);
  await app.user.click(screen.getByRole('button', { name: 'Look up' }));
  await screen.findByRole('button', { name: 'Look up another' });
  const ask = async (email: string) => {
    const box = screen.getByLabelText('Your email address');
    await app.user.clear(box);
    if (email) await app.user.type(box, email);
    await app.user.click(screen.getByRole('button', { name: 'Email me' }));
  };
  return { ...app, ask };
}

describe('who looks a referral up', () => {
  it('can ask for an email, with what they typed, which says to confirm the address', async () => {
    const { ask, inputsOf } = await lookUp({
      ...answered(),
      askNews: () => ({ mailed: true }),
    });
    await ask(' carmen@example.org ');
    expect(await screen.findByText(/^We sent an email to this address/)).toBeVisible();
    expect(inputsOf('askNews')).toEqual([{ body: { ...TYPED, email: 'carmen@example.org' } }]);
    expect(screen.queryByLabelText('Your email address')).toBeNull();
  });

  it('reads that it is not possible any more, and which address is wrong', async () => {
    let isWrong = false;
    const { ask, inputsOf } = await lookUp({
      ...answered(),
      askNews: () => {
        if (isWrong) throw parseErrorResponse(422, { detail: [{ loc: ['body', 'email'] }] });
        return { mailed: false };
      },
    });
    await ask('');
    expect(await screen.findByText('Enter your email address')).toBeVisible();
    expect(inputsOf('askNews')).toEqual([]);
    await ask('carmen@example.org');
    expect(await screen.findByText(/^That is not possible now/)).toBeVisible();
    isWrong = true;
    await ask('carmen@example');
    expect(await screen.findByLabelText('Your email address')).toBeInvalid();
    expect(screen.queryByText(/^That is not possible now/)).toBeNull();
  });

  it.each([
    ['nobody agreed to more', answered(null)],
    ['the server sends no such emails', { ...answered(), ...stubMetaWithout('news') }],
  ])('cannot ask where %s', async (_case, answers) => {
    await lookUp(answers);
    expect(screen.queryByLabelText('Your email address')).toBeNull();
  });
});
