import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { createFairQueue } from './fairQueue';

/** Argon2 parameters: memory in KiB, passes, lanes. */
export interface HashingCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Package default of @node-rs/argon2: argon2id, 64 MiB, three passes, one lane. */
export const HASHING_COST: HashingCost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };
const COMMON_COUNT = 10_000;
const COMMON_MIN_LENGTH = 6;
/** Minimum number of distinct characters. Below it, a password repeats one or two keys. */
const MIN_DISTINCT = 3;

/** Concurrent hashes: one per processor, at most four, because each needs 64 MiB. */
const MAX_CONCURRENT = Math.min(availableParallelism(), 4);

/** Hashes a password without queueing: for CLI commands and for work that already runs in the queue. */
export const hashPassword = (password: string, cost = HASHING_COST): Promise<string> =>
  hash(password.normalize('NFC'), cost);

export interface Passwords {
  /**
   * Runs work that hashes in a fair queue of client networks, so that a flood of logins neither exhausts the machine nor
   * blocks other clients. One widest network gets at most half of the concurrency.
   * @param path the client's networks, from the widest to the narrowest
   */
  runQueued<T>(path: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Hashes a password in the queue. */
  hash(password: string, path: readonly string[]): Promise<string>;
  /** Hashes without queueing. Call it within `runQueued`. */
  hashNow(password: string): Promise<string>;
  /**
   * Verifies a password against a hash. Call it within `runQueued`.
   * @param hashed null for an unknown account: takes as long as a comparison and returns false
   */
  check(hashed: string | null, password: string): Promise<boolean>;
}

/** @param cost for new hashes; verification reads the cost from the hash */
export function createPasswords(cost = HASHING_COST): Passwords {
  const runQueued = createFairQueue({
    maxRunning: MAX_CONCURRENT,
    maxRunningPerNetwork: Math.max(1, Math.floor(MAX_CONCURRENT / 2)),
    maxWaiting: 64,
    refusalDelay: 3_000,
  });
  const hashNow = (password: string) => hashPassword(password, cost);
  let dummyHash: Promise<string> | undefined;

  /** The hash of a random password, created once. With it, refusing an unknown email takes as long as a wrong password. */
  function getDummyHash(): Promise<string> {
    dummyHash ??= hashNow(crypto.randomUUID()).catch((error: unknown) => {
      // Retry on the next call.
      dummyHash = undefined;
      throw error;
    });
    return dummyHash;
  }

  return {
    runQueued,
    hash: (password, path) => runQueued(path, () => hashNow(password)),
    hashNow,
    async check(hashed, password) {
      const compared = hashed ?? (await getDummyHash());
      const same = await verify(compared, password.normalize('NFC'));
      return same && hashed !== null;
    },
  };
}

/** Whether each character follows the one before it, or each precedes it. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

let commonPasswords: Set<string> | undefined;

/**
 * Whether a password is easy to guess: one of the 10,000 most common, made of one or two distinct characters, a run such as
 * 'abcdef' or '987654' (the list leaves these out), or a word of the context (product, provider, email, name) with fewer than four
 * characters added.
 */
export function isGuessable(password: string, context: readonly string[]): boolean {
  commonPasswords ??= new Set(
    dictionary['passwords-common']
      .filter((word) => word.length >= COMMON_MIN_LENGTH)
      .slice(0, COMMON_COUNT),
  );
  const lower = password.toLowerCase();
  if (commonPasswords.has(lower) || new Set(lower).size < MIN_DISTINCT || isRun(lower)) return true;
  return context
    .flatMap((text) => {
      const words = text.split(/[\s@._-]+/);
      return [text, words.join(''), ...words];
    })
    .map((word) => word.toLowerCase())
    .some((word) => word.length >= 4 && lower.includes(word) && lower.length - word.length < 4);
}
