/**
 * Simulates what a power cut leaves of a folder: the content of each file and the names in each folder as of their last fsync.
 * Everything else is lost, as if the operating system had cached every other write.
 */
import {
  fstatSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

interface Entry {
  readonly key: string;
  readonly isFolder: boolean;
}

/** Inode numbers are reused after a file is removed. The birth time makes the key unique. */
const inodeKey = (stats: Stats) => `${stats.ino}-${stats.birthtimeMs}`;

export class DiskImage {
  readonly #contents = new Map<string, Buffer>();
  readonly #names = new Map<string, Map<string, Entry>>();

  /** Records an fsync. Call it after each fsync with its descriptor. Linux only: reads the path from /proc. */
  recordFlush(descriptor: number): void {
    const stats = fstatSync(descriptor);
    const path = readlinkSync(`/proc/self/fd/${descriptor}`);
    if (stats.isFile()) this.#contents.set(inodeKey(stats), readFileSync(path));
    else this.#names.set(inodeKey(stats), readNames(path));
  }

  /** Writes the surviving content of the folder `from` into the new folder `to`. */
  restore(from: string, to: string): void {
    this.#restoreFolder(inodeKey(lstatSync(from)), to);
  }

  #restoreFolder(key: string, to: string): void {
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const [name, entry] of this.#names.get(key) ?? []) {
      const path = join(to, name);
      if (entry.isFolder) this.#restoreFolder(entry.key, path);
      else writeFileSync(path, this.#contents.get(entry.key) ?? '', { mode: 0o600 });
    }
  }
}

function readNames(folder: string): Map<string, Entry> {
  const names = new Map<string, Entry>();
  for (const name of readdirSync(folder)) {
    const stats = lstatSync(join(folder, name));
    names.set(name, { key: inodeKey(stats), isFolder: stats.isDirectory() });
  }
  return names;
}
