/** Session parts without a server: readable tokens and an in-memory storage. */
import type { Role } from '../../contract/constants';
import type { TokenPair } from '../../contract/entities/session';

const FAR_FUTURE = 4_102_444_800;

interface TokenParts {
  approved?: boolean;
  /** Unix time in seconds. */
  exp?: number;
  username?: string;
  /** The account's id, which only our server sends. */
  id?: string | undefined;
}

/** Makes an access token of the test user Sam Rivera. */
export function tokenFor(
  role: Role,
  { approved = true, exp = FAR_FUTURE, username = 'sam@clinic.example', id }: TokenParts = {},
) {
  const subject = { username, fullname: 'Sam Rivera', role, approved, id };
  return makeToken({ subject, exp });
}

/** Makes an unsigned token with any payload. The web app does not verify signatures. */
export function makeToken(payload: object): string {
  const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${encode({ alg: 'none' })}.${encode(payload)}.`;
}

export function pairFor(role: Role, parts: TokenParts = {}): TokenPair {
  return { access_token: tokenFor(role, parts), refresh_token: 'refresh' };
}

export function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  };
}
