import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readSourceRevision } from './sourceRevision';
import { hashFiles } from './hashFiles';

interface Part {
  /** The folder it is built into. */
  readonly output: string;
  /** Files and folders it is built from. */
  readonly inputs: readonly string[];
  /** Arguments of Vite. */
  readonly command?: readonly string[];
  /** The script that runs afterwards. */
  readonly script?: string;
  /** Whether the output contains the commit it was built from. */
  readonly namesCommit?: boolean;
}

const WEB = [
  'contract',
  'src',
  'public',
  'scripts/build/languageParts.ts',
  'index.html',
  'vite.config.ts',
  'vite.page.config.ts',
  'package-lock.json',
];

const PARTS: readonly Part[] = [
  {
    output: 'dist/web',
    inputs: WEB,
    command: ['build'],
  },
  {
    output: 'dist/page',
    inputs: [...WEB, 'scripts/build/renderLanding.ts', 'server/features/pages'],
    command: ['build', '--config', 'vite.page.config.ts'],
    script: 'scripts/build/renderLanding.ts',
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
    namesCommit: true,
  },
  {
    output: 'dist/database',
    inputs: [
      'scripts/build/initDatabase.ts',
      'server/db/embedded/newDatabase.ts',
      'package-lock.json',
    ],
    script: 'scripts/build/initDatabase.ts',
  },
];

/**
 * Builds the parts whose output is missing or stale. Compares hashes of the sources, because a checkout changes every mtime.
 */
export function ensureBuilt(): void {
  for (const part of PARTS) {
    const stamp = `${part.output}.stamp`;
    const current = `${hashFiles(part.inputs)}${part.namesCommit ? ` ${readSourceRevision()}` : ''}`;
    const isFresh =
      existsSync(part.output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current;
    if (isFresh) continue;
    if (part.command) run('node_modules/vite/bin/vite.js', ...part.command, '--logLevel', 'warn');
    if (part.script) run('--import', 'tsx', part.script);
    mkdirSync('dist', { recursive: true });
    writeFileSync(stamp, current);
  }
}

function run(...command: string[]): void {
  execFileSync(process.execPath, command, { stdio: ['ignore', 'inherit', 'inherit'] });
}
