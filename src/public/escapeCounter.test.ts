import { expect, it } from 'vitest';
import { createEscapeCounter } from './QuickExit';

const answers = (...times: number[]) => {
  const press = createEscapeCounter();
  return times.map((at) => press(at));
};

it('is true for the third press within two seconds, and for each one after it', () => {
  expect(answers(0, 900, 2_000, 2_100)).toEqual([false, false, true, true]);
});

it('is false for presses further apart', () => {
  expect(answers(0, 1_000, 2_001)).toEqual([false, false, false]);
});

it('counts from any press: an earlier one does not spoil three fast ones', () => {
  expect(answers(0, 5_000, 5_100, 5_200)).toEqual([false, false, false, true]);
});
