/**
 * Returns the `tel:` address of a phone number as people write it, such as '(310) 555-0142 ext. 3'; undefined with fewer than
 * three digits, which no phone can call, for a number that ends in a word, such as '1-800-662-HELP', whose digits alone would
 * call someone else, and for one with characters that set the text direction, which may show its digits in another order.
 */
export function phoneHref(phone: string): string | undefined {
  if (/\p{Bidi_Control}/u.test(phone)) return undefined;
  const [, number = phone, extension] = /^(.*\d)\W*(?:ext|x)\D*(\d+)/i.exec(phone) ?? [];
  const digits = number.replace(/\D/g, '');
  const endsInWord = digits.length < 10 && /\d[-. ]*[a-z]/i.test(number);
  if (digits.length < 3 || endsInWord) return undefined;
  const plus = /^\D*\+/.test(number) ? '+' : '';
  return `tel:${plus}${digits}${extension ? `;ext=${extension}` : ''}`;
}
