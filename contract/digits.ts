/**
 * Replaces the decimal digits of every script by those of ASCII: '３１０' and '٣١٠' become '310'. Unicode places the ten digits of
 * a script in order, one set after another.
 */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    let digitsBefore = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(codePoint - digitsBefore - 1))) digitsBefore += 1;
    return String(digitsBefore % 10);
  });
}

/** Replaces the full-width forms of East Asian keyboards, digits included, by those of ASCII: '＋８１（０）' becomes '+81(0)'. */
export const halfWidth = (text: string): string =>
  text.replace(/[\u3000\uff01-\uff5e]/g, (character) => character.normalize('NFKC'));
