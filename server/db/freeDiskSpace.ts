import { statfsSync } from 'node:fs';

/** Below this, in bytes, writes are refused: after one failed write the embedded database spins for ever. */
const FREE_SPACE_FLOOR = 64 * 1024 * 1024;

/** The bytes that may still be written to the disk a path is on. */
export function freeDiskSpace(path: string): number {
  const disk = statfsSync(path);
  return disk.bavail * disk.bsize - FREE_SPACE_FLOOR;
}
