import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * Decimal logarithm of the guesses that a token secret must take. An attacker with one token can try secrets offline: at 10^12
 * a second these take 300,000 years. The outputs of the documented commands are estimated at 10^40 and more, 32 random
 * hexadecimal digits at 10^27 and more, rows of the keyboard and repeated words below 10^24.
 */
const TOKEN_SECRET_MIN = 25;
/**
 * The same for a password, which can be tried offline only by an attacker who has the database, at some 10,000 a second for
 * each graphics card, because of its slow hash: 3 years. Two common words and a year are estimated below it.
 */
const PASSWORD_MIN = 12;

/** zxcvbn takes each character it cannot explain as one of ten: with fewer different ones, it estimates too much. */
const MIN_DISTINCT = 10;

/**
 * Words of examples and templates, in lower case without separators. Too long to occur in random text. zxcvbn would add the
 * guesses for the words around them.
 */
const PLACEHOLDERS = [
  'changeit', 'changeme', 'changethis', 'default', 'donotuse', 'example', 'insecure', 'jwtsecret', 'keyboardcat',
  'mysecret', 'openssl', 'password', 'placeholder', 'replaceit', 'replaceme', 'replacethis', 'secretkey',
  'stringsecret', 'supersecret', 'topsecret', 'verysecret', 'yoursecret', '256bitsecret', '512bitsecret',
]; // prettier-ignore

/** Secrets published in the guides of widely used frameworks, which attackers try first. */
const PUBLISHED = [
  '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7',
  'reallyreallyreallyreallyverysafe',
];

let estimator: ZxcvbnFactory | undefined;

/** Estimates how many guesses a secret takes, as a decimal logarithm. Takes some 5 ms for 64 characters. */
function estimateGuesses(secret: string, context: string[]): number {
  // Created on first use, because that takes as long as several estimates.
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, published: PUBLISHED },
    graphs: adjacencyGraphs,
    // How many readings of p4$$w0rd are tried. Two find the word; with the default of 100, 64 random characters take a second.
    l33tMaxSubstitutions: 2,
  });
  return estimator.check(secret, context).guessesLog10;
}

/** Whether a secret that signs tokens can be guessed, or was typed rather than generated. */
export const isWeakSecret = (secret: string): boolean => isWeak(secret, TOKEN_SECRET_MIN);

/**
 * Whether the first super user's password can be guessed.
 * @param context words that an attacker knows, such as the brand
 */
export const isWeakFirstPassword = (password: string, context: readonly string[]): boolean =>
  isWeak(password, PASSWORD_MIN, context);

function isWeak(secret: string, minGuesses: number, context: readonly string[] = []): boolean {
  const plain = secret.toLowerCase();
  const words = plain.replace(/[^a-z0-9]/g, '');
  return (
    new Set(secret).size < MIN_DISTINCT ||
    PLACEHOLDERS.some((placeholder) => words.includes(placeholder)) ||
    estimateGuesses(secret, wordsOf(context)) < minGuesses
  );
}

/** Each text as it stands, without separators, and its words. */
const wordsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const words = text.split(/[\s@._-]+/);
    return [text, words.join(''), ...words];
  });
