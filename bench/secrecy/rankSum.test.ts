import { expect, it } from 'vitest';
import { rankSumZ } from './rankSum';

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => from + at);

it('the rank sum is 0 for equal samples, also of equal values', () => {
  expect(rankSumZ(numbers(0, 50), numbers(0, 50))).toBe(0);
  expect(rankSumZ([1, 1, 1], [1, 1])).toBe(0);
});

it('the rank sum has the sign of the sample with the larger values, and the size of the significance', () => {
  // All 20 ranks of one sample are above those of the other: z = 5.41.
  expect(rankSumZ(numbers(0, 20), numbers(100, 20))).toBeCloseTo(5.41, 2);
  expect(rankSumZ(numbers(100, 20), numbers(0, 20))).toBeCloseTo(-5.41, 2);
  expect(rankSumZ([1, 3, 5], [2, 4, 6])).toBeCloseTo(0.65, 2);
});

it('the rank sum is NaN for an empty sample', () => {
  expect(rankSumZ([], [1])).toBeNaN();
});
