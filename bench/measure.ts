/** The loop that everything is measured with: the server, the bare route and the bare driver alike. */

/** How often a piece of work was done, and how long each took. What failed counts in `failed` alone. */
export interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

export interface Pace {
  /** How many lanes do the work side by side, each again and again. */
  readonly atOnce: number;
  readonly seconds: number;
  /** About so many times at most, warming up included. */
  readonly most?: number;
}

/** Each lane does so many, however long that takes. */
const AT_LEAST_EACH = 1;
/** Part of the time, and of the times, that is spent on warming up. */
const WARM_UP = 0.2;

/** @param work answers whether it succeeded */
export async function measure(
  work: () => Promise<boolean>,
  { atOnce, seconds, most = Infinity }: Pace,
): Promise<Measured> {
  const part = (share: number) => ({ atOnce, seconds: seconds * share, most: most * share });
  const warm = await loop(work, part(WARM_UP));
  const measured = await loop(work, { ...part(1), most: most * (1 - WARM_UP) });
  const sorted = measured.times.toSorted((a, b) => a - b);
  return {
    perSecond: sorted.length / measured.elapsed,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    failed: warm.failed + measured.failed,
  };
}

async function loop(
  work: () => Promise<boolean>,
  { atOnce, seconds, most }: Required<Pace>,
): Promise<{ times: number[]; failed: number; elapsed: number }> {
  const times: number[] = [];
  let begun = 0;
  let failed = 0;
  const started = performance.now();
  const until = started + seconds * 1_000;
  const goesOn = () =>
    begun < most && (begun < atOnce * AT_LEAST_EACH || performance.now() < until);
  const lane = async () => {
    while (goesOn()) {
      begun += 1;
      const from = performance.now();
      const isDone = await work().catch(() => false);
      if (isDone) times.push(performance.now() - from);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { times, failed, elapsed: (performance.now() - started) / 1_000 };
}

/** @param sorted smallest first; NaN when there is none */
function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(Math.floor(part * sorted.length), sorted.length - 1)] ?? NaN;
}

export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Of several rounds: the median of each number, and all that failed. */
export const overRounds = (rounds: readonly Measured[]): Measured => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  p50: median(rounds.map((round) => round.p50)),
  p99: median(rounds.map((round) => round.p99)),
  failed: rounds.reduce((sum, round) => sum + round.failed, 0),
});
