/** How to reach the person, wherever staff can tap the number, and on paper. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { makeEvent, makeHistory, recordAnswers } from '../../../../tests/support/historyFixtures';
import { stubMetaWithout, stubThirdPartyList } from '../../../../tests/support/ourServer';
import { setPhoneWidth } from '../../../../tests/support/screenWidth';
import {
  type Answers,
  findTable,
  makeReferral,
  renderStaffApp,
  stubReferralList,
} from '../../../../tests/support/staffApp';

const REACH = {
  preferred_language: 'es',
  may_voicemail: false,
  may_text: true,
  reach_note: 'After 3 PM. An aunt may answer.',
} as const;
const ROBIN = makeReferral({ ...REACH, version: 1 });
/** As servers without the feature send it. */
const OLD = makeReferral({ version: 1 });
const SAM = makeReferral({
  _id: 'r2',
  first_name: 'Sam',
  preferred_language: null,
  may_voicemail: null,
  may_text: null,
  reach_note: null,
});

type Options = Parameters<typeof renderStaffApp>[0];
const render = (answers: Answers = {}, options: Options = {}) =>
  renderStaffApp({
    ...options,
    answers: { ...stubReferralList([ROBIN, SAM]), ...recordAnswers, ...answers },
  });
async function openRecord(id: string, answers?: Answers, options?: Options) {
  const app = await render(answers, { ...options, path: `/admin/${id}` });
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: TITLE })) };
}
const TITLE = /^(Referral Status for|Estado de la remisión de): /;
const linesOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((line) => line.textContent);
const NAME = 'How to reach the person';
const LINES = [
  'Say only a first name and a number.',
  'Do not leave a voicemail.',
  'May send a text.',
  'Preferred language: Spanish',
  'Good to know: After 3 PM. An aunt may answer.',
];

it.each(['SUPERUSER', 'MANAGER'] as const)(
  'a record says beside the number how to reach the person (%s)',
  async (role) => {
    const { dialog } = await openRecord('r1', {}, { role });
    const person = within(dialog.getByRole('region', { name: 'Person referred' }));
    const list = await person.findByRole('list', { name: NAME });
    expect(linesOf(list)).toEqual(LINES);
    const number = person.getByRole('link', { name: '(555) 010-2030' });
    expect(number.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  },
);

it('a record of which nothing was answered says what to say', async () => {
  const { dialog } = await openRecord('r2');
  const list = await dialog.findByRole('list', { name: NAME });
  expect(linesOf(list)).toEqual(['Not asked. Say only a first name and a number.']);
});

it('a record is in Spanish', async () => {
  const { dialog } = await openRecord('r1', {}, { language: 'es' });
  const list = await dialog.findByRole('list', { name: 'Cómo comunicarse con la persona' });
  expect(linesOf(list)).toEqual([
    'Diga solo un nombre de pila y un número.',
    'No deje mensajes de voz.',
    'Puede enviar un mensaje de texto.',
    'Idioma preferido: Español',
    'Conviene saber: After 3 PM. An aunt may answer.',
  ]);
});

it('a row of a phone warns in its line and in the name of the button that calls', async () => {
  setPhoneWidth();
  await render();
  const call = await screen.findByRole('link', {
    name: 'Call Robin Harper: no voicemail, Spanish, After 3 PM. An aunt may answer.',
  });
  const row = call.closest('[data-row]');
  const all = 'no voicemail, Spanish, After 3 PM. An aunt may answer.';
  expect(row).toHaveTextContent(`${all} · Northside High`);
  const other = screen.getByRole('link', { name: 'Call Sam Harper' });
  expect(other.closest('[data-row]')).not.toHaveTextContent('·  Northside High');
  expect(other.closest('[data-row]')).not.toHaveTextContent('voicemail');
});

it('a row of the table warns below the number', async () => {
  await render();
  const table = within(await findTable());
  const robin = within(table.getByRole('row', { name: /Robin/ }));
  expect(await robin.findByText('no voicemail, Spanish')).toBeVisible();
  expect(robin.getByText('After 3 PM. An aunt may answer.')).toBeVisible();
  const sam = within(table.getByRole('row', { name: /Sam/ }));
  expect(sam.queryByText(/voicemail|note$/)).toBeNull();
});

it('the comparison of possible duplicates says it under each number', async () => {
  const same = ['name', 'dob'];
  const { user, dialog } = await openRecord('r1', {
    listSamePerson: () => ({ referrals: [{ ...SAM, same }], more: false }),
    getDuplicates: () => ({ referral: ROBIN, duplicates: [{ ...SAM, same }], more: false }),
  });
  await user.click(await dialog.findByRole('button', { name: 'Compare' }));
  const comparison = within(await screen.findByRole('dialog', { name: 'Possible Duplicates' }));
  const row = within(await comparison.findByRole('row', { name: /Contact Number/ }));
  expect(row.getAllByRole('list', { name: NAME }).map(linesOf)).toEqual([
    LINES,
    ['Not asked. Say only a first name and a number.'],
  ]);
});

it('the printed record says it', async () => {
  const { dialog } = await openRecord('r1');
  await dialog.findByRole('list', { name: NAME });
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const sheet = document.querySelector('article.paper-only');
  expect(sheet).toHaveTextContent(`${NAME}${LINES.join('')}`);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  print.mockRestore();
});

it('the history shows in words what was corrected', async () => {
  const changes = [
    { field: 'preferred_language', from: null, to: 'es' },
    { field: 'may_voicemail', from: 'true', to: 'false' },
    { field: 'may_text', from: null, to: 'true' },
    { field: 'reach_note', from: 'Mornings', to: 'After 3 PM' },
  ];
  const { dialog } = await openRecord('r1', {
    getHistory: () => makeHistory({ events: [makeEvent({ kind: 'corrected', changes })] }),
  });
  expect(await dialog.findByText('Preferred language:')).toBeVisible();
  const texts = changes.map((_, index) => {
    const label = [
      'Preferred language',
      'Voicemail',
      'Text messages',
      'Best time, or what to know',
    ];
    return dialog.getByText(`${label[index]}:`).parentElement?.textContent;
  });
  expect(texts).toEqual([
    'Preferred language: (nothing) →changed to Spanish',
    'Voicemail: Yes →changed to No',
    'Text messages: (nothing) →changed to Yes',
    'Best time, or what to know: Mornings →changed to After 3 PM',
  ]);
});

it('a correction sends all answers, with those that were cleared', async () => {
  const { user, dialog, inputsOf } = await openRecord('r1');
  await user.click(await dialog.findByRole('button', { name: 'Correct details' }));
  const correction = within(await screen.findByRole('dialog', { name: /^Correct details of/ }));
  const question = async (name: string) =>
    within(await correction.findByRole('radiogroup', { name }));
  const language = await question('Language of the person');
  expect(language.getByRole('radio', { name: 'Spanish' })).toBeChecked();
  expect(correction.getByLabelText(/^Best time/)).toHaveValue(REACH.reach_note);
  await user.click(language.getByRole('radio', { name: 'I don’t know' }));
  const voicemail = await question('May we leave a voicemail?');
  await user.click(voicemail.getByRole('radio', { name: 'Yes, first name only' }));
  await user.clear(correction.getByLabelText(/^Best time/));
  await user.click(correction.getByRole('button', { name: 'Save corrections' }));
  await waitFor(() => expect(inputsOf('correctReferral')).toHaveLength(1));
  expect(inputsOf('correctReferral')[0]?.body).toMatchObject({
    preferred_language: null,
    may_voicemail: true,
    may_text: true,
    reach_note: '',
  });
});

it.each([
  ['an older version of ours', { ...stubMetaWithout('reach'), ...stubReferralList([OLD]) }],
  ['a third-party backend', stubThirdPartyList([OLD])],
])('nothing is shown or sent on %s', async (_name, answers) => {
  const { user, dialog, inputsOf } = await openRecord('r1', answers);
  await dialog.findByRole('link', { name: '(555) 010-2030' });
  await waitFor(() => expect(inputsOf('meta').length).toBeGreaterThan(0));
  expect(screen.queryByRole('list', { name: NAME })).toBeNull();
  const correct = dialog.queryByRole('button', { name: 'Correct details' });
  if (!correct) return;
  await user.click(correct);
  const correction = within(await screen.findByRole('dialog', { name: /^Correct details of/ }));
  await user.type(await correction.findByLabelText('First Name'), 'n');
  expect(correction.queryByRole('radio')).toBeNull();
  await user.click(correction.getByRole('button', { name: 'Save corrections' }));
  await waitFor(() => expect(inputsOf('correctReferral')).toHaveLength(1));
  const sent = inputsOf('correctReferral')[0]?.body ?? {};
  expect(Object.keys(sent).filter((field) => field in REACH)).toEqual([]);
});
