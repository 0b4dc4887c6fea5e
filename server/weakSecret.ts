/** Fewer different characters indicate a pattern; random hexadecimal secrets have about fourteen. */
const MIN_DISTINCT = 10;

/** Words of examples and templates, in lower case without separators. Too long to occur in random text. */
const PLACEHOLDERS = [
  'changeit', 'changeme', 'changethis', 'default', 'donotuse', 'example', 'insecure', 'jwtsecret', 'keyboardcat',
  'mysecret', 'openssl', 'password', 'placeholder', 'replaceit', 'replaceme', 'replacethis', 'secretkey',
  'stringsecret', 'supersecret', 'topsecret', 'verysecret', 'yoursecret', '256bitsecret', '512bitsecret',
]; // prettier-ignore

/** Secrets published in the guides of widely used frameworks, which attackers try first. */
const PUBLISHED = new Set([
  '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7',
  'reallyreallyreallyreallyverysafe',
]);

/**
 * Whether a secret was typed rather than generated at random: few different characters, one repeated pattern,
 * consecutive characters, or the words of an example. Does not estimate entropy: an original sentence passes.
 */
export function isWeakSecret(secret: string): boolean {
  const plain = secret.toLowerCase();
  const words = plain.replace(/[^a-z0-9]/g, '');
  return (
    new Set(secret).size < MIN_DISTINCT ||
    isRepetition(secret) ||
    isSequence(plain) ||
    PUBLISHED.has(plain) ||
    PLACEHOLDERS.some((placeholder) => words.includes(placeholder))
  );
}

/** Whether one unit, at most half as long as the text, repeats; the last repetition may be cut off. */
function isRepetition(text: string): boolean {
  const longest = Math.floor(text.length / 2);
  return Array.from({ length: longest }, (_, index) => index + 1).some((unit) =>
    text.startsWith(text.slice(unit)),
  );
}

/** Whether most characters are the successor or predecessor of the one before, as in `abcdef…0123456789`. */
function isSequence(text: string): boolean {
  const codes = text.split('').map((character) => character.charCodeAt(0));
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) === 1);
  return steps.length > text.length / 2;
}
