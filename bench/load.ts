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

export interface Pace {
  /** How many connections or lanes do the work side by side, each again and again. */
  readonly atOnce: number;
  /** After so long none begins anew; each was done once at least, and what is under way comes to its end. */
  readonly seconds: number;
  /** No more than so many times, warming up included. */
  readonly most?: number;
}

/** Does a piece of work again and again. */
export type Load = (pace: Pace) => Promise<Measured>;

const HOUR = 3_600;

/** @param next the request that comes next; one not answered with 200 has failed */
export const requestsTo =
  (port: number, next: () => BenchRequest): Load =>
  ({ atOnce, seconds, most }) =>
    new Promise((done, fail) => {
      const clock = startClock();
      const connections: autocannon.Client[] = [];
      let sent = 0;
      const setupRequest = (base: object) => {
        sent += 1;
        return { ...base, ...next() };
      };
      // autocannon's own end by time cuts off what is under way, and the server would still be at it when the next is measured.
      const end = setTimeout(() => {
        // What they have sent already is their last.
        for (const connection of connections) Object.assign(connection, { responseMax: 1 });
      }, seconds * 1_000);
      autocannon(
        {
          url: `http://127.0.0.1:${port}`,
          connections: atOnce,
          requests: [{ setupRequest }],
          setupClient: (connection) => connections.push(connection),
          ...(most && { maxOverallRequests: most }),
          duration: HOUR,
          timeout: 60,
          // Milliseconds after which it looks again whether all have ended.
          sampleInt: 10,
        },
        (error: Error | null) => {
          clearTimeout(end);
          if (error) fail(error);
          else done(clock.read(sent));
        },
      ).on('response', (_connection, status, _bytes, milliseconds) => {
        if (status === 200) clock.note(milliseconds);
      });
    });

/** autocannon knows HTTP alone, so what is done in this process has a loop here. @param work fails by throwing */
export const callsOf =
  (work: () => Promise<unknown>): Load =>
  async ({ atOnce, seconds, most = Infinity }) => {
    const clock = startClock();
    const until = performance.now() + seconds * 1_000;
    let begun = 0;
    const lane = async () => {
      while (begun < most && (begun < atOnce || performance.now() < until)) {
        begun += 1;
        const from = performance.now();
        // What fails is missed among the noted.
        await work().then(
          () => clock.note(performance.now() - from),
          () => undefined,
        );
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return clock.read(begun);
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
    read: (begun: number): Measured => ({
      perSecond: taken.count > 0 ? taken.count / ((last - started) / 1_000) : 0,
      p50: quantile(50),
      p99: quantile(99),
      failed: begun - taken.count,
    }),
  };
}

/** Part of the time, and of the times, that is spent on warming up. */
export const WARM_UP = 0.2;

export async function measure(load: Load, { atOnce, seconds, most }: Pace): Promise<Measured> {
  const part = (share: number) => (most ? { most: Math.round(most * share) } : {});
  const warm = await load({ atOnce, seconds: seconds * WARM_UP, ...part(WARM_UP) });
  const measured = await load({ atOnce, seconds, ...part(1 - WARM_UP) });
  return { ...measured, failed: warm.failed + measured.failed };
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
