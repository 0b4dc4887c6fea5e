/** What was started is stopped, however the benchmark ends: its end, a failure, or Ctrl-C. */
type Work = () => Promise<unknown> | void;

const open = new Set<Work>();

/**
 * Has something done at the latest at the end.
 * @returns does it now, and then no more
 */
export function atEnd(work: Work): () => Promise<void> {
  open.add(work);
  return async () => {
    if (open.delete(work)) await work();
  };
}

/** Does what is left, the newest first. What fails does not keep the rest from being done. */
export async function endAll(): Promise<void> {
  for (const work of [...open].toReversed()) {
    open.delete(work);
    try {
      await work();
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
