/** What was started is stopped, however the benchmark ends: its end, a failure, or Ctrl-C. */
import { say } from './say';

/** What is still to be stopped, the newest last. */
const open = new Set<() => Promise<void>>();

/**
 * Has something stopped at the latest at the end.
 * @returns stops it now, once; who asks while it is being stopped waits for it
 */
export function atEnd(stop: () => Promise<unknown>): () => Promise<void> {
  let done: Promise<void> | undefined;
  const stopOnce = async () => {
    await stop().finally(() => open.delete(once));
  };
  const once = () => (done ??= stopOnce());
  open.add(once);
  return once;
}

/** Stops what is left, the newest first; what fails does not keep the rest from being stopped. */
export async function endAll(): Promise<void> {
  for (let once = [...open].at(-1); once; once = [...open].at(-1)) {
    await once().catch((error: unknown) => say(`Could not be stopped: ${String(error)}`));
  }
}

/** Otherwise what was started would go on without us. The codes are those of shells: 128 and the signal's number. */
export function endWhateverHappens(): void {
  const endWith = (code: number) => void endAll().then(() => process.exit(code));
  process.once('SIGINT', () => endWith(130));
  process.once('SIGTERM', () => endWith(143));
  process.once('uncaughtException', (fault) => {
    say(fault.stack ?? fault.message);
    endWith(1);
  });
}
