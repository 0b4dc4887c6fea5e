/** Exit handlers: stop what was started, however the benchmark ends (completion, failure or Ctrl-C). */
import { explainFailure } from '../../server/failures/explainFailure';
import { log } from './log';

/** The handlers that have not run, the newest last. */
const open = new Set<() => Promise<void>>();

/**
 * Registers a handler that stops something at the latest on exit.
 * @returns a function that runs the handler now, and only once; a call while the handler runs waits for it
 */
export function onExit(stop: () => Promise<unknown>): () => Promise<void> {
  let done: Promise<void> | undefined;
  const stopOnce = async () => {
    await stop().finally(() => open.delete(once));
  };
  const once = () => (done ??= stopOnce());
  open.add(once);
  return once;
}

/** Runs the remaining handlers, the newest first. A handler that fails does not prevent the others. */
export async function runExitHandlers(): Promise<void> {
  for (let once = [...open].at(-1); once; once = [...open].at(-1)) {
    await once().catch((error: unknown) => log(`Could not be stopped: ${explainFailure(error)}`));
  }
}

/**
 * Runs the handlers on signals and uncaught exceptions; otherwise started processes would outlive us. The exit codes are those
 * of shells: 128 plus the number of the signal.
 */
export function installExitHandlers(): void {
  const endWith = (code: number) => void runExitHandlers().then(() => process.exit(code));
  process.once('SIGINT', () => endWith(130));
  process.once('SIGTERM', () => endWith(143));
  process.once('uncaughtException', (fault) => {
    log(explainFailure(fault));
    endWith(1);
  });
}
