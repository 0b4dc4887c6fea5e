import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings';

/** What tokens are signed with: JWT_SECRET, or one made once and kept in the data folder, readable by its owner only. */
export function readSecret(settings: Settings): string {
  if (settings.JWT_SECRET) return settings.JWT_SECRET;
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const path = join(settings.DATA_DIR, 'jwt-secret');
  if (!existsSync(path)) {
    const descriptor = openSync(path, 'wx', 0o600);
    writeSync(descriptor, randomBytes(48).toString('base64url'));
    fsyncSync(descriptor);
    closeSync(descriptor);
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(`${path} is too short to be a secret; delete it to have one made.`);
  return secret;
}
