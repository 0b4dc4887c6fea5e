/**
 * Preloaded into the server's process. In its thread of the database: tracks what a power cut would leave of the folder DATA_DIR,
 * and checkpoints the database continuously. SIGUSR2, which only the main thread receives, simulates a power cut in the middle of
 * the database's next disk operations: what is left is written to the folder POWER_CUT_LEAVES, and the process is killed. Linux only.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { DiskImage } from '../support/diskImage';

const { DATA_DIR: folder = '', POWER_CUT_LEAVES: leftoverFolder = '' } = process.env;
/** Milliseconds. */
const CHECKPOINT_INTERVAL = 300;
/** Maximum number of disk operations before the cut: enough to reach those of a checkpoint. */
const MAX_OPERATIONS = 60;

const image = new DiskImage();
const { writeSync, fsyncSync, openSync, closeSync } = fs;
let untilCut = Infinity;

/** Records what a previous process left on the disk. */
function recordFolder(path: string): void {
  for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) recordFolder(join(path, entry.name));
    else if (entry.isFile()) recordFlushed(join(path, entry.name));
  }
  recordFlushed(path);
}

function recordFlushed(path: string): void {
  const descriptor = openSync(path, 'r');
  image.recordFlush(descriptor);
  closeSync(descriptor);
}

function beforeOperation(): void {
  untilCut -= 1;
  if (untilCut > 0) return;
  untilCut = Infinity;
  image.restore(folder, leftoverFolder);
  process.kill(process.pid, 'SIGKILL');
  // SIGKILL is asynchronous: block so that nothing more happens.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function watchDisk(): void {
  recordFolder(folder);
  fs.writeSync = ((descriptor: number, ...rest: never[]) => {
    beforeOperation();
    return (writeSync as (...values: unknown[]) => number)(descriptor, ...rest);
  }) as typeof writeSync;
  fs.fsyncSync = (descriptor) => {
    beforeOperation();
    fsyncSync(descriptor);
    image.recordFlush(descriptor);
  };
  syncBuiltinESMExports();

  const create = PGlite.create.bind(PGlite);
  Object.assign(PGlite, {
    async create(options: PGliteOptions) {
      const client = await create(options);
      const checkpoint = () => void client.exec('checkpoint').catch(() => undefined);
      setInterval(checkpoint, CHECKPOINT_INTERVAL).unref();
      return client;
    },
  });
}

const cuts = new BroadcastChannel('power cut');
cuts.unref();
if (isMainThread) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  process.on('SIGUSR2', () => cuts.postMessage('cut'));
} else {
  watchDisk();
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- Node's types lack the method
  cuts.onmessage = () => {
    untilCut = Math.ceil(Math.random() * MAX_OPERATIONS);
  };
}
