/**
 * Preloaded into the server's process and its thread of the database: makes the disk under its database fail as soon as the file
 * DISK_FAULT exists. The file contains the operation and the error code, such as `writeSync ENOSPC`. With `none` the error has no code, unlike any disk error.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const { DISK_FAULT: flag = '', DATA_DIR = '' } = process.env;
const folder = join(DATA_DIR, 'postgres');

/** Linux only: resolves the descriptor's file through /proc. */
function failIfWanted(operation: string, descriptor: number): void {
  if (!fs.existsSync(flag)) return;
  const [wanted, code] = fs.readFileSync(flag, 'utf8').split(' ');
  if (wanted !== operation) return;
  if (!fs.readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder)) return;
  throw Object.assign(new Error('The disk fails'), code !== 'none' && { code });
}

const { writeSync, fsyncSync } = fs;
fs.writeSync = ((descriptor: number, ...rest: never[]) => {
  failIfWanted('writeSync', descriptor);
  return (writeSync as (...values: unknown[]) => number)(descriptor, ...rest);
}) as typeof writeSync;
fs.fsyncSync = (descriptor) => {
  failIfWanted('fsyncSync', descriptor);
  fsyncSync(descriptor);
};
syncBuiltinESMExports();
