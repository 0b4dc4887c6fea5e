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
import { syncPath } from './db/fsyncNodeFs';
import { makeOwnerOnly } from './db/ownerOnly';
import type { Settings } from './settings';

const secretFile = ({ DATA_DIR }: Settings) => join(DATA_DIR, 'jwt-secret');

/** Whether a server with these settings has a secret already. */
export const hasSecret = (settings: Settings): boolean =>
  settings.JWT_SECRET !== undefined || existsSync(secretFile(settings));

/** What tokens are signed with: JWT_SECRET, or one made once and kept in the data folder, readable by its owner only. */
export function readSecret(settings: Settings): string {
  if (settings.JWT_SECRET) return settings.JWT_SECRET;
  makeOwnerOnly(settings.DATA_DIR);
  const path = secretFile(settings);
  if (!existsSync(path)) makeSecret(path);
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(`${path} is too short to be a secret; delete it to have one made.`);
  return secret;
}

/** Named only once it is whole, as half of one would keep the server from starting; of processes that make one at once, one does. */
function makeSecret(path: string): void {
  const unnamed = `${path}.${process.pid}`;
  const descriptor = openSync(unnamed, 'w', 0o600);
  writeSync(descriptor, randomBytes(48).toString('base64url'));
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    linkSync(unnamed, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  unlinkSync(unnamed);
  syncPath(dirname(path));
}
