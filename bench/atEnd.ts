/** What was started is stopped, however the benchmark ends: its end, a failure, or Ctrl-C. */
type Work = () => Promise<unknown> | void;

/** What is still to be done, or is being done. */
const open = new Set<() => Promise<void>>();

/**
 * Has something done at the latest at the end.
 * @returns does it now, and then no more; who asks while it is being done waits for it
 */
export function atEnd(work: Work): () => Promise<void> {
  let done: Promise<void> | undefined;
  const doOnce = async () => {
    try {
      await work();
    } finally {
      open.delete(once);
    }
  };
  const once = () => (done ??= doOnce());
  open.add(once);
  return once;
}

/**
 * Does what is left, the newest first; also what is added meanwhile, by who does not know yet that it is the end. What fails
 * does not keep the rest from being done. It may be the end twice, of a signal and of the work the signal stops: each waits
 * until all is done, whoever does it.
 */
export async function endAll(): Promise<void> {
  for (let once = [...open].at(-1); once; once = [...open].at(-1)) {
    try {
      await once();
    } catch (error) {
      process.stderr.write(`Could not be stopped: ${String(error)}\n`);
    }
  }
}

/** As shells have it: 128 and the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

export function endWhateverHappens(): void {
  // Otherwise what was started would go on without us.
  process.once('uncaughtException', (fault) => {
    process.stderr.write(`${fault.stack ?? fault.message}\n`);
    endAndExit(1);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stderr.write('Stopping what was started …\n');
      endAndExit(EXIT_CODES[signal]);
    });
  }
}

function endAndExit(code: number): void {
  // Work that is stopped in its midst fails, and may come to its own end first.
  process.once('exit', () => {
    process.exitCode = code;
  });
  void endAll().then(() => process.exit(code));
}
