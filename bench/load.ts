/** How a piece of work is measured: requests by autocannon, what runs in this process by a loop of the same form. */
import { createHistogram } from 'node:perf_hooks';
import autocannon from 'autocannon';
import type { BenchRequest } from './cases';

/** How often work was done, and how long each took in milliseconds. What failed counts in `failed` alone. */
export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

/** Does a piece of work so many times, to the last one's end. */
export type Load = (amount: number) => Promise<Measured>;

/** @param next the request that comes next; one not answered with 200 has failed */
export const requestsTo =
  (port: number, connections: number, next: () => BenchRequest): Load =>
  (amount) =>
    new Promise((done, fail) => {
      const clock = startClock();
      const requests = [{ setupRequest: (base: object) => ({ ...base, ...next() }) }];
      const options = { url: `http://127.0.0.1:${port}`, connections, amount, requests };
      // It looks every ten milliseconds whether all are answered; how long that took, the clock knows better.
      autocannon({ ...options, timeout: 60, sampleInt: 10 }, (error: Error | null) => {
        if (error) fail(error);
        else done(clock.read(amount));
      }).on('response', (_connection, status, _bytes, milliseconds) => {
        if (status === 200) clock.note(milliseconds);
      });
    });

/** autocannon knows HTTP alone, so what is done in this process has a loop here. @param work fails by throwing */
export const callsOf =
  (work: () => Promise<unknown>, lanes: number): Load =>
  async (amount) => {
    const clock = startClock();
    let left = amount;
    const lane = async () => {
      while (left > 0) {
        left -= 1;
        const from = performance.now();
        // What fails is missed among the noted.
        await work().then(
          () => clock.note(performance.now() - from),
          () => undefined,
        );
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return clock.read(amount);
  };

const NANOSECONDS = 1_000_000;

/** Whole milliseconds, which autocannon counts in, are too coarse for what takes one or two. */
function startClock() {
  const taken = createHistogram();
  const started = performance.now();
  let last = started;
  const quantile = (percent: number) =>
    taken.count > 0 ? taken.percentile(percent) / NANOSECONDS : NaN;
  return {
    note(milliseconds: number) {
      taken.record(Math.max(1, Math.round(milliseconds * NANOSECONDS)));
      last = performance.now();
    },
    read: (amount: number): Measured => ({
      perSecond: taken.count > 0 ? taken.count / ((last - started) / 1_000) : 0,
      p50: quantile(50),
      p99: quantile(99),
      failed: amount - taken.count,
    }),
  };
}

export interface Pace {
  readonly atOnce: number;
  /** About how long it is measured: as often as fits in, by what was seen while warming up. */
  readonly seconds: number;
  /** No more than so many. */
  readonly most?: number;
}

/** Part of the time, and of the times, that is spent on warming up. */
export const WARM_UP = 0.2;

export async function measure(
  load: Load,
  { atOnce, seconds, most = Infinity }: Pace,
): Promise<Measured> {
  const amount = ({ perSecond }: Measured, share: number) =>
    Math.round(Math.min(Math.max(perSecond * seconds * share, atOnce), most * share));
  const first = await load(atOnce);
  const warm = await load(amount(first, WARM_UP));
  const measured = await load(amount(warm, 1));
  return { ...measured, failed: first.failed + warm.failed + measured.failed };
}

/** @returns NaN of none */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Of several rounds: the median of each number, and all that failed. */
export const overRounds = (rounds: readonly Measured[]): Measured => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
});
