import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Flushes one file, or the entries of one folder. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
