import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { UnavailableError } from '../../plugins/errors';

/** argon2id, its package's default: 64 MiB of memory, three passes, one lane. */
const COST = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const;
const AT_ONCE = 4;
const WAITING = 64;
const BLOCKED_COMMON = 10_000;
const SHORTEST_BLOCKED = 6;
/** Fewer different characters than this, and it is one key held down, or two in turn. */
const LEAST_VARIED = 3;

let running = 0;
const waiting: (() => void)[] = [];

/** Lets 4 hashes run at once and 64 wait: each takes 64 MiB, and signing in must not be a way to exhaust the machine. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING)
      throw new UnavailableError('Too many sign-ins at once. Please try again in a moment.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), COST));
}

let nobody: Promise<string> | undefined;

/** The hash of a password nobody has, made once: an unknown e-mail takes as long to refuse as a wrong password. */
function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(crypto.randomUUID()).catch((error: unknown) => {
    // There was no room for it; the next one tries again.
    nobody = undefined;
    throw error;
  });
  return nobody;
}

/**
 * Whether the password is the one hashed.
 * @param hashed null when there is no such account; the work is done all the same, and the answer is no
 */
export async function checkPassword(hashed: string | null, password: string): Promise<boolean> {
  const compared = hashed ?? (await hashOfNobody());
  const same = await inTurn(() => verify(compared, password.normalize('NFC')));
  return same && hashed !== null;
}

let common: Set<string> | undefined;

/**
 * Whether a password is too well known or too close to the person: one of the 10,000 most common, one or two characters
 * repeated, or a word of the context (product, provider, e-mail, name) with little around it.
 */
export function isGuessable(password: string, context: readonly string[]): boolean {
  common ??= new Set(
    dictionary['passwords-common']
      .filter((word) => word.length >= SHORTEST_BLOCKED)
      .slice(0, BLOCKED_COMMON),
  );
  const plain = password.toLowerCase();
  if (common.has(plain) || new Set(plain).size < LEAST_VARIED) return true;
  return context
    .flatMap((text) => [text, ...text.split(/[\s@._-]+/)])
    .map((word) => word.toLowerCase())
    .some((word) => word.length >= 4 && plain.includes(word) && plain.length - word.length < 4);
}
