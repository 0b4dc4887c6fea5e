import { execFileSync } from 'node:child_process';
import { hashFiles } from './hashFiles.ts';

const SOURCES = ['contract', 'server', 'src', 'scripts', 'package-lock.json'];

/** Identifies the sources of a build: the commit, or a hash of the sources if there is none, as in an unpacked archive. */
export function readSourceRevision(): string {
  // Set for builds without a Git repository, such as that of the container image.
  const given = process.env.SOURCE_COMMIT?.replace(/[^\w.-]/g, '').slice(0, 40);
  return given || readCommit() || `sources.${hashFiles(SOURCES).slice(0, 9)}`;
}

function readCommit(): string | undefined {
  try {
    // A path up means that the sources were unpacked inside another repository.
    if (git('rev-parse', '--show-cdup') !== '') return undefined;
    return git('describe', '--always', '--dirty', '--abbrev=9', '--exclude=*');
  } catch {
    return undefined;
  }
}

const git = (...command: string[]) =>
  execFileSync('git', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
