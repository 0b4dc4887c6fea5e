import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readSecret } from './secret';
import { readSettings } from '../../settings/settings';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'referral-desk-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const secretIn = (DATA_DIR: string) => readSecret(readSettings({ DATA_DIR }));

it('creates the secret once, readable only by its owner, and leaves no other file', () => {
  const folder = newFolder();
  const secret = secretIn(folder);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(secretIn(folder)).toBe(secret);
  expect(readdirSync(folder)).toEqual(['jwt-secret']);
  expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
});

it('creates a secret although a killed process left a partial one', () => {
  const folder = newFolder();
  writeFileSync(join(folder, `jwt-secret.${process.pid}`), 'half');
  expect(secretIn(folder).length).toBeGreaterThanOrEqual(32);
});

it('refuses a secret that is too short', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'jwt-secret'), 'short');
  expect(() => secretIn(folder)).toThrow('too short');
});
