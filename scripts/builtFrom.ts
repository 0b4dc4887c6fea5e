import { execFileSync } from 'node:child_process';
import { hashOf } from './hashOf.ts';

const SOURCES = ['contract', 'server', 'src', 'scripts', 'package-lock.json'];

/** Names what is built: the commit, or where there is none, as in an unpacked archive, a hash of the sources. */
export function builtFrom(): string {
  // Given where only the files are copied, as into an image.
  const given = process.env.SOURCE_COMMIT?.replace(/[^\w.-]/g, '').slice(0, 40);
  return given || readCommit() || `sources.${hashOf(SOURCES).slice(0, 9)}`;
}

function readCommit(): string | undefined {
  try {
    // Else it is another repository that the unpacked sources lie in.
    if (git('rev-parse', '--show-cdup') !== '') return undefined;
    return git('describe', '--always', '--dirty', '--abbrev=9', '--exclude=*');
  } catch {
    return undefined;
  }
}

const git = (...command: string[]) =>
  execFileSync('git', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
