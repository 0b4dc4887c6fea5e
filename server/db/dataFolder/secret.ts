import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncPath } from './syncPath';
import { createOwnerOnlyFolder } from './ownerOnly';
import type { Settings } from '../../settings/settings';

const secretFile = ({ DATA_DIR }: Settings) => join(DATA_DIR, 'jwt-secret');

/** Whether a server with these settings already has a secret. */
export const hasSecret = (settings: Settings): boolean =>
  settings.JWT_SECRET !== undefined || existsSync(secretFile(settings));

/**
 * Returns the secret that signs tokens: JWT_SECRET, or one generated once and stored in the data folder, readable only by its
 * owner.
 * @throws Error when the stored secret is too short
 */
export function readSecret(settings: Settings): string {
  if (settings.JWT_SECRET) return settings.JWT_SECRET;
  createOwnerOnlyFolder(settings.DATA_DIR);
  const path = secretFile(settings);
  if (!existsSync(path)) createSecret(path);
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(`${path} is too short to be a secret; delete it to have a new one generated.`);
  return secret;
}

/**
 * Writes the secret to a temporary file and then links it: a partial secret would prevent later starts. If several processes
 * create one at once, the first link wins.
 */
function createSecret(path: string): void {
  const temporary = `${path}.${process.pid}`;
  const descriptor = openSync(temporary, 'w', 0o600);
  writeSync(descriptor, randomBytes(48).toString('base64url'));
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  unlinkSync(temporary);
  syncPath(dirname(path));
}
