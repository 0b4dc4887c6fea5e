/** An oracle for the content of the list, computed without a database (spec section 6). */
import type { ReferralFilters } from '../../contract/entities/referral';
import type { Filed, Viewer } from './randomFixtures';

/**
 * A super user sees all; a manager those they filed, those assigned to them and, unless limited, those of their sites. One outside
 * of the program reads those they filed, deleted ones too.
 */
export function sees(viewer: Viewer, { site, creator, referrer, isDeleted }: Filed): boolean {
  if (!viewer.isInside) return creator?.id === viewer.id;
  if (isDeleted) return false;
  if (viewer.seesAll) return true;
  if (creator?.id === viewer.id || referrer?.id === viewer.id) return true;
  return !viewer.createdReferralsOnly && viewer.sites.includes(site);
}

/** The name displayed as 'Referred By'; null is displayed as 'Guest'. */
export const referredBy = ({ creator, referrer }: Filed) => (referrer ?? creator)?.fullname ?? null;

const digitsOf = (text: string) => text.replace(/\D/g, '');
/** The last ten digits, which a number has with and without a country code; of a shorter one, without '+1'. */
const withoutCode = (text: string) => {
  const digits = digitsOf(text);
  if (digits.length > 10) return digits.slice(-10);
  return text.includes('+') && /^1\d/.test(digits) ? digits.slice(1) : digits;
};
const idOf = (text: string) =>
  text.replace(/[-\s]/g, '').toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
/** A whole tracking ID, with whatever signs around it. */
const WHOLE_ID = /(?<![a-z\d])r-[a-z\d]{4}-[a-z\d]{4}(?!-?[a-z\d])/i;
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f’'.-]/g, '')
    .toLowerCase();
/** Whether a name contains each typed word, in any order, ignoring accents, case and signs; a comma separates words. */
const containsWords = (name: string, typed: string) => {
  const words = fold(typed)
    .split(/[\s,]+/)
    .filter(Boolean);
  return words.length > 0 && words.every((word) => fold(name).includes(word));
};

/** Whether a referral matches a field of the filter bar; the text is trimmed and not empty. */
const MATCHERS: Record<keyof ReferralFilters, (filed: Filed, typed: string) => boolean> = {
  name: ({ person }, typed) => containsWords(`${person.first_name} ${person.last_name}`, typed),
  contact_number: ({ person }, typed) =>
    digitsOf(typed) !== '' && digitsOf(person.contact_number).includes(withoutCode(typed)),
  gender: ({ person }, typed) => person.sex === typed,
  referral_status: ({ person }, typed) => person.status === typed,
  tracking_id: ({ person }, typed) =>
    idOf(person.tracking_id).includes(idOf(WHOLE_ID.exec(typed)?.[0] ?? typed)),
  referred_by: (filed, typed) => {
    const name = referredBy(filed);
    return name === null ? typed.toLowerCase() === 'guest' : containsWords(name, typed);
  },
};

export function matches(filed: Filed, filters: ReferralFilters): boolean {
  return (Object.entries(filters) as [keyof ReferralFilters, string][]).every(([field, text]) => {
    const typed = text.trim();
    return typed === '' || MATCHERS[field](filed, typed);
  });
}

/** The same for a viewer outside of the program: the status of a row is the answer, and it has no referrer. */
export function matchesFiled(
  filed: Filed,
  { referred_by = '', ...filters }: ReferralFilters,
): boolean {
  if (referred_by.trim() !== '') return false;
  const { referral_status = '' } = filters;
  const isAnswer = ['', 'Received. Please call us.'].includes(referral_status.trim());
  return isAnswer && matches(filed, { ...filters, referral_status: '' });
}
