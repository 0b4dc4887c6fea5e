import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { step2 as spanish } from '../../contract/languages/es.json';
import { stubMetaWithout, THIRD_PARTY_BACKEND } from '../../tests/support/ourServer';
import { renderVisitorApp, type VisitorAnswers } from '../../tests/support/visitorApp';
import { ApiError, parseErrorResponse } from '../api/ApiError';

const SUCCESS = 'Successfully added referral, the page will refresh.';
const REACH = {
  preferred_language: 'es',
  may_voicemail: false,
  may_text: true,
  reach_note: 'After 3 PM. An aunt may answer.',
};
const ADDED: VisitorAnswers = {
  addGuestReferral: () => ({ detail: 'ok' }),
  addReferral: () => ({ _id: 'r1', tracking_id: 'R-ABCD-1234' }),
};

type Options = Parameters<typeof renderVisitorApp>[0] & { site?: RegExp };

/** Opens the form at step 2, in either language. */
async function openStep2({ site = /Northside/, ...options }: Options = {}) {
  const app = await renderVisitorApp({ ...options, answers: { ...ADDED, ...options.answers } });
  const { user } = app;
  const [what, where] = screen.getAllByRole('combobox');
  if (!what || !where) throw new Error('The form has no comboboxes');
  await user.click(what);
  await user.click(await screen.findByRole('option', { name: /^(Alcohol-related|.*alcohol)$/ }));
  await user.click(where);
  await user.click(await screen.findByRole('option', { name: site }));
  await goOn(user);
  return app;
}
const goOn = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: /^(Next|Siguiente)$/ }));

const findGroup = async () =>
  within(await screen.findByRole('group', { name: /^How can we call safely\?/ }));
const choiceOf = (question: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: question })).getByRole('radio', { name });

async function answer(user: UserEvent) {
  await findGroup();
  await user.click(choiceOf('Language of the person', 'Spanish'));
  await user.click(choiceOf('May we leave a voicemail?', 'No'));
  await user.click(choiceOf('May we send a text?', 'Yes'));
  await user.type(screen.getByLabelText('Best time, or anything we should know'), REACH.reach_note);
}

function expectAnswers() {
  expect(choiceOf('Language of the person', 'Spanish')).toBeChecked();
  expect(choiceOf('May we leave a voicemail?', 'No')).toBeChecked();
  expect(choiceOf('May we send a text?', 'Yes')).toBeChecked();
  expect(screen.getByLabelText('Best time, or anything we should know')).toHaveValue(
    REACH.reach_note,
  );
}

const finish = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Finish' }));
async function sendAsGuest(user: UserEvent) {
  await finish(user);
  await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
}

describe('a guest', () => {
  it('sends the answers, and the receipt shows none of them', async () => {
    const { user, inputsOf } = await openStep2();
    await answer(user);
    await sendAsGuest(user);
    const receipt = await screen.findByRole('region', { name: 'We received your referral' });
    expect(inputsOf('addGuestReferral')[0]?.body).toMatchObject(REACH);
    for (const text of ['Spanish', 'voicemail', 'aunt', '3 PM'])
      expect(receipt).not.toHaveTextContent(text);
    await waitFor(() => expect(receipt).toHaveFocus());
    // The next referral starts without the answers of the last one.
    await user.click(within(receipt).getByRole('button', { name: 'Refer another person' }));
    expect(document.body).not.toHaveTextContent('aunt');
  });

  it('need not answer, and can take every answer back: only answers are sent', async () => {
    const { user, inputsOf } = await openStep2();
    const group = await findGroup();
    expect(group.getByText('Optional', { selector: 'legend span' })).toBeVisible();
    const unknown = () => group.getAllByRole('radio', { name: 'I don’t know' });
    for (const choice of unknown()) expect(choice).toBeChecked();
    await user.click(choiceOf('May we leave a voicemail?', 'Yes, first name only'));
    await user.click(choiceOf('May we leave a voicemail?', 'I don’t know'));
    await user.click(choiceOf('May we send a text?', 'No'));
    await sendAsGuest(user);
    await screen.findByText(SUCCESS);
    const sent = inputsOf('addGuestReferral')[0]?.body ?? {};
    expect(Object.keys(sent).filter((field) => field in REACH)).toEqual(['may_text']);
    expect(sent).toMatchObject({ may_text: false });
  });

  it('keeps the answers in step 1, after a failure and in each retry', async () => {
    let isDown = true;
    const { user, inputsOf } = await openStep2({
      answers: {
        ...stubMetaWithout('idempotencyKeys'),
        addGuestReferral: () => {
          if (isDown) throw new ApiError('network');
          return { detail: 'ok' };
        },
      },
    });
    await answer(user);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await goOn(user);
    expectAnswers();
    await sendAsGuest(user);
    await screen.findByText('This referral was probably not sent.');
    expectAnswers();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(SUCCESS);
    const [first, second] = inputsOf('addGuestReferral');
    expect(first?.body).toMatchObject(REACH);
    expect(second).toEqual(first);
  });

  it('sees at each answer that it was refused, and keeps it', async () => {
    const detail = [
      { type: 'invalid_value', loc: ['body', 'may_voicemail'], msg: 'Invalid' },
      { type: 'too_big', loc: ['body', 'reach_note'], msg: 'Too long' },
    ];
    const { user } = await openStep2({
      answers: {
        addGuestReferral: () => {
          throw parseErrorResponse(422, { detail });
        },
      },
    });
    await answer(user);
    await sendAsGuest(user);
    const summary = within(
      await screen.findByRole('group', { name: 'Please check these 2 fields:' }),
    );
    const question = screen.getByRole('radiogroup', { name: 'May we leave a voicemail?' });
    expect(question).toHaveAttribute('aria-invalid', 'true');
    expect(question).toHaveAccessibleDescription(/^Please check this field: Invalid$/);
    await user.click(summary.getByRole('link', { name: /Invalid/ }));
    expect(question).toHaveFocus();
    const note = screen.getByLabelText('Best time, or anything we should know');
    expect(note).toHaveAccessibleDescription(/Use at most 200 characters/);
    expectAnswers();
  });

  it('sees how much of the note is left before it is too long', async () => {
    const { user } = await openStep2();
    await findGroup();
    const note = screen.getByLabelText('Best time, or anything we should know');
    await user.click(note);
    await user.paste('x'.repeat(150));
    expect(screen.queryByText(/of 200 characters/)).toBeNull();
    await user.paste('x'.repeat(51));
    expect(screen.getByText('201 of 200 characters')).toBeVisible();
  });

  it('is asked for a probation referral, too', async () => {
    const { user, inputsOf } = await openStep2({ site: /Probation/ });
    await answer(user);
    await sendAsGuest(user);
    await screen.findByText(SUCCESS);
    expect(inputsOf('addGuestReferral')[0]?.body).toMatchObject(REACH);
  });

  it('is asked in Spanish, also after the language was changed in step 2', async () => {
    const { user } = await openStep2();
    await answer(user);
    await user.click(screen.getByRole('button', { name: /Español/ }));
    const { reachForm } = spanish;
    expect(await screen.findByText(reachForm.title)).toBeVisible();
    expect(choiceOf(reachForm.language, reachForm.languages.es)).toBeChecked();
    expect(choiceOf(reachForm.voicemail, reachForm.no)).toBeChecked();
    expect(screen.getByLabelText(reachForm.note)).toHaveValue(REACH.reach_note);
  });
});

it('a signed-in person sends the answers', async () => {
  const { user, inputsOf } = await openStep2({ role: 'SITE_USER' });
  await answer(user);
  await finish(user);
  await screen.findByText(SUCCESS);
  expect(inputsOf('addReferral')[0]?.body).toMatchObject(REACH);
});

it.each([
  ['an older version of ours', stubMetaWithout('reach')],
  ['a third-party backend', THIRD_PARTY_BACKEND],
])('%s is neither asked nor sent anything', async (_name, answers) => {
  const { user, inputsOf } = await openStep2({ answers });
  await screen.findByLabelText('Notes');
  await waitFor(() => expect(inputsOf('meta')).toHaveLength(1));
  expect(screen.queryByText(/call safely/)).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  await sendAsGuest(user);
  await screen.findByText(SUCCESS);
  const sent = inputsOf('addGuestReferral')[0]?.body ?? {};
  expect(Object.keys(sent).filter((field) => field in REACH)).toEqual([]);
});
