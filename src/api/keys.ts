import type { AnyCallName } from '../../contract/calls';
import type { TokenStore } from './createApi';
import type { RawInput } from './wire';

const KEY_BYTES = 16;

/** The keys of what is being submitted: one for each submission, however often it is sent. */
export interface Keys {
  /** The key for that content: the same as last time, until it was done or something else was sent. */
  take(name: AnyCallName, input: RawInput): string;
  /** It was done: the same content sent once more is another submission. */
  done(name: AnyCallName, key: string): void;
}

interface Open {
  readonly key: string;
  readonly content: string;
  readonly owner: string | null;
}

/** Kept in memory only; what one person sent is forgotten when another one comes, or they leave. */
export function createKeys(
  tokens: Pick<TokenStore, 'owner' | 'subscribe' | 'waitForSignIn'>,
): Keys {
  const open = new Map<AnyCallName, Open>();
  tokens.subscribe(() => {
    // Who is to come back goes on with what they sent.
    if (tokens.waitForSignIn()) return;
    const owner = tokens.owner();
    for (const [name, kept] of open) if (kept.owner !== owner) open.delete(name);
  });

  return {
    take(name, input) {
      const content = JSON.stringify(input);
      const owner = tokens.owner();
      const kept = open.get(name);
      if (kept?.content === content && kept.owner === owner) return kept.key;
      const key = newKey();
      open.set(name, { key, content, owner });
      return key;
    },
    done(name, key) {
      if (open.get(name)?.key === key) open.delete(name);
    },
  };
}

/** `randomUUID` would be there on encrypted pages only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
