import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Part {
  /** What it is built into. */
  readonly output: string;
  /** Files and folders it is built from. */
  readonly inputs: readonly string[];
  readonly command: readonly string[];
}

const PARTS: readonly Part[] = [
  {
    output: 'dist/web',
    inputs: ['contract', 'src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'],
    command: ['build'],
  },
  {
    output: 'dist/server',
    inputs: [
      'contract',
      'server',
      'scripts',
      'package.json',
      'vite.server.config.ts',
      'package-lock.json',
    ],
    command: ['build', '--config', 'vite.server.config.ts'],
  },
];

/** Builds what is missing or older than its sources: told by their contents, as a checkout makes every file new. */
export function ensureBuilt(): void {
  for (const part of PARTS) {
    const stamp = `${part.output}.stamp`;
    const current = hashOf(part.inputs);
    const isFresh =
      existsSync(part.output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current;
    if (isFresh) continue;
    execFileSync(
      process.execPath,
      ['node_modules/vite/bin/vite.js', ...part.command, '--logLevel', 'warn'],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    mkdirSync('dist', { recursive: true });
    writeFileSync(stamp, current);
  }
}

/** Of files and folders, by their contents. */
export function hashOf(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesIn).toSorted()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}
