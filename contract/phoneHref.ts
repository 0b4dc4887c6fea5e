/**
 * Returns the `tel:` address of a phone number as people write it, such as '(310) 555-0142 ext. 3'; undefined with fewer than
 * three digits, which no phone can call.
 */
export function phoneHref(phone: string): string | undefined {
  const [, number = phone, extension] = /^(.*\d)\W*(?:ext|x)\D*(\d+)/i.exec(phone) ?? [];
  const digits = number.replace(/\D/g, '');
  if (digits.length < 3) return undefined;
  const plus = /^\D*\+/.test(number) ? '+' : '';
  return `tel:${plus}${digits}${extension ? `;ext=${extension}` : ''}`;
}
