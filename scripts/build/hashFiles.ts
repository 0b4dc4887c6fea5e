import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Hashes files and folders by their names and contents (SHA-256, hexadecimal). */
export function hashFiles(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(listFiles).toSorted()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => listFiles(join(path, name)));
}
