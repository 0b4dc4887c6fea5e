/** An oracle for the content of the list, computed without a database (spec section 6). */
import type { ReferralFilters } from '../../contract/entities/referral';
import type { Filed, Viewer } from './randomFixtures';

/** A super user sees all; a manager those they filed, those assigned to them and, unless limited, those of their sites. */
export function sees(viewer: Viewer, { site, creator, referrer, isDeleted }: Filed): boolean {
  if (isDeleted) return false;
  if (viewer.seesAll) return true;
  if (creator?.id === viewer.id || referrer?.id === viewer.id) return true;
  return !viewer.createdReferralsOnly && viewer.sites.includes(site);
}

/** The name displayed as 'Referred By'; null is displayed as 'Guest'. */
export const referredBy = ({ creator, referrer }: Filed) => (referrer ?? creator)?.fullname ?? null;

const digitsOf = (text: string) => text.replace(/\D/g, '');
const idOf = (text: string) => text.replace(/[-\s]/g, '').toLowerCase();
const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

/** Whether a referral matches a field of the filter bar; the text is trimmed and not empty. */
const MATCHERS: Record<keyof ReferralFilters, (filed: Filed, typed: string) => boolean> = {
  name: ({ person }, typed) => contains(`${person.first_name} ${person.last_name}`, typed),
  contact_number: ({ person }, typed) =>
    digitsOf(typed) !== '' && digitsOf(person.contact_number).includes(digitsOf(typed)),
  gender: ({ person }, typed) => person.sex === typed,
  referral_status: ({ person }, typed) => person.status === typed,
  tracking_id: ({ person }, typed) => idOf(person.tracking_id).startsWith(idOf(typed)),
  referred_by: (filed, typed) => {
    const name = referredBy(filed);
    return name === null ? typed.toLowerCase() === 'guest' : contains(name, typed);
  },
};

export function matches(filed: Filed, filters: ReferralFilters): boolean {
  return (Object.entries(filters) as [keyof ReferralFilters, string][]).every(([field, text]) => {
    const typed = text.trim();
    return typed === '' || MATCHERS[field](filed, typed);
  });
}
