/** How long and how often something is tried while the server is away. */
import type { RawAnswer } from './wire';

/** The pauses between tries, in milliseconds; the last one goes on. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000];
/** How long it is tried in all before it counts as failed, in milliseconds. */
const BUDGET = 90_000;

/** What came of one try: something known, or no answer yet; then how long to pause at least, in milliseconds. */
export type Outcome<Known> = { readonly known: Known } | { readonly pause: number };

/**
 * Tries again, with growing pauses, until something is known.
 * @param onAway told after each try that led to nothing, before the pause
 * @returns what is known; undefined when it took too long
 */
export async function tryUntilKnown<Known>(
  tryOnce: () => Promise<Outcome<Known>>,
  onAway: () => void,
): Promise<{ readonly known: Known } | undefined> {
  const end = Date.now() + BUDGET;
  for (let tries = 0; ; tries += 1) {
    const outcome = await tryOnce();
    if ('known' in outcome) return outcome;
    const left = end - Date.now();
    if (left <= 0) return undefined;
    onAway();
    const usual = PAUSES[tries] ?? PAUSES.at(-1) ?? 0;
    await pause(Math.min(left, Math.max(usual, outcome.pause)));
  }
}

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Runs something with a signal that is aborted after so many milliseconds. */
export async function within<Result>(
  limit: number,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), limit);
  return run(patience.signal).finally(() => clearTimeout(timer));
}

/** The pause a server asks for, in milliseconds. */
export function pauseWished({ header }: RawAnswer): number {
  const seconds = Number(header('retry-after'));
  return Number.isFinite(seconds) ? seconds * 1_000 : 0;
}
