import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { FolderInUseError, lockFolder } from './folderLock';

const folder = mkdtempSync(join(tmpdir(), 'lock-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives a data folder one holder at a time and names the holder in the refusal', () => {
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  expect(() => lockFolder(folder)).toThrow(`process ${process.pid}`);
  unlock();
  expect(() => lockFolder(folder)()).not.toThrow();
});
