/** Contact attempts and days to call back, in the record, the row and after a phone's own call. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addBusinessDays } from '../../../../contract/businessDays';
import { dayIn } from '../../../../contract/calendar';
import type { Contact } from '../../../../contract/entities/contactState';
import { makeEvent, makeHistory, recordAnswers } from '../../../../tests/support/historyFixtures';
import {
  KEYED,
  stubMetaWithout,
  stubThirdPartyList,
  WITHOUT_RETRIES,
} from '../../../../tests/support/ourServer';
import { setDesktopWidth, setPhoneWidth } from '../../../../tests/support/screenWidth';
import {
  type Answers,
  findTable,
  makeReferral,
  NO_CONTACT,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';
import { ApiError } from '../../../api/ApiError';
import { setTimeZone } from '../../../i18n/providerTime';

const ZONE = 'America/Los_Angeles';
/** A Tuesday afternoon, far from midnight. */
const NOW = new Date('2026-12-01T15:12:00-08:00');
const today = dayIn(ZONE, NOW);
const tomorrow = addBusinessDays(today, 1, new Set());
const CONTACT: Contact = { ...NO_CONTACT, is_ours: false };
const makeAttempt = (id: string, outcome: string, hoursAgo = 0) => ({
  id,
  at: new Date(NOW.getTime() - hoursAgo * 3_600_000).toISOString(),
  channel: 'call',
  whom: 'person',
  outcome,
});
const referralWith = (contact: Partial<Contact> = {}, changes: object = {}) =>
  makeReferral({
    version: 1,
    entry_date: NOW.toISOString(),
    contact: { ...CONTACT, ...contact },
    ...changes,
  });
const answerOf = (outcome: string, changes: object = {}) => ({
  attempt: makeAttempt('a9', outcome),
  undo_until: new Date(NOW.getTime() + 10_000).toISOString(),
  follow_up: { on: tomorrow, at: null },
  others: [],
  ...changes,
});
const NO_ANSWER = () => {
  throw new ApiError('network');
};

type Options = Parameters<typeof renderStaffApp>[0];
async function openRecord(referral = referralWith(), answers: Answers = {}, options: Options = {}) {
  const app = await renderStaffApp({
    path: '/admin/r1',
    ...options,
    answers: {
      ...stubReferralList([referral]),
      ...recordAnswers,
      addContactAttempt: ({ body }) => answerOf((body as { outcome: string }).outcome),
      setFollowUp: () => ({ previous: null }),
      ...answers,
    },
  });
  const element = await screen.findByRole('dialog', {
    name: /^(Referral Status for|Estado de la remisión de): /,
  });
  return { ...app, dialog: within(element) };
}
const panelOf = async (dialog: ReturnType<typeof within>) =>
  within(await dialog.findByRole('region', { name: /^(After the contact|Después del contacto)$/ }));
const silent = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  setTimeZone(ZONE);
});
afterEach(() => {
  vi.useRealTimers();
  setTimeZone('');
});

it('saves an attempt by one tap, says so where it was tapped, and sets the next day', async () => {
  const { user, dialog, inputsOf } = await openRecord();
  const panel = await panelOf(dialog);
  expect(panel.getByText('No attempt yet')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'No answer' }));
  const saved = await panel.findByText('No answer: saved.');
  expect(saved.parentElement).toHaveFocus();
  expect(saved.parentElement).toHaveTextContent(/Call back on \w+, \w+ \d+$/);
  expect(inputsOf('addContactAttempt')).toEqual([
    { body: { id: 'r1', channel: 'call', whom: 'person', outcome: 'noAnswer' }, headers: KEYED },
  ]);
  expect(panel.getByText(/^1 attempt, last today: No answer$/)).toBeVisible();
  await waitFor(() => expect(inputsOf('getHistory').length).toBeGreaterThan(1));
});

it('takes an attempt back by Undo', async () => {
  const { user, dialog, inputsOf } = await openRecord();
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'Left voicemail' }));
  await user.click(await panel.findByRole('button', { name: 'Undo' }));
  expect(await panel.findByText(/^Undone\./)).toBeVisible();
  expect(inputsOf('strikeContactAttempt')).toEqual([{ body: { id: 'a9' } }]);
  expect(panel.getByText('No attempt yet')).toBeVisible();
  expect(panel.getByLabelText('How')).toHaveFocus();
});

it('says why an undo is refused', async () => {
  silent();
  const detail = 'Somebody else has saved an attempt since. Nothing was undone.';
  const { user, dialog } = await openRecord(referralWith(), {
    strikeContactAttempt: () => {
      throw new ApiError('status', { status: 409, detail });
    },
  });
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'No answer' }));
  await user.click(await panel.findByRole('button', { name: 'Undo' }));
  const alert = await panel.findByRole('alert');
  expect(alert).toHaveTextContent('It was not undone.Somebody else has saved an attempt since.');
});

it('sends channel, whom and note, and keeps them when it was not saved', async () => {
  silent();
  const addContactAttempt = vi
    .fn<() => unknown>()
    .mockImplementationOnce(NO_ANSWER)
    .mockImplementation(() => answerOf('sent'));
  const { user, dialog, inputsOf } = await openRecord(referralWith(), {
    ...WITHOUT_RETRIES,
    addContactAttempt,
  });
  const panel = await panelOf(dialog);
  await user.selectOptions(panel.getByLabelText('How'), 'Text');
  await user.selectOptions(panel.getByLabelText('With whom'), 'A parent or guardian');
  await user.click(panel.getByText('Note or time'));
  await user.type(panel.getByLabelText('Note on this contact'), 'Asked to call');
  await user.click(panel.getByRole('button', { name: 'Sent' }));
  expect(await panel.findByText('It was not saved.')).toBeVisible();
  expect(panel.getByRole('button', { name: 'Sent' })).toHaveAttribute('aria-pressed', 'true');
  expect(panel.getByLabelText('Note on this contact')).toHaveValue('Asked to call');
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await panel.findByText('Sent: saved.')).toBeVisible();
  expect(inputsOf('addContactAttempt')[1]?.body).toEqual({
    id: 'r1',
    channel: 'text',
    whom: 'parent',
    outcome: 'sent',
    note: 'Asked to call',
  });
});

it('flags a refused time at its field', async () => {
  silent();
  const { user, dialog } = await openRecord(referralWith(), {
    addContactAttempt: () => {
      throw new ApiError('status', { status: 422, locations: [['body', 'at']], types: [''] });
    },
  });
  const panel = await panelOf(dialog);
  await user.click(panel.getByText('Note or time'));
  const time = panel.getByLabelText('When it was, if not now');
  fireEvent.change(time, { target: { value: '2020-01-02T10:00' } });
  await user.click(panel.getByRole('button', { name: 'No answer' }));
  await waitFor(() => expect(time).toBeInvalid());
  expect(time).toHaveValue('2020-01-02T10:00');
  expect(time).toHaveAccessibleDescription(/^Choose a time from the day of entry/);
});

it("shows a colleague's attempt of the same time", async () => {
  const others = [
    { ...makeAttempt('a8', 'voicemail'), actor: { id: 'o9', fullname: 'Mo Torres' } },
  ];
  const { user, dialog } = await openRecord(referralWith(), {
    addContactAttempt: () => answerOf('noAnswer', { others }),
  });
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'No answer' }));
  expect(await panel.findByText('Mo Torres saved “Left voicemail” 1 minute ago')).toBeVisible();
});

it("shows a colleague's later attempt once the history is read again", async () => {
  // The ten seconds of Undo pass at once.
  const { setTimeout: wait } = globalThis;
  const soon = ((run: () => void, ms?: number) => wait(run, ms === 1_000 ? 0 : ms)) as typeof wait;
  const attemptOf = (id: string, name: string, minutes: number, struck: object | null = null) =>
    makeEvent({
      id,
      kind: 'attempt',
      actor: { id: name, fullname: name },
      attempt: {
        ...ATTEMPT,
        saved_at: new Date(NOW.getTime() + minutes * 60_000).toISOString(),
        struck: struck as typeof ATTEMPT.struck,
      },
    });
  let isSince = false;
  const since = [
    attemptOf('a12', 'Mo Torres', 1, { at: NOW.toISOString(), actor: null, reason: null }),
    attemptOf('a11', 'Ana Diaz', 1),
    attemptOf('a10', 'Dana Whitfield', 1),
  ];
  const before = [attemptOf('a9', 'Dana Whitfield', 0), attemptOf('a7', 'Noa Lindqvist', -60)];
  const { user, dialog } = await openRecord(referralWith(), {
    getHistory: () => makeHistory({ events: isSince ? [...since, ...before] : before }),
  });
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'No answer' }));
  await panel.findByText('No answer: saved.');
  expect(panel.queryByText(/minutes? ago$/)).toBeNull();
  isSince = true;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(soon);
  expect(
    await panel.findByText('Ana Diaz saved “Left voicemail” 1 minute ago', {}, { timeout: 3_000 }),
  ).toBeVisible();
  expect(panel.getAllByText(/minutes? ago$/)).toHaveLength(1);
  expect(panel.queryByRole('button', { name: 'Undo' })).toBeNull();
});

const OTHERS_DAY = { on: '2026-12-03', at: '15:30' };

it.each([
  ['by name', 'Mo Torres', /Mo Torres had set Thu, Dec 3, 3:30\sPM\.$/],
  ['without a name', null, /Someone else had set Thu, Dec 3, 3:30\sPM\.$/],
])('an attempt says whose day it replaced, %s', async (_how, by, expected) => {
  const { user, dialog } = await openRecord(referralWith(), {
    addContactAttempt: () => answerOf('noAnswer', { replaced: { ...OTHERS_DAY, by } }),
  });
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'No answer' }));
  const saved = await panel.findByText('No answer: saved.');
  expect(saved.parentElement).toHaveTextContent(expected);
});

it('an attempt does not repeat a day that was on the screen', async () => {
  const follow_up = { ...OTHERS_DAY, by: { id: 'o9', fullname: 'Mo Torres' } };
  const { user, dialog } = await openRecord(referralWith({ follow_up }), {
    addContactAttempt: () => answerOf('noAnswer', { replaced: { ...OTHERS_DAY, by: 'Mo Torres' } }),
  });
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'No answer' }));
  await panel.findByText('No answer: saved.');
  expect(panel.queryByText(/had set/)).toBeNull();
});

it('an attempt to somebody else says that it changes nothing about the next call', async () => {
  const { user, dialog } = await openRecord(referralWith(), {
    addContactAttempt: () => ({
      ...answerOf('sent', { follow_up: null }),
      attempt: { ...makeAttempt('a9', 'sent'), whom: 'referrer' },
    }),
  });
  const panel = await panelOf(dialog);
  await user.selectOptions(panel.getByLabelText('With whom'), 'Who referred');
  await user.click(panel.getByRole('button', { name: 'Sent' }));
  const saved = (await panel.findByText('Sent: saved.')).parentElement;
  expect(saved).toHaveTextContent('Sent: saved. It changes nothing about the next call.');
});

it('says that no voicemail is wanted, and lets it be saved', async () => {
  const { dialog } = await openRecord(referralWith({}, { may_voicemail: false }));
  const panel = await panelOf(dialog);
  expect(panel.getByRole('button', { name: 'Left voicemail Asked not to' })).toBeEnabled();
});

it.each([
  [
    'noAnswer',
    'No answer',
    /^3 attempts, nobody reached\. Set the status to “More Info Needed”\?$/,
  ],
  ['wantsServices', 'Wants services', 'Set the status to “Processed”?'],
  ['declines', 'Declines', 'Set the status to “Declined Services”?'],
] as const)('offers a status after %s', async (_outcome, button, text) => {
  const attempts = [makeAttempt('a1', 'noAnswer', 50), makeAttempt('a2', 'voicemail', 25)];
  const { user, dialog, inputsOf } = await openRecord(referralWith({ attempts }));
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: button }));
  expect(await panel.findByText(text)).toBeVisible();
  if (button === 'Declines') {
    await user.click(panel.getByRole('button', { name: 'Set status' }));
    expect(inputsOf('saveReferral')).toEqual([]);
    await user.click(panel.getAllByRole('radio')[0] as HTMLElement);
  }
  await user.click(panel.getByRole('button', { name: 'Set status' }));
  expect(await panel.findByText(/^The status is now “/)).toHaveFocus();
  const status = text.toString().match(/“(.*)”/)?.[1];
  expect(inputsOf('saveReferral')[0]?.body).toMatchObject({ id: 'r1', status });
});

it('sets another day after an attempt, by one tap', async () => {
  const { user, dialog, inputsOf } = await openRecord();
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'Not now' }));
  await user.click(await panel.findByRole('button', { name: /^In 2 weeks/ }));
  expect(await panel.findByText(/^Saved\. Call back on/)).toBeVisible();
  expect(inputsOf('setFollowUp')).toMatchObject([{ body: { id: 'r1' } }]);
});

/** Saves 'Not now' and chooses 'In 1 month' for it. */
async function chooseMonth({ user, dialog }: Awaited<ReturnType<typeof openRecord>>) {
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'Not now' }));
  await user.click(await panel.findByRole('button', { name: /^In 1 month/ }));
  await panel.findByText(/^Saved\. Call back on/);
}

it('sends a chosen day with a closing status, not with an open one', async () => {
  const app = await openRecord(referralWith({ attempts: [makeAttempt('a1', 'sent', 1)] }));
  const { user, dialog, inputsOf } = app;
  await chooseMonth(app);
  const status = dialog.getByLabelText('Referral Status');
  await user.selectOptions(status, 'More Info Needed');
  await user.selectOptions(status, 'Processed');
  expect(dialog.queryByText(/is removed\.$/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  await waitFor(() => expect(inputsOf('saveReferral')).toHaveLength(1));
  const [day] = inputsOf('setFollowUp');
  expect(inputsOf('saveReferral')[0]?.body).toEqual({
    id: 'r1',
    status: 'Processed',
    follow_up: (day?.body as { follow_up: object } | undefined)?.follow_up,
  });
});

it('sends no day with a status that leaves it open', async () => {
  const app = await openRecord(referralWith({ attempts: [makeAttempt('a1', 'sent', 1)] }));
  await chooseMonth(app);
  await app.user.selectOptions(app.dialog.getByLabelText('Referral Status'), 'More Info Needed');
  await app.user.click(app.dialog.getByRole('button', { name: 'Update Referral' }));
  await waitFor(() => expect(app.inputsOf('saveReferral')).toHaveLength(1));
  expect(app.inputsOf('saveReferral')[0]?.body).toEqual({ id: 'r1', status: 'More Info Needed' });
});

it('sends a chosen day with the status that an outcome offers', async () => {
  const { user, dialog, inputsOf } = await openRecord();
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'Wants services' }));
  expect(await panel.findByText('The call back on Wed, Dec 2 is removed.')).toBeVisible();
  await user.click(panel.getByRole('button', { name: /^Next week/ }));
  await waitFor(() => expect(panel.queryByText(/is removed\.$/)).toBeNull());
  await user.click(panel.getByRole('button', { name: 'Set status' }));
  await panel.findByText(/^The status is now “/);
  expect(inputsOf('saveReferral')[0]?.body).toEqual({
    id: 'r1',
    status: 'Processed',
    follow_up: { on: '2026-12-08' },
  });
});

it('says beside a closing status that it removes a day that was not chosen', async () => {
  const follow_up = { on: tomorrow, at: '15:30', by: null };
  const attempts = [makeAttempt('a1', 'noAnswer', 1)];
  const { user, dialog, inputsOf } = await openRecord(referralWith({ attempts, follow_up }));
  const status = dialog.getByLabelText('Referral Status');
  await user.selectOptions(status, 'Processed');
  expect(
    await dialog.findByText(/^The call back on Wed, Dec 2, 3:30\sPM is removed\.$/),
  ).toBeVisible();
  // Brought back, it is no day that was chosen for later.
  await user.click((await panelOf(dialog)).getByRole('button', { name: 'Bring back' }));
  expect(await dialog.findByText('The call back on Tue, Dec 1 is removed.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  await waitFor(() => expect(inputsOf('saveReferral')).toHaveLength(1));
  expect(inputsOf('saveReferral')[0]?.body).toEqual({ id: 'r1', status: 'Processed' });
});

it.each([
  ['another hour', { on: tomorrow, at: '09:00' }, /Before, it was Wed, Dec 2, 9:00\sAM\.$/],
  ['the same', { on: tomorrow, at: '15:30' }, /^Saved\. Call back on Tue, Dec 8\.$/],
])('says which day it replaced that was not on the screen: %s', async (_which, previous, text) => {
  const follow_up = { on: tomorrow, at: '15:30', by: null };
  const attempts = [makeAttempt('a1', 'noAnswer', 1)];
  const { user, dialog } = await openRecord(referralWith({ attempts, follow_up }), {
    setFollowUp: () => ({ previous }),
  });
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'Call back' }));
  await user.click(panel.getByRole('button', { name: /^Next week/ }));
  expect(await panel.findByText(text)).toBeVisible();
});

it("'Bring back' says which day it replaced that was not on the screen", async () => {
  const follow_up = { on: tomorrow, at: null, by: null };
  const { user, dialog } = await openRecord(referralWith({ follow_up }), {
    setFollowUp: () => ({ previous: OTHERS_DAY }),
  });
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'Bring back' }));
  expect(await panel.findByText(/^Before, it was Thu, Dec 3, 3:30\sPM\.$/)).toBeVisible();
});

it('asks why a day is past the standard of somebody never called', async () => {
  const { user, dialog, inputsOf } = await openRecord();
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'Call back' }));
  await user.click(panel.getByRole('button', { name: /^Next week/ }));
  const why = panel.getByLabelText('Why so late?');
  expect(why).toHaveFocus();
  await user.click(panel.getByRole('button', { name: 'Set this day' }));
  expect(why).toBeInvalid();
  await user.type(why, '\u200b');
  await user.click(panel.getByRole('button', { name: 'Set this day' }));
  expect(why).toBeInvalid();
  await user.clear(why);
  await user.type(why, 'Abroad');
  await user.click(panel.getByRole('button', { name: 'Set this day' }));
  expect(await panel.findByText(/^Saved\. Call back on/)).toBeVisible();
  expect(inputsOf('setFollowUp')).toMatchObject([{ body: { id: 'r1', because: 'Abroad' } }]);
});

it('keeps what was typed when the server refuses a day', async () => {
  silent();
  const { user, dialog } = await openRecord(
    referralWith({ attempts: [makeAttempt('a1', 'sent')] }),
    {
      setFollowUp: () => {
        throw new ApiError('status', {
          status: 422,
          locations: [['body', 'because']],
          types: [''],
        });
      },
    },
  );
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'Call back' }));
  await user.click(panel.getByRole('button', { name: /^Next week/ }));
  expect(await panel.findByLabelText('Why so late?')).toBeInvalid();
});

it('brings a resting referral back, and says who had set its day', async () => {
  const by = { id: 'o9', fullname: 'Mo Torres' };
  const attempts = [makeAttempt('a1', 'noAnswer', 1)];
  const referral = referralWith({ attempts, follow_up: { on: tomorrow, at: '15:30', by } });
  const { user, dialog, inputsOf } = await openRecord(referral);
  const panel = await panelOf(dialog);
  expect(panel.getByText('Set by Mo Torres')).toBeVisible();
  expect(panel.getByText(/^Call back on .*3:30 PM$/)).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Bring back' }));
  expect(await panel.findByText(/^Due since .*: call back$/)).toHaveFocus();
  expect(inputsOf('setFollowUp')).toEqual([{ body: { id: 'r1', follow_up: { on: today } } }]);
});

it('offers no call back only with a closed status', async () => {
  const follow_up = { on: tomorrow, at: null, by: null };
  const { user, dialog, inputsOf } = await openRecord(
    referralWith({ follow_up }, { status: 'Processed' }),
  );
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'Call back' }));
  await user.click(panel.getByRole('button', { name: 'No call back' }));
  expect(await panel.findByText('Saved. No call back.')).toBeVisible();
  expect(inputsOf('setFollowUp')).toEqual([{ body: { id: 'r1', follow_up: null } }]);
});

it('saves why a parent was not called', async () => {
  const { user, dialog, inputsOf } = await openRecord(referralWith({}, { dob: '2015-03-09' }));
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'Parent or guardian not called' }));
  await user.keyboard('Asked us not to{Enter}');
  expect(await panel.findByText('Saved in the history.')).toBeVisible();
  expect(inputsOf('addParentNotContacted')).toMatchObject([
    { body: { id: 'r1', because: 'Asked us not to' } },
  ]);
});

it('a manager acts where the site is ours, without an offer to set a status', async () => {
  const { user, dialog } = await openRecord(
    referralWith({ is_ours: true }),
    {},
    { role: 'MANAGER' },
  );
  const panel = await panelOf(dialog);
  await user.click(panel.getByRole('button', { name: 'Wants services' }));
  expect(await panel.findByText('Wants services: saved.')).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Set status' })).toBeNull();
  expect(dialog.getByLabelText('Add a note')).toBeVisible();
});

it.each([
  ['a manager elsewhere', {}, referralWith(), 'MANAGER'],
  ['an older version of ours', stubMetaWithout('contact'), referralWith(), 'SUPERUSER'],
  ['a third-party backend', stubThirdPartyList([makeReferral()]), makeReferral(), 'SUPERUSER'],
] as const)('shows nothing to %s', async (_who, answers, referral, role) => {
  const { dialog, inputsOf } = await openRecord(referral, answers, { role });
  await dialog.findByRole('link', { name: '(555) 010-2030' });
  await waitFor(() => expect(inputsOf('meta').length).toBeGreaterThan(0));
  for (const name of ['No answer', 'Bring back', 'Log a call', 'Entered by mistake']) {
    expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
  }
});

const ATTEMPT = {
  channel: 'call',
  whom: 'parent',
  outcome: 'voicemail',
  saved_at: '2020-11-21T15:40:00Z',
  follow_up: '2020-11-23 15:30',
  struck: null,
};

it('counts the attempts since the last reopening, to those who count', async () => {
  const reopened_at = new Date(Date.now() - 3_600_000).toISOString();
  const before = makeAttempt('a1', 'noAnswer', 2);
  const other = { ...makeAttempt('a2', 'sent'), whom: 'referrer' };
  const { dialog } = await openRecord(referralWith({ reopened_at, attempts: [before, other] }));
  const panel = await panelOf(dialog);
  expect(panel.getByText('No attempt since it was reopened')).toBeVisible();
});

it('the history has attempts in words, folds struck ones, and shows unknown outcomes', async () => {
  const struck = { at: '2020-11-21T15:41:00Z', actor: null, reason: 'Wrong person' };
  const events = [
    makeEvent({ id: 'h1', kind: 'attempt', attempt: ATTEMPT, text: 'Said hello' }),
    makeEvent({ id: 'h2', kind: 'attempt', attempt: { ...ATTEMPT, outcome: 'faxed', struck } }),
    makeEvent({
      id: 'h3',
      kind: 'followUp',
      text: 'Abroad',
      changes: [{ field: 'follow_up', from: null, to: '2020-11-24' }],
    }),
    makeEvent({ id: 'h4', kind: 'parentNotContacted', text: 'Asked us not to' }),
  ];
  const { dialog } = await openRecord(referralWith(), {
    getHistory: () => makeHistory({ events }),
  });
  const list = await dialog.findByRole('region', { name: 'History' });
  await waitFor(() =>
    expect(list).toHaveTextContent('Left voicemail · A parent or guardian · Call'),
  );
  expect(list).toHaveTextContent(/Said hello.*Call back on Mon, Nov 23, 3:30 PM/);
  expect(within(list).getByText('Entered by mistake: Wrong person')).toBeVisible();
  expect(within(list).getByText('faxed')).not.toBeVisible();
  expect(list).toHaveTextContent(/Call back: Tue, Nov 24.*Abroad/);
  expect(list).toHaveTextContent(/Parent or guardian not called, because:.*Asked us not to/);
});

it('an attempt of the history is struck with a reason', async () => {
  const events = [makeEvent({ id: 'h1', kind: 'attempt', attempt: ATTEMPT })];
  const { user, dialog, inputsOf } = await openRecord(referralWith(), {
    getHistory: () => makeHistory({ events }),
  });
  await user.click(await dialog.findByRole('button', { name: 'Entered by mistake' }));
  const question = within(await screen.findByRole('dialog', { name: 'Entered by mistake' }));
  await user.click(question.getByRole('button', { name: 'Entered by mistake' }));
  expect(question.getByLabelText('What was wrong?')).toBeInvalid();
  await user.type(question.getByLabelText('What was wrong?'), 'Wrong person');
  await user.click(question.getByRole('button', { name: 'Entered by mistake' }));
  await waitFor(() =>
    expect(inputsOf('strikeContactAttempt')).toEqual([
      { body: { id: 'h1', reason: 'Wrong person' } },
    ]),
  );
});

const THREE = [
  makeAttempt('a1', 'noAnswer', 72),
  makeAttempt('a2', 'noAnswer', 48),
  makeAttempt('a3', 'voicemail', 0),
];

it('a row of the table says how many attempts there are, and opens the outcomes', async () => {
  const { user, inputsOf } = await renderStaffApp({
    answers: {
      ...stubReferralList([
        referralWith({ attempts: THREE, follow_up: { on: tomorrow, at: null, by: null } }),
      ]),
      addContactAttempt: () => answerOf('noAnswer'),
    },
  });
  const table = within(await findTable());
  const button = await table.findByRole('button', { name: /^Log a call/ });
  expect(button).toHaveTextContent(
    /^Log a call: 3 attempts, voicemail today · rests until \w+, \w+ \d+$/,
  );
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: /^How did the call to Robin/ }));
  await user.click(await dialog.findByRole('button', { name: 'No answer' }));
  expect(await dialog.findByText('No answer: saved.')).toBeVisible();
  expect(inputsOf('addContactAttempt')).toHaveLength(1);
});

it('a closed status that is set over the list offers no call back for the day that it kept', async () => {
  const referral = referralWith();
  const { user, inputsOf } = await renderStaffApp({
    answers: {
      ...stubReferralList([referral]),
      addContactAttempt: () => answerOf('wantsServices'),
      setFollowUp: () => ({ previous: null }),
      saveReferral: ({ body }) => {
        const { status, follow_up } = body as { status: 'Processed'; follow_up: { on: string } };
        const day = { on: follow_up.on, at: null, by: null };
        Object.assign(referral, { status, version: 2, contact: { ...CONTACT, follow_up: day } });
        return { detail: 'ok' };
      },
    },
  });
  const table = within(await findTable());
  await user.click(await table.findByRole('button', { name: /^Log a call/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^How did the call to Robin/ }));
  await user.click(await dialog.findByRole('button', { name: 'Wants services' }));
  await user.click(await dialog.findByRole('button', { name: /^Next week/ }));
  await dialog.findByText(/^Saved\. Call back on/);
  expect(dialog.queryByRole('button', { name: 'No call back' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Set status' }));
  await user.click(await dialog.findByRole('button', { name: 'No call back' }));
  expect(await dialog.findByText('Saved. No call back.')).toBeVisible();
  expect(inputsOf('setFollowUp').at(-1)?.body).toEqual({ id: 'r1', follow_up: null });
});

/** A server whose answers to attempts the test gives later. */
function waitingServer(answers: Answers = {}) {
  const settle: ((answer: () => unknown) => void)[] = [];
  return {
    settle: async (at: number, answer: () => unknown) => act(async () => settle[at]?.(answer)),
    answers: {
      ...stubReferralList([referralWith({ attempts: THREE })]),
      ...answers,
      addContactAttempt: () =>
        new Promise((resolve, reject) => {
          settle.push((answer) => {
            try {
              resolve(answer());
            } catch (error) {
              reject(error);
            }
          });
        }),
    },
  };
}

/** Whether the browser asks before the page is closed. */
const isAsked = () => {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
};

it('a row says that an attempt is not saved yet while its dialog is closed', async () => {
  const { answers, settle } = waitingServer();
  const { user, inputsOf } = await renderStaffApp({ answers });
  const table = within(await findTable());
  const button = await table.findByRole('button', { name: /^Log a call/ });
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: /^How did the call to Robin/ }));
  await user.click(await dialog.findByRole('button', { name: 'No answer' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  const name = within(table.getByRole('rowheader', { name: /Robin/ }));
  expect(await name.findByText('Not saved yet')).toBeVisible();
  expect(isAsked()).toBe(true);

  // Opened again, it goes on with the same, and sends nothing twice.
  await user.click(button);
  const again = within(await screen.findByRole('dialog', { name: /^How did the call to Robin/ }));
  const tapped = await again.findByRole('button', { name: 'No answer' });
  expect(tapped).toHaveAttribute('aria-pressed', 'true');
  await user.click(again.getByRole('button', { name: 'Left voicemail' }));
  await user.click(again.getByRole('button', { name: 'Close' }));
  await settle(0, () => answerOf('noAnswer'));
  await waitFor(() => expect(name.queryByText('Not saved yet')).toBeNull());
  expect(isAsked()).toBe(false);
  expect(inputsOf('addContactAttempt')).toHaveLength(1);
});

it('a row says that an attempt was not saved, until it is saved or given up', async () => {
  silent();
  setPhoneWidth();
  const { answers, settle } = waitingServer(WITHOUT_RETRIES);
  const { user } = await renderStaffApp({ answers });
  const call = await screen.findByRole('link', { name: 'Call Robin Harper' });
  call.addEventListener('click', (event) => event.preventDefault());
  const row = call.closest<HTMLElement>('[data-row]') as HTMLElement;
  const ask = async () => {
    await user.click(call);
    return within(await screen.findByRole('dialog', { name: /^How did the call to Robin/ }));
  };
  const first = await ask();
  await user.click(await first.findByRole('button', { name: 'No answer' }));
  await user.click(first.getByRole('button', { name: 'I did not call' }));
  await settle(0, NO_ANSWER);
  expect(await within(row).findByText('Not saved: log it again')).toBeVisible();
  expect(isAsked()).toBe(true);
  const second = await ask();
  expect(await second.findByText('It was not saved.')).toBeVisible();
  await user.click(second.getByRole('button', { name: 'Try again' }));
  await settle(1, NO_ANSWER);
  await user.click(await second.findByRole('button', { name: 'Do not save it' }));
  expect(second.queryByText('It was not saved.')).toBeNull();
  expect(second.getByText('Another way or person, a note or time')).toHaveFocus();
  await user.click(second.getByRole('button', { name: 'I did not call' }));
  expect(within(row).queryByText('Not saved: log it again')).toBeNull();
  expect(isAsked()).toBe(false);
});

it('the browser asks on every page while an attempt was not saved', async () => {
  silent();
  setDesktopWidth();
  const { answers, settle } = waitingServer(WITHOUT_RETRIES);
  const { user } = await renderStaffApp({ answers });
  const table = within(await findTable());
  await user.click(await table.findByRole('button', { name: /^Log a call/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^How did the call to Robin/ }));
  await user.click(await dialog.findByRole('button', { name: 'No answer' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await settle(0, NO_ANSWER);
  const menu = within(screen.getByRole('navigation', { name: 'Staff menu' }));
  const links = menu.getAllByRole('link');
  const profile = links.find((link) => link.getAttribute('href') === '/profile');
  await user.click(profile as HTMLElement);
  expect(await screen.findByLabelText('Your Name')).toBeVisible();
  expect(isAsked()).toBe(true);
});

it('a row of a phone offers to log a call without calling, also without a number to dial', async () => {
  setPhoneWidth();
  const { user } = await renderStaffApp({
    answers: stubReferralList([referralWith({}, { contact_number: 'ask the school' })]),
  });
  await user.click(await screen.findByRole('button', { name: 'More actions for Robin Harper' }));
  expect(screen.queryByRole('link', { name: /^Call Robin/ })).toBeNull();
  await user.click(await screen.findByRole('button', { name: /^Log a call/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^How did the call to Robin/ }));
  expect(await dialog.findByRole('button', { name: 'They called us' })).toBeVisible();
  expect(sessionStorage.getItem('call')).toBeNull();
});

const comeBack = () =>
  act(async () => {
    document.dispatchEvent(new Event('visibilitychange'));
  });

it('asks with the call what came of it, without a name in storage', async () => {
  setPhoneWidth();
  const answers = {
    ...stubReferralList([referralWith({ attempts: THREE })]),
    addContactAttempt: () => answerOf('noAnswer'),
  };
  const { user } = await renderStaffApp({ answers });
  const call = await screen.findByRole('link', { name: 'Call Robin Harper' });
  expect(call.closest('[data-row]')).toHaveTextContent('3 attempts, voicemail today · Northside');
  call.addEventListener('click', (event) => event.preventDefault());
  await user.click(call);
  expect(Object.keys(JSON.parse(sessionStorage.getItem('call') ?? '{}') as object)).toEqual([
    'id',
    'at',
  ]);
  const sheet = within(await screen.findByRole('dialog', { name: /^How did the call to Robin/ }));
  await comeBack();
  await user.click(await sheet.findByRole('button', { name: 'No answer' }));
  expect(await sheet.findByText('No answer: saved.')).toBeVisible();
  expect(sessionStorage.getItem('call')).toBeNull();
});

it('asks again on a page that was thrown away, not after two hours, nor after a no', async () => {
  const answers = stubReferralList([referralWith()]);
  const minutes = (count: number) => Date.now() - count * 60_000;
  sessionStorage.setItem('call', JSON.stringify({ id: 'r1', at: minutes(119) }));
  const { user } = await renderStaffApp({ answers });
  const sheet = await screen.findByRole('dialog', { name: /^How did the call to Robin/ });
  await user.click(within(sheet).getByRole('button', { name: 'I did not call' }));
  await waitFor(() => expect(sheet).not.toBeInTheDocument());
  expect(sessionStorage.getItem('call')).toBeNull();
  sessionStorage.setItem('call', JSON.stringify({ id: 'r1', at: minutes(121) }));
  await comeBack();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sessionStorage.getItem('call')).toBeNull();
});

it.each([
  ['at once on a phone', setPhoneWidth, true],
  ['after the return where the outcomes are in sight', setDesktopWidth, false],
] as const)('the number in the record asks %s', async (_when, setWidth, isAtOnce) => {
  setWidth();
  const { user, dialog } = await openRecord();
  const number = await dialog.findByRole('link', { name: '(555) 010-2030' });
  number.addEventListener('click', (event) => event.preventDefault());
  await user.click(number);
  const name = /^How did the call to Robin/;
  if (!isAtOnce) {
    expect(sessionStorage.getItem('call')).not.toBeNull();
    expect(screen.queryByRole('dialog', { name })).toBeNull();
    await comeBack();
  }
  const question = within(await screen.findByRole('dialog', { name }));
  await user.click(await question.findByRole('button', { name: 'No answer' }));
  expect(await question.findByText('No answer: saved.')).toBeVisible();
});

it('forgets the call at sign-out', async () => {
  setPhoneWidth();
  const { user, session } = await renderStaffApp({ answers: stubReferralList([referralWith()]) });
  const call = await screen.findByRole('link', { name: 'Call Robin Harper' });
  call.addEventListener('click', (event) => event.preventDefault());
  await user.click(call);
  act(() => session.signOut());
  expect(sessionStorage.getItem('call')).toBeNull();
});

it('is in Spanish', async () => {
  const { dialog } = await openRecord(referralWith(), {}, { language: 'es' });
  const panel = await panelOf(dialog);
  for (const name of ['No contestó', 'Mensaje de voz', 'Recado con alguien', 'Número equivocado']) {
    expect(panel.getByRole('button', { name })).toBeEnabled();
  }
});
