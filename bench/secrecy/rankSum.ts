/**
 * Compares two samples by their rank sum (Mann–Whitney), which is robust against outliers.
 * @returns z: approximately standard normal if both have the same distribution; positive if the values of `other` are larger.
 *   NaN for an empty sample
 */
export function rankSumZ(one: readonly number[], other: readonly number[]): number {
  const values = [
    ...one.map((value) => ({ value, isOther: false })),
    ...other.map((value) => ({ value, isOther: true })),
  ].toSorted((a, b) => a.value - b.value);
  let sum = 0;
  for (let start = 0, end = 0; start < values.length; start = end) {
    while (end < values.length && values[end]?.value === values[start]?.value) end += 1;
    // Equal values share the mean of their ranks, from 1.
    const rank = (start + 1 + end) / 2;
    sum += rank * values.slice(start, end).filter(({ isOther }) => isOther).length;
  }
  const [m, n] = [one.length, other.length];
  const mean = (n * (m + n + 1)) / 2;
  const deviation = Math.sqrt((m * n * (m + n + 1)) / 12);
  return (sum - mean) / deviation;
}
