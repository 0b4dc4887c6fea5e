/**
 * The program of the embedded database's thread, which startWorker.ts starts. PGlite blocks the thread that calls it until the
 * statement has ended.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { exitIfFatal } from './fatalErrors';
import { openPGlite } from './fsyncNodeFs';
import { errorStates } from './errorStates';
import type { Opened, Request, WorkerData } from './protocol';

if (!parentPort) throw new Error('databaseWorker.ts runs in a worker thread');
const port = parentPort;
const { folder } = workerData as WorkerData;

const report = (opened: Opened) => port.postMessage(opened);

try {
  const client = await openPGlite(folder);
  const answer = (request: Uint8Array) => {
    const parts: Uint8Array[] = [];
    // Synchronous: runs the statements before it returns. The parts are views of PGlite's memory, which it reuses, hence the
    // copies.
    const onRawData = (part: Uint8Array) => void parts.push(part.slice());
    void client.execProtocolRawStream(request, { syncToFs: false, onRawData });
    return new Uint8Array(Buffer.concat(parts));
  };
  port.on('message', (request: Request) => {
    if (request === 'close') {
      void client.close().finally(() => port.close());
      return;
    }
    const response = answer(request);
    for (const code of errorStates(response)) exitIfFatal({ code });
    port.postMessage(response, [response.buffer]);
  });
  report({});
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  report({ failure: { message, code } });
}
