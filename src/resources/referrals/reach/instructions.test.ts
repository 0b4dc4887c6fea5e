import { describe, expect, it } from 'vitest';
import english from '../../../../contract/languages/en.json';
import { listInstructions, listWarnings } from './instructions';

const texts: Record<string, unknown> = english.staff.reach;
const written = (keys: readonly { text: string }[]) =>
  keys.map(({ text }) => texts[text.replace('reach.', '')]);
const SAY = 'Say only a first name and a number.';
const NOTHING = { preferred_language: null, may_voicemail: null, may_text: null, reach_note: null };

describe('the instructions for a call', () => {
  it.each([
    ['nothing was answered', NOTHING],
    ['the server sends no answers', {}],
    ['the note is empty', { ...NOTHING, reach_note: '' }],
  ])('say only a first name and a number if %s', (_case, answers) => {
    expect(written(listInstructions(answers))).toEqual([
      'Not asked. Say only a first name and a number.',
    ]);
  });

  it('say what may be left and sent', () => {
    const lines = listInstructions({ may_voicemail: true, may_text: true });
    expect(written(lines)).toEqual([SAY, 'May leave a voicemail.', 'May send a text.']);
    expect(lines.some(({ forbids }) => forbids)).toBe(false);
  });

  it('forbid by words and an icon of their own', () => {
    const lines = listInstructions({ may_voicemail: false, may_text: false });
    expect(written(lines)).toEqual([SAY, 'Do not leave a voicemail.', 'Do not send a text.']);
    expect(lines.map(({ forbids = false }) => forbids)).toEqual([false, true, true]);
    expect(lines.map(({ icon }) => icon)).toEqual(['info', 'noVoicemail', 'noText']);
  });

  it.each([
    { preferred_language: 'es' as const },
    { may_text: false },
    { reach_note: 'After 3 PM' },
  ])('say that voicemail was not asked about, where other answers are %j', (answers) => {
    const lines = written(listInstructions({ ...NOTHING, ...answers }));
    expect(lines.slice(0, 2)).toEqual([SAY, 'Voicemail: not asked.']);
  });
});

describe('the warnings of a row', () => {
  it.each([
    [NOTHING, []],
    [{}, []],
    [{ ...NOTHING, may_voicemail: true, may_text: true, preferred_language: 'es' as const }, []],
    [{ may_voicemail: false }, ['no voicemail']],
    [{ may_text: false, may_voicemail: true }, ['no text']],
    [{ may_text: false, may_voicemail: false }, ['no messages']],
    [{ may_voicemail: false, reach_note: 'After 3 PM' }, ['no voicemail']],
    [{ reach_note: 'After 3 PM' }, []],
  ])('of %j are %j', (answers, expected) => {
    expect(written(listWarnings(answers).map((text) => ({ text })))).toEqual(expected);
  });
});
