/**
 * What a power cut would leave of a folder: of each file what was last flushed, of each folder the names it had when it was
 * last flushed. Everything else is gone, as if the machine had cached all it could.
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

/** A number is given again after a file is removed; with its birth it is unique. */
const hmac = (stats: Stats) => `${stats.ino}-${stats.birthtimeMs}`;

export class DiskImage {
  readonly #contents = new Map<string, Buffer>();
  readonly #names = new Map<string, Map<string, Entry>>();

  /** To be told of each flush, with the flushed descriptor. Linux only: it asks /proc for the path. */
  flushed(descriptor: number): void {
    const stats = fstatSync(descriptor);
    const path = readlinkSync(`/proc/self/fd/${descriptor}`);
    if (stats.isFile()) this.#contents.set(hmac(stats), readFileSync(path));
    else this.#names.set(hmac(stats), namesIn(path));
  }

  /** Writes what is left of the folder `from` into the new folder `to`. */
  restore(from: string, to: string): void {
    this.#restoreFolder(hmac(lstatSync(from)), to);
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

function namesIn(folder: string): Map<string, Entry> {
  const names = new Map<string, Entry>();
  for (const name of readdirSync(folder)) {
    const stats = lstatSync(join(folder, name));
    names.set(name, { key: hmac(stats), isFolder: stats.isDirectory() });
  }
  return names;
}
