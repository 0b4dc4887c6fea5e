/** What a session is made of, without a server: tokens that can be read, and a storage of one's own. */
import type { Role } from '../../contract/constants';
import type { TokenPair } from '../../contract/entities/session';

const FAR_FUTURE = 4_102_444_800;

interface TokenParts {
  approved?: boolean;
  /** In seconds. */
  exp?: number;
  username?: string;
}

/** An access token that speaks for Sam Rivera. */
export function tokenFor(
  role: Role,
  { approved = true, exp = FAR_FUTURE, username = 'sam@clinic.example' }: TokenParts = {},
) {
  const subject = { username, fullname: 'Sam Rivera', role, approved };
  return makeToken({ subject, exp });
}

/** A token with any payload; nobody checks its signature here. */
export function makeToken(payload: object): string {
  const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${encode({ alg: 'none' })}.${encode(payload)}.`;
}

export function pairFor(role: Role, parts: TokenParts = {}): TokenPair {
  return { access_token: tokenFor(role, parts), refresh_token: 'refresh' };
}

export function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}
