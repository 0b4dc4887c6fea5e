/** Fewer different characters than this come of a pattern; random ones in hexadecimal have about fourteen. */
const LEAST_VARIED = 10;

/** What stands in examples and templates, in small letters without what parts them. Long enough to be in no random text. */
const PLACEHOLDERS = [
  'changeit', 'changeme', 'changethis', 'default', 'donotuse', 'example', 'insecure', 'jwtsecret', 'keyboardcat',
  'mysecret', 'openssl', 'password', 'placeholder', 'replaceit', 'replaceme', 'replacethis', 'secretkey',
  'stringsecret', 'supersecret', 'topsecret', 'verysecret', 'yoursecret', '256bitsecret', '512bitsecret',
]; // prettier-ignore

/** Published in the guides of widely used frameworks, and found by whoever tries those first. */
const PUBLISHED = new Set([
  '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7',
  'reallyreallyreallyreallyverysafe',
]);

/**
 * Whether a secret was typed rather than drawn at random: few different characters, one pattern repeated, characters in the
 * order of an alphabet, or an example's words. It does not estimate entropy: a sentence of one's own passes.
 */
export function isWeakSecret(secret: string): boolean {
  const plain = secret.toLowerCase();
  const words = plain.replace(/[^a-z0-9]/g, '');
  return (
    new Set(secret).size < LEAST_VARIED ||
    isRepetition(secret) ||
    isSequence(plain) ||
    PUBLISHED.has(plain) ||
    PLACEHOLDERS.some((placeholder) => words.includes(placeholder))
  );
}

/** One unit, at most half as long as the text, over and over; the last may be cut off. */
function isRepetition(text: string): boolean {
  const longest = Math.floor(text.length / 2);
  return Array.from({ length: longest }, (_, index) => index + 1).some((unit) =>
    text.startsWith(text.slice(unit)),
  );
}

/** Mostly each character's successor or predecessor, as in `abcdef…0123456789`. */
function isSequence(text: string): boolean {
  const codes = text.split('').map((character) => character.charCodeAt(0));
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) === 1);
  return steps.length > text.length / 2;
}
