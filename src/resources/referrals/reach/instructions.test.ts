import { describe, expect, it } from 'vitest';
import english from '../../../../contract/languages/en.json';
import { listInstructions, listWarnings } from './instructions';

const texts: Record<string, unknown> = english.staff.reach;
const written = (keys: readonly { text: string }[]) =>
  keys.map(({ text }) => texts[text.replace('reach.', '')]);
const NOTHING = { preferred_language: null, may_voicemail: null, may_text: null, reach_note: null };

describe('the instructions for a call', () => {
  it.each([
    ['nothing was answered', NOTHING],
    ['the server sends no answers', {}],
    ['the note is empty', { ...NOTHING, reach_note: '' }],
  ])('say only a first name if %s', (_case, answers) => {
    expect(written(listInstructions(answers))).toEqual(['Not asked. Say only a first name.']);
  });

  it('say what may be left and sent', () => {
    const lines = listInstructions({ may_voicemail: true, may_text: true });
    expect(written(lines)).toEqual([
      'May leave a voicemail. Say only a first name and a number.',
      'May send a text. Say only a first name and a number.',
    ]);
    expect(lines.some(({ forbids }) => forbids)).toBe(false);
  });

  it('forbid by words and an icon of their own', () => {
    const lines = listInstructions({ may_voicemail: false, may_text: false });
    expect(written(lines)).toEqual(['Do not leave a voicemail.', 'Do not send a text.']);
    expect(lines.every(({ forbids }) => forbids)).toBe(true);
    expect(lines.map(({ icon }) => icon)).toEqual(['noVoicemail', 'noText']);
  });

  it.each([
    { preferred_language: 'es' as const },
    { may_text: false },
    { reach_note: 'After 3 PM' },
  ])('say that voicemail was not asked about, where other answers are %j', (answers) => {
    expect(written(listInstructions({ ...NOTHING, ...answers }))[0]).toBe(
      'Voicemail: not asked. Say only a first name.',
    );
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
    [{ may_voicemail: false, reach_note: 'After 3 PM' }, ['no voicemail', 'see note']],
    [{ reach_note: 'After 3 PM' }, ['see note']],
  ])('of %j are %j', (answers, expected) => {
    expect(written(listWarnings(answers).map((text) => ({ text })))).toEqual(expected);
  });
});
