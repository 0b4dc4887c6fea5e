import { describe, expect, it } from 'vitest';
import { holdReasonOf } from './spam';

describe('the hold reason of a guest’s form', () => {
  it.each([
    ['without spam signals', {}, null],
    ['filled in by a person', { website: '', filled_in: 3 }, null],
    ['with blanks in the honeypot field', { website: '  ', filled_in: 40 }, null],
    ['with null signals', { website: null, filled_in: null }, null],
    ['with a fill time that is no number', { filled_in: '1' }, null],
    ['with the honeypot field filled', { website: 'https://spam.example', filled_in: 60 }, 'trap'],
    ['with a honeypot field of another type', { website: ['x'] }, 'trap'],
    ['filled in too fast', { website: '', filled_in: 2 }, 'haste'],
    ['with a negative fill time', { filled_in: -1 }, 'haste'],
  ])('%s', (_case, signals, reason) => {
    expect(holdReasonOf(signals)).toBe(reason);
  });
});
