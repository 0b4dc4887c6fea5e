/**
 * Loaded into the server's process before it: keeps what a power cut would leave of the folder DATA_DIR, has the database
 * checkpointed all the time, and, told to by SIGUSR2, cuts the power in the middle of what the database then does with its
 * disk: what is left is written to the folder POWER_CUT_LEAVES, and the process is gone. Linux only.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { DiskImage } from '../support/diskImage';

const { DATA_DIR: folder = '', POWER_CUT_LEAVES: leaves = '' } = process.env;
const CHECKPOINT_EVERY = 300;
/** After so many operations at most: enough to come to a checkpoint's. */
const MOST_OPERATIONS = 60;

const image = new DiskImage();
const { writeSync, fsyncSync, openSync, closeSync } = fs;
let untilCut = Infinity;

/** What a process before this one left on the disk. */
function keepAll(path: string): void {
  for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) keepAll(join(path, entry.name));
    else if (entry.isFile()) keep(join(path, entry.name));
  }
  keep(path);
}

function keep(path: string): void {
  const descriptor = openSync(path, 'r');
  image.flushed(descriptor);
  closeSync(descriptor);
}

function beforeOperation(): void {
  untilCut -= 1;
  if (untilCut > 0) return;
  untilCut = Infinity;
  image.restore(folder, leaves);
  process.kill(process.pid, 'SIGKILL');
  // The signal comes as soon as it comes: nothing more may happen.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

keepAll(folder);
fs.writeSync = ((descriptor: number, ...rest: never[]) => {
  beforeOperation();
  return (writeSync as (...values: unknown[]) => number)(descriptor, ...rest);
}) as typeof writeSync;
fs.fsyncSync = (descriptor) => {
  beforeOperation();
  fsyncSync(descriptor);
  image.flushed(descriptor);
};
syncBuiltinESMExports();

const create = PGlite.create.bind(PGlite);
Object.assign(PGlite, {
  async create(options: PGliteOptions) {
    const client = await create(options);
    const checkpoint = () => void client.exec('checkpoint').catch(() => undefined);
    setInterval(checkpoint, CHECKPOINT_EVERY).unref();
    return client;
  },
});

process.on('SIGUSR2', () => {
  untilCut = Math.ceil(Math.random() * MOST_OPERATIONS);
});
