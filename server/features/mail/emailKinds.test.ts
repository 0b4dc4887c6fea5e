import { expect, it } from 'vitest';
import { letters } from '../../../contract/languages/en.json';
import { EMAILS } from './emailKinds';

it('every kind of email has texts, and every text is of a kind', () => {
  expect(Object.keys(letters).toSorted()).toEqual(Object.keys(EMAILS).toSorted());
});
