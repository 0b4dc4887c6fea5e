import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { exitAfterCrash } from './fatalErrors';
import type { Opened, Request, WorkerData } from './protocol';

/** The thread's program: built beside this module, or its source, which Node loads through tsx. */
const program = import.meta.filename.endsWith('.ts')
  ? {
      file: join(import.meta.dirname, 'databaseWorker.ts'),
      options: {
        execArgv: [
          ...process.execArgv,
          '--import',
          join(import.meta.dirname, '../../../scripts/loadTypeScript.mjs'),
        ],
      },
    }
  : { file: join(import.meta.dirname, 'databaseWorker-program.js'), options: {} };

export interface DatabaseWorker {
  readonly thread: Worker;
  /** Closes the database and ends its thread. */
  close(): Promise<void>;
}

/**
 * Opens the embedded database in a thread of its own. If that thread ends before it is asked to, this process exits, because
 * the database cannot continue.
 * @param folder the database's folder
 * @throws Error with a message for the operator when the database cannot be opened
 */
export async function startWorker(folder: string): Promise<DatabaseWorker> {
  const workerData: WorkerData = { folder };
  const thread = new Worker(program.file, { ...program.options, workerData });
  // An uncaught exception, or out of memory.
  thread.once('error', exitAfterCrash);
  // The thread has written the reason.
  const exitToo = (code: number) => process.exit(code || 1);
  thread.once('exit', exitToo);
  const expectEnd = () => {
    thread.off('exit', exitToo);
    return once(thread, 'exit');
  };
  const [{ failure }] = (await once(thread, 'message')) as [Opened];
  if (failure) {
    const { message, code } = failure;
    const ended = expectEnd();
    await thread.terminate();
    await ended;
    throw Object.assign(new Error(message), code !== undefined && { code });
  }
  // An open database alone does not keep the process running.
  thread.unref();
  return {
    thread,
    async close() {
      const ended = expectEnd();
      thread.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage('close' satisfies Request);
      const [code] = (await ended) as [number];
      // A failure while closing: the thread has written the reason.
      if (code !== 0) process.exit(code);
    },
  };
}
