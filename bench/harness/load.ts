/** Measures requests with autocannon. */
import { createHistogram } from 'node:perf_hooks';
import autocannon from 'autocannon';
import type { BenchRequest } from './requests';

/** Rate and latencies (milliseconds) of requests. Failures count only in `failed`. */
export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

export interface Pace {
  /** Number of concurrent connections, each of which repeats the request. */
  readonly atOnce: number;
  /** No request starts after this time. Each connection sends at least one, and gets the response to its last. */
  readonly seconds: number;
  /** Maximum number of requests, including the warm-up. */
  readonly most?: number;
}

/** Repeats a request. */
export type Load = (pace: Pace) => Promise<Measured>;

const HOUR = 3_600;

/** @param next creates the next request; any status other than 200 counts as failed */
export const createRequestLoad =
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
      // autocannon's own time limit cuts off running requests, which would still occupy the server during the next measurement.
      const end = setTimeout(() => {
        endAfterResponse(connections);
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
          // Milliseconds between checks whether all have ended.
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

/** Ends a load of autocannon without cutting off requests: the one that each connection has already sent is its last. */
export function endAfterResponse(connections: readonly autocannon.Client[]): void {
  for (const connection of connections) Object.assign(connection, { responseMax: 1 });
}

const NANOSECONDS = 1_000_000;

/** Measures in nanoseconds: autocannon's whole milliseconds are too coarse for responses that take one or two. */
function startClock() {
  const histogram = createHistogram();
  const started = performance.now();
  let last = started;
  const quantile = (percent: number) =>
    histogram.count > 0 ? histogram.percentile(percent) / NANOSECONDS : NaN;
  return {
    note(milliseconds: number) {
      histogram.record(Math.max(1, Math.round(milliseconds * NANOSECONDS)));
      last = performance.now();
    },
    read: (begun: number): Measured => ({
      perSecond: histogram.count > 0 ? histogram.count / ((last - started) / 1_000) : 0,
      p50: quantile(50),
      p99: quantile(99),
      failed: begun - histogram.count,
    }),
  };
}

/** Share of the time, and of the maximum number of requests, that is spent on the warm-up. */
export const WARM_UP = 0.2;

export async function measure(load: Load, { atOnce, seconds, most }: Pace): Promise<Measured> {
  const part = (share: number) => (most ? { most: Math.round(most * share) } : {});
  const warm = await load({ atOnce, seconds: seconds * WARM_UP, ...part(WARM_UP) });
  const measured = await load({ atOnce, seconds, ...part(1 - WARM_UP) });
  return { ...measured, failed: warm.failed + measured.failed };
}

/** @returns NaN for an empty list */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Combines several rounds: the median of each number, and the sum of the failures. */
export const combineRounds = (rounds: readonly Measured[]): Measured => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
});
