import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readSourceRevision } from './sourceRevision';

it('returns the commit of SOURCE_COMMIT', () => {
  vi.stubEnv('SOURCE_COMMIT', 'abc1234\n');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(readSourceRevision()).toBe('abc1234');
});

it('returns a hash of the sources if there is no commit', () => {
  const empty = mkdtempSync(join(tmpdir(), 'referral-desk-built-from-'));
  onTestFinished(() => rmSync(empty, { recursive: true }));
  vi.stubEnv('SOURCE_COMMIT', '');
  vi.stubEnv('GIT_DIR', empty);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(readSourceRevision()).toMatch(/^sources\.[0-9a-f]{9}$/);
});
