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
  readonly connections: number;
  /** No request starts after this time. Each connection sends at least one, and gets the response to its last. */
  readonly seconds: number;
  /** Maximum number of requests, including the warm-up. */
  readonly maxRequests?: number;
}

/** Repeats a request. */
export type Load = (pace: Pace) => Promise<Measured>;

const HOUR = 3_600;

/** @param next creates the next request; any status other than 200 counts as failed */
export const createRequestLoad =
  (port: number, next: () => BenchRequest): Load =>
  ({ connections, seconds, maxRequests }) =>
    new Promise((done, fail) => {
      const clock = startClock();
      const clients: autocannon.Client[] = [];
      let sent = 0;
      const setupRequest = (base: object) => {
        sent += 1;
        return { ...base, ...next() };
      };
      // autocannon's own time limit cuts off running requests, which would still occupy the server during the next measurement.
      const end = setTimeout(() => {
        endAfterResponse(clients);
      }, seconds * 1_000);
      autocannon(
        {
          url: `http://127.0.0.1:${port}`,
          connections,
          requests: [{ setupRequest }],
          setupClient: (client) => clients.push(client),
          ...(maxRequests && { maxOverallRequests: maxRequests }),
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
        if (status === 200) clock.record(milliseconds);
      });
    });

/** Ends a load of autocannon without cutting off requests: the one that each connection has already sent is its last. */
export function endAfterResponse(clients: readonly autocannon.Client[]): void {
  for (const client of clients) Object.assign(client, { responseMax: 1 });
}

const NANOSECONDS_PER_MILLISECOND = 1_000_000;

/** Records latencies in nanoseconds: the whole milliseconds of autocannon are too coarse for responses that take one or two. */
function startClock() {
  const histogram = createHistogram();
  const started = performance.now();
  let last = started;
  const quantile = (percent: number) =>
    histogram.count > 0 ? histogram.percentile(percent) / NANOSECONDS_PER_MILLISECOND : NaN;
  return {
    record(milliseconds: number) {
      histogram.record(Math.max(1, Math.round(milliseconds * NANOSECONDS_PER_MILLISECOND)));
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

export async function measure(
  load: Load,
  { connections, seconds, maxRequests }: Pace,
): Promise<Measured> {
  const part = (share: number) =>
    maxRequests ? { maxRequests: Math.round(maxRequests * share) } : {};
  const warm = await load({ connections, seconds: seconds * WARM_UP, ...part(WARM_UP) });
  const measured = await load({ connections, seconds, ...part(1 - WARM_UP) });
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
