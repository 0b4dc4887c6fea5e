import type { AnyCallName } from '../../contract/calls';
import { ApiError } from './ApiError';
import type { TokenStore } from './createApi';
import { createKeys } from './keys';
import { type Outcome, pauseWished, tryUntilKnown, within } from './patience';
import type { RawAnswer, RawInput, Send } from './wire';

/**
 * How long one try may take, in milliseconds; the server knows the next one by its key. Longer than a server takes that still
 * does something.
 */
const TRY_LIMIT = 30_000;

type Ask = (name: AnyCallName, input: RawInput, signal?: AbortSignal) => Promise<RawAnswer>;

/**
 * Makes the function that sends what is to be added once, however often it must be sent: while no answer comes, or the first
 * one is still under way, it is sent again. What was refused is not.
 * @param ask sends it once, as who is signed in
 * @param resending told whether something is being sent again
 */
export function createSubmit(
  tokens: TokenStore,
  ask: Ask,
  resending: { set(next: boolean): void },
): Ask {
  const keys = createKeys(tokens);
  let waiting = 0;

  return async (name, input, signal) => {
    const key = keys.take(name, input);
    const keyed = { ...input, headers: { ...input.headers, 'Idempotency-Key': key } };
    const person = tokens.owner();
    /** What came of the last try that led to nothing. */
    let last: RawAnswer | ApiError = new ApiError('network');
    let isWaiting = false;

    const tryOnce = async (): Promise<Outcome<RawAnswer | null>> => {
      signal?.throwIfAborted();
      // Never as another person, who has signed in meanwhile; one who is to come back is waited for.
      if (isWaiting && tokens.owner() !== person && !tokens.waitForSignIn()) return { known: null };
      try {
        last = await ask(name, keyed, signal);
      } catch (error) {
        if (!(error instanceof ApiError) || !UNANSWERED.has(error.kind)) throw error;
        last = error;
        return { pause: 0 };
      }
      return isPending(last) ? { pause: pauseWished(last) } : { known: last };
    };

    try {
      const outcome = await tryUntilKnown(tryOnce, () => {
        if (!isWaiting) resending.set((waiting += 1) > 0);
        isWaiting = true;
      });
      const answer = outcome?.known ?? last;
      if (answer instanceof ApiError) throw answer;
      if (isDone(answer)) keys.done(name, key);
      return answer;
    } finally {
      if (isWaiting) waiting -= 1;
      resending.set(waiting > 0);
    }
  };
}

const UNANSWERED = new Set<ApiError['kind']>(['network', 'timeout']);

/** The same way to send, but that no try takes for ever. */
export function limited(send: Send): Send {
  return (name, input, bearer, signal) =>
    within(TRY_LIMIT, (late) => send(name, input, bearer, either(late, signal))).catch(
      (error: unknown) => {
        if (error instanceof ApiError || signal?.aborted) throw error;
        throw new ApiError('timeout');
      },
    );
}

/** Aborted as soon as one of them is; `AbortSignal.any` is too new for the phones people have. */
function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  if (!other) return one;
  const both = new AbortController();
  for (const signal of [one, other]) {
    const stop = () => both.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  }
  return both.signal;
}

/** A page instead of an answer is nobody's receipt. */
const isDone = ({ status, data }: RawAnswer) => status === 200 && typeof data !== 'string';

/** Whether nobody has decided about it yet: nobody was there to, or it is being done. */
function isPending({ status, header }: RawAnswer): boolean {
  if (status === 409) return header('retry-after') !== undefined;
  return status === 502 || status === 503 || status === 504;
}
