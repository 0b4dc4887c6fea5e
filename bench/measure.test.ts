import { expect, it } from 'vitest';
import { measure, median, overRounds } from './measure';

it('counts what succeeded and what failed apart, and a thrown error as failed', async () => {
  let serial = 0;
  const work = async () => {
    serial += 1;
    if (serial % 3 === 0) throw new Error('refused');
    return serial % 3 === 1;
  };
  const measured = await measure(work, { atOnce: 2, seconds: 0.001 });
  expect(measured.failed).toBeGreaterThanOrEqual((serial / 3) * 2 - 1);
  expect(measured.perSecond).toBeGreaterThan(0);
});

it('has no time where nothing succeeded', async () => {
  const measured = await measure(async () => false, { atOnce: 1, seconds: 0.001 });
  expect(measured).toMatchObject({ perSecond: 0, p50: NaN, p99: NaN });
});

it('does no more than it may', async () => {
  let done = 0;
  await measure(async () => (done += 1) > 0, { atOnce: 8, seconds: 60, most: 250 });
  expect(done).toBe(250);
});

it('takes the median of each number over the rounds, and adds up what failed', () => {
  const round = (value: number) => ({ perSecond: value, p50: value, p99: -value, failed: value });
  expect(overRounds([round(5), round(1), round(3)])).toEqual({
    perSecond: 3,
    p50: 3,
    p99: -3,
    failed: 9,
  });
  expect(median([])).toBeNaN();
});
