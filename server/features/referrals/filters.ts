import { and, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ReferralFilters } from '../../../contract/entities/referral';
import { phoneDigits } from '../../../contract/entities/text';
import { referral } from '../../db/schema';

/** The two accounts a referral may come from, as joined by the query. */
interface People {
  creator: { fullname: AnyPgColumn };
  referrer: { fullname: AnyPgColumn };
}

/** What the filter for "nobody signed in filed it" is called on screen (spec section 1). */
const GUEST = 'guest';

/** Text that LIKE takes as it stands. */
const literal = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);
const contains = (text: string) => `%${literal(text)}%`;

/** The filter bar (spec section 3) as a condition; an empty field does not filter. Undefined when none does. */
export function matching(filters: ReferralFilters, { creator, referrer }: People): SQL | undefined {
  const { name, contact_number, gender, referral_status, tracking_id, referred_by } = filters;
  const fullName = sql`lower(${referral.first_name} || ' ' || ${referral.last_name})`;
  const referredBy = sql`lower(coalesce(${referrer.fullname}, ${creator.fullname}))`;
  return and(
    name ? sql`${fullName} like lower(${contains(name)})` : undefined,
    contact_number ? digitsContain(contact_number) : undefined,
    gender ? sql`${referral.sex} = ${gender}` : undefined,
    referral_status ? sql`${referral.status} = ${referral_status}` : undefined,
    tracking_id
      ? like(
          sql`replace(${referral.tracking_id}, '-', '')`,
          `${literal(tracking_id.replace(/[-\s]/g, '').toUpperCase())}%`,
        )
      : undefined,
    referred_by
      ? or(
          sql`${referredBy} like lower(${contains(referred_by)})`,
          referred_by.toLowerCase() === GUEST
            ? and(isNull(referral.created_by), isNull(referral.assigned_to))
            : undefined,
        )
      : undefined,
  );
}

/** However the number was typed, then or now. Text without a digit is in no number. */
function digitsContain(typed: string): SQL {
  const digits = phoneDigits(typed);
  return digits === '' ? sql`false` : like(referral.contact_digits, contains(digits));
}
