import { expect, it } from 'vitest';
import { findTerms } from './TermsInput';

const english = { termsText: 'English', termsTextEs: '' };
const both = { termsText: 'English', termsTextEs: 'Spanish' };

it.each([
  ['en', both, 'en'],
  ['es', both, 'es'],
  ['es', english, 'en'],
  ['en', { termsText: '', termsTextEs: 'Spanish' }, 'es'],
] as const)('selects for %s, given %o, the terms in %s', (shown, settings, language) => {
  expect(findTerms(shown, settings)?.language).toBe(language);
});

it.each(['', ' \n\n '])('returns undefined for %j', (termsText) => {
  expect(findTerms('en', { termsText, termsTextEs: '' })).toBeUndefined();
});

it('splits paragraphs at blank lines, and keeps single line breaks', () => {
  const termsText = '1. One\n  a) two\n \n\n2. Three\r\n\r\n3. Four';
  expect(findTerms('en', { termsText, termsTextEs: '' })?.paragraphs).toEqual([
    '1. One\n  a) two',
    '2. Three',
    '3. Four',
  ]);
});
