import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkDatabaseFolder } from './dataFolder';
import { freeDiskSpace } from './freeDiskSpace';

vi.mock('./freeDiskSpace');

it('refuses to create a database on a disk without enough free space', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'referral-desk-room-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const folder = join(dataDir, 'postgres');
  const MIB = 1024 * 1024;
  // A full disk: even the 64 MiB that must stay free are used.
  vi.mocked(freeDiskSpace).mockReturnValue(-64 * MIB);
  expect(() => checkDatabaseFolder(folder)).toThrow(/128 MiB are missing.*DATA_DIR/);
  vi.mocked(freeDiskSpace).mockReturnValue(63.5 * MIB);
  expect(() => checkDatabaseFolder(folder)).toThrow('1 MiB are missing');
  expect(readdirSync(dataDir)).toEqual([]);
  vi.mocked(freeDiskSpace).mockReturnValue(64 * MIB);
  checkDatabaseFolder(folder);
});
