import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { createFairQueue } from './fairQueue';

/** What a hash takes: memory in KiB, passes over it, lanes. */
export interface HashingCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** argon2id, its package's default: 64 MiB of memory, three passes, one lane. */
export const HASHING_COST: HashingCost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };
const BLOCKED_COMMON = 10_000;
const SHORTEST_BLOCKED = 6;
/** Fewer different characters than this, and it is one key held down, or two in turn. */
const LEAST_VARIED = 3;

/** As many as there are processors, and no more than four: each takes 64 MiB. */
const RUNNING = Math.min(availableParallelism(), 4);

/** Hashes a password now: for commands, and for whoever has their turn already. */
export const hashPassword = (password: string, cost = HASHING_COST): Promise<string> =>
  hash(password.normalize('NFC'), cost);

export interface Passwords {
  /**
   * Has a network wait its turn for work that hashes: signing in must not be a way to exhaust the machine, nor to keep
   * others out. One network has half of the turns at most, so that whatever it sends, a processor is left for everybody else.
   */
  inTurn<T>(network: string, work: () => Promise<T>): Promise<T>;
  /** Hashes a password for a request, whose network waits its turn. */
  hash(password: string, network: string): Promise<string>;
  /** The same, within `inTurn`. */
  hashNow(password: string): Promise<string>;
  /**
   * Whether the password is the one hashed. Call it within `inTurn`.
   * @param hashed null when there is no such account; the work is done all the same, and the answer is no
   */
  check(hashed: string | null, password: string): Promise<boolean>;
}

/** @param cost of every hash; a hash that is checked says what it cost */
export function createPasswords(cost = HASHING_COST): Passwords {
  const inTurn = createFairQueue({
    running: RUNNING,
    runningPerKey: Math.max(1, Math.floor(RUNNING / 2)),
    waiting: 64,
    waitingPerKey: 16,
    refusedAfter: 3_000,
  });
  const hashNow = (password: string) => hashPassword(password, cost);
  let nobody: Promise<string> | undefined;

  /** The hash of a password nobody has, made once: an unknown e-mail takes as long to refuse as a wrong password. */
  function hashOfNobody(): Promise<string> {
    nobody ??= hashNow(crypto.randomUUID()).catch((error: unknown) => {
      // The next one tries again.
      nobody = undefined;
      throw error;
    });
    return nobody;
  }

  return {
    inTurn,
    hash: (password, network) => inTurn(network, () => hashNow(password)),
    hashNow,
    async check(hashed, password) {
      const compared = hashed ?? (await hashOfNobody());
      const same = await verify(compared, password.normalize('NFC'));
      return same && hashed !== null;
    },
  };
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
