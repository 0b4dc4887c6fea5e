import { statfsSync } from 'node:fs';

/** Bytes that must stay free. Below this, writes are refused: after one failed write the embedded database spins forever. */
const FREE_SPACE_FLOOR = 64 * 1024 * 1024;

/** Returns how many bytes may still be written to the disk of a path; negative below the floor. */
export function freeDiskSpace(path: string): number {
  const disk = statfsSync(path);
  return disk.bavail * disk.bsize - FREE_SPACE_FLOOR;
}
