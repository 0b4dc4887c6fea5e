import { expect, it } from 'vitest';
import { countEscapes } from './escapePresses';

const answers = (...times: number[]) => {
  const press = countEscapes();
  return times.map((at) => press(at));
};

it('answers yes to the third press within two seconds, and to each one after it', () => {
  expect(answers(0, 900, 2_000, 2_100)).toEqual([false, false, true, true]);
});

it('answers no to presses that are further apart', () => {
  expect(answers(0, 1_000, 2_001)).toEqual([false, false, false]);
});

it('counts from any press on: an early one does not spoil three fast ones', () => {
  expect(answers(0, 5_000, 5_100, 5_200)).toEqual([false, false, false, true]);
});
