import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Role } from '../../../../../contract/constants';
import type { HistoryKind } from '../../../../../contract/staffConstants';
import { KEYED, stubThirdPartyList, WITHOUT_RETRIES } from '../../../../../tests/support/ourServer';
import {
  makeEvent,
  makeHistory,
  recordAnswers,
} from '../../../../../tests/support/historyFixtures';
import {
  type Answers,
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../../tests/support/staffApp';
import { ApiError } from '../../../../api/ApiError';
import type { Language } from '../../../../i18n/languages';

async function openRecord(answers: Answers = {}, role?: Role, language?: Language) {
  const app = await renderStaffApp({
    role,
    language,
    path: '/admin/r1',
    answers: { ...stubReferralList([makeReferral({ version: 3 })]), ...recordAnswers, ...answers },
  });
  const dialog = within(
    await screen.findByRole('dialog', { name: /^(Referral Status|Estado de la)/ }),
  );
  return { ...app, dialog };
}

const itemTexts = async () => {
  const history = within(await screen.findByRole('region', { name: /^(History|Historial)$/ }));
  const items = await history.findAllByRole('listitem');
  return items.map(({ textContent }) =>
    textContent.replaceAll('\u00a0', ' ').replace(/^.*(AM|PM|[ap]\. ?m\.)/, ''),
  );
};

const NO_ANSWER = () => {
  throw new ApiError('network');
};

it('shows every kind of event, newest first', async () => {
  await openRecord();
  expect(await itemTexts()).toEqual([
    'Login created · by Noa Lindqvist',
    expect.stringMatching(/^Details corrected · by Noa Lindqvist/),
    'First Name: Rovin →changed to Robin',
    'Date of Birth: Mar 8, 2008 →changed to Mar 9, 2008',
    'Substances: Alcohol-related →changed to Alcohol-related, Opioid-related',
    'Note · by Noa LindqvistFirst line\nSecond line',
    'Assigned to: Nobody yet →changed to Sam Rivera · by Noa Lindqvist',
    'Referred By: Guest →changed to Dana Whitfield · by Noa Lindqvist',
    'Intake note added · by Noa LindqvistShow the textsBefore(nothing)AfterCall after 3',
    'Referral Status: Pending →changed to Processed · by Noa Lindqvist',
    'Released: not spam · by Noa Lindqvist',
    'Received from a guest',
  ]);
});

it('shows events in Spanish', async () => {
  await openRecord({}, 'SUPERUSER', 'es');
  expect((await itemTexts()).at(-1)).toBe('Recibida de visitante (sin cuenta)');
});

it('shows an unknown kind of event of a newer server', async () => {
  const event = makeEvent({
    kind: 'teleported' as HistoryKind,
    changes: [{ field: 'planet', from: 'Earth', to: 'Mars' }],
  });
  const { dialog } = await openRecord({ getHistory: () => makeHistory({ events: [event] }) });
  expect(await dialog.findByText(/Other change \(teleported\)/)).toBeVisible();
  expect(dialog.getByText(/^planet:/)).toBeVisible();
});

it('shows the reads collapsed, to people who receive them', async () => {
  const latest = [
    {
      at: new Date().toISOString(),
      actor: { id: 'a2', fullname: 'Mo Torres' },
      action: 'getReferral',
    },
  ];
  const { dialog } = await openRecord({
    getHistory: () => makeHistory({ reads: { opened: 12, latest } }),
  });
  const summary = await dialog.findByText(/^Viewed 12 times, last by Mo Torres/);
  expect(summary.closest('summary')).toHaveTextContent(/Today \d/);
  expect(dialog.getByText('Viewed a referral', { exact: false })).not.toBeVisible();
});

it.each([
  ['en', /^Not opened before, last shown in a list to Mo Torres/],
  ['es', /^Nadie la ha abierto antes, mostrada por última vez en una lista a Mo Torres/],
] as const)('does not call the last list an opening (%s)', async (language, text) => {
  const latest = [
    {
      at: '2020-11-21T15:40:00Z',
      actor: { id: 'a2', fullname: 'Mo Torres' },
      action: 'listWorklist',
    },
  ];
  const getHistory = () => makeHistory({ reads: { opened: 0, latest } });
  const { dialog } = await openRecord({ getHistory }, 'SUPERUSER', language);
  expect(await dialog.findByText(text)).toBeVisible();
});

it('names who opened the record last, not who saw it in a list since', async () => {
  const read = (fullname: string, action: string) => ({
    at: '2020-11-21T15:40:00Z',
    actor: { id: fullname, fullname },
    action,
  });
  const latest = [read('Mo Torres', 'listWorklist'), read('Noa Lindqvist', 'getReferral')];
  const { dialog } = await openRecord({
    getHistory: () => makeHistory({ reads: { opened: 1, latest } }),
  });
  expect(await dialog.findByText(/^Viewed 1 time, last by Noa Lindqvist/)).toBeVisible();
});

it('groups the events by day, and has date and time of each for all readers', async () => {
  const { user, dialog } = await openRecord({
    getHistory: () =>
      makeHistory({
        events: [
          makeEvent({ id: 'n1', kind: 'note', text: 'Second', at: '2020-11-21T17:40:00Z' }),
          makeEvent({ id: 'n2', kind: 'note', text: 'First', at: '2020-11-21T15:40:00Z' }),
          makeEvent({ kind: 'received', at: '2020-11-19T15:40:00Z' }),
        ],
      }),
  });
  const day = within(await dialog.findByRole('region', { name: /Nov\s21,\s2020/ }));
  expect(day.getAllByRole('listitem')).toHaveLength(2);
  expect(dialog.getByRole('heading', { name: /Nov\s19,\s2020/ })).toBeVisible();
  const [time] = day.getAllByRole('button', { name: /^Nov\s21,\s2020, \d+:40\s[AP]M$/ });
  expect(time).toBeVisible();
  await user.click(time as HTMLElement);
  expect(time).toHaveFocus();
});

it('says that a later intake note is edited', async () => {
  const event = makeEvent({
    kind: 'intakeNote',
    changes: [{ field: 'notes', from: 'Call after 3', to: 'Call after 4' }],
  });
  const { dialog } = await openRecord({ getHistory: () => makeHistory({ events: [event] }) });
  expect(await dialog.findByText('Intake note edited')).toBeVisible();
});

it('shows no reads to a manager, who may add no notes either', async () => {
  const { dialog } = await openRecord({}, 'MANAGER');
  expect(await dialog.findByText('Received from a guest')).toBeVisible();
  expect(dialog.queryByText(/^Viewed/)).toBeNull();
  expect(dialog.queryByLabelText('Add a note')).toBeNull();
});

it('shows ten of many events, and all on request', async () => {
  const events = Array.from({ length: 30 }, (_, at) =>
    makeEvent({ id: `n${at}`, kind: 'note', text: `Note ${at}` }),
  );
  const { user, dialog } = await openRecord({ getHistory: () => makeHistory({ events }) });
  await user.click(await dialog.findByRole('button', { name: 'Show all 30 entries' }));
  expect(dialog.getByText('Note 29')).toBeVisible();
});

it('shows the rest of the dialog when the history fails, and retries with a button', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const getHistory = vi
    .fn<() => unknown>()
    .mockImplementationOnce(() => {
      throw new ApiError('status', { status: 404, detail: 'Not Found' });
    })
    .mockImplementation(() => makeHistory());
  const { user, dialog } = await openRecord({ getHistory });
  expect(await dialog.findByText('The history could not be loaded.')).toBeVisible();
  expect(dialog.getByLabelText('Referral Status')).toBeEnabled();
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('Received from a guest')).toBeVisible();
});

it('adds a note, and shows it in the history', async () => {
  const { user, dialog, inputsOf } = await openRecord();
  await user.type(
    await dialog.findByLabelText('Add a note'),
    ' Called, no answer{enter}Again at 4 ',
  );
  await user.click(dialog.getByRole('button', { name: 'Add note' }));
  expect(await dialog.findByText('Note added.')).toBeVisible();
  expect(inputsOf('addNote')).toEqual([
    { body: { id: 'r1', text: 'Called, no answer\nAgain at 4' }, headers: KEYED },
  ]);
  expect(dialog.getByLabelText('Add a note')).toHaveValue('');
  await waitFor(() => expect(inputsOf('getHistory').length).toBeGreaterThan(1));
});

it('keeps a note that could not be added, and asks before it is discarded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, dialog } = await openRecord({ ...WITHOUT_RETRIES, addNote: NO_ANSWER });
  await user.type(await dialog.findByLabelText('Add a note'), 'Long story');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await dialog.findByText('The note could not be added.')).toBeVisible();
  expect(dialog.getByLabelText('Add a note')).toHaveValue('Long story');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(dialog.getByRole('button', { name: 'Keep editing' })).toHaveFocus();
});

it('restores an unsent note after Back, and saves it with the referral', async () => {
  const { user, go, inputsOf } = await renderStaffApp({
    answers: { ...stubReferralList([makeReferral({ version: 3 })]), ...recordAnswers },
  });
  const open = async () => {
    await user.click(within(await findTable()).getByRole('link', { name: 'Robin Harper' }));
    return within(await screen.findByRole('dialog'));
  };
  await user.type(await (await open()).findByLabelText('Add a note'), 'Not yet added');
  await go(-1);
  const again = await open();
  expect(await again.findByLabelText('Add a note')).toHaveValue('Not yet added');
  await user.click(again.getByRole('button', { name: 'Update Referral' }));
  expect(await again.findByText(/^Successfully updated referral/)).toBeVisible();
  expect(inputsOf('saveReferral')).toMatchObject([{ body: { note: 'Not yet added' } }]);
});

it('saves a referral whose note has nothing that can be seen', async () => {
  const { user, dialog, inputsOf } = await openRecord();
  await user.click(await dialog.findByLabelText('Add a note'));
  await user.paste(' \u200b\u202e\u000b');
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  expect(await dialog.findByText(/^Successfully updated referral/)).toBeVisible();
  expect(inputsOf('saveReferral')).toMatchObject([{ body: { id: 'r1' } }]);
  expect(inputsOf('saveReferral')[0]?.body).not.toHaveProperty('note');
});

it('refuses an empty note and one that is too long', async () => {
  const { user, dialog, inputsOf } = await openRecord();
  const note = await dialog.findByLabelText('Add a note');
  await user.click(dialog.getByRole('button', { name: 'Add note' }));
  expect(note).toBeInvalid();
  act(() => note.focus());
  await user.paste(' \u200b\u202e\u000b');
  await user.click(dialog.getByRole('button', { name: 'Add note' }));
  expect(note).toHaveAccessibleDescription(/^Write a note first/);
  await user.paste('x'.repeat(5_001));
  await user.click(dialog.getByRole('button', { name: 'Add note' }));
  await user.click(dialog.getByRole('button', { name: 'Update Referral' }));
  expect(note).toBeInvalid();
  expect(note).toHaveFocus();
  expect([...inputsOf('addNote'), ...inputsOf('saveReferral')]).toEqual([]);
});

it('has neither history, notes, owner nor corrections on a third-party backend', async () => {
  const { dialog, inputsOf } = await openRecord(stubThirdPartyList([makeReferral()]));
  expect(await dialog.findByRole('link', { name: '(555) 010-2030' })).toHaveAttribute(
    'href',
    'tel:5550102030',
  );
  expect(dialog.getByText(/Mar\s9,\s2008/)).toBeVisible();
  for (const name of ['History', 'Assigned to']) {
    expect(dialog.queryByRole('region', { name })).toBeNull();
  }
  expect(dialog.queryByLabelText('Add a note')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Correct details' })).toBeNull();
  expect(inputsOf('getHistory')).toEqual([]);
  expect(inputsOf('listOwners')).toEqual([]);
});
