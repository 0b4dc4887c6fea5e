import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readSecret } from './secret';
import { readSettings } from './settings';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'referral-desk-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const secretIn = (DATA_DIR: string) => readSecret(readSettings({ DATA_DIR }));

it('is made once, for its owner alone, and nothing else is left beside it', () => {
  const folder = newFolder();
  const secret = secretIn(folder);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(secretIn(folder)).toBe(secret);
  expect(readdirSync(folder)).toEqual(['jwt-secret']);
  expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
});

it('that a killed process has begun to make does not keep the next one from starting', () => {
  const folder = newFolder();
  writeFileSync(join(folder, `jwt-secret.${process.pid}`), 'half');
  expect(secretIn(folder).length).toBeGreaterThanOrEqual(32);
});

it('that is too short is refused', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'jwt-secret'), 'short');
  expect(() => secretIn(folder)).toThrow('too short');
});
