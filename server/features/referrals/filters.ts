import { and, inArray, like, type SQL, sql } from 'drizzle-orm';
import type { ReferralFilters } from '../../../contract/entities/referral';
import { phoneDigits } from '../../../contract/entities/text';
import type { Database } from '../../db/openDatabase';
import { account, referral, searched } from '../../db/schema';
import { searchName } from './nameRepository';
import { contains, literal } from '../../db/likePatterns';

/** What the filter for "nobody signed in filed it" is called on screen (spec section 1). */
const GUEST = 'guest';
/** Stands for a guest where an account would. */
export const NOBODY = '';

/** All tracking ids begin with it. */
const TRACKING_START = 'R';
/** From so many characters on, few tracking ids begin alike. */
const TRACKING_TELLS = 3;

/** What a referral must be to be wanted. */
export interface ReferralQuery {
  /** All of it, as a condition; undefined when every referral is wanted. */
  readonly where: SQL | undefined;
  /** Kinds that are counted as referrals come and go, so that their number is known. */
  readonly kind: { readonly status?: string; readonly sex?: string; readonly isGuest?: true };
  /** Whether it is more than a kind: how many there are shows only when they are looked for. */
  readonly isSearch: boolean;
  /** Known beforehand: that they are few, or that they are many. */
  readonly expected: 'few' | 'many' | 'unknown';
}

/** Reads the filter bar (spec section 3); an empty field does not filter. Null when nothing can match. */
export async function readFilters(
  db: Database,
  filters: ReferralFilters,
): Promise<ReferralQuery | null> {
  const { contact_number, gender: sex, referral_status: status, referred_by } = filters;
  const name = filters.name?.trim();
  const found = name ? await searchName(db, name) : undefined;
  const referrers = referred_by ? await findReferrers(db, referred_by) : undefined;
  const digits = contact_number ? phoneDigits(contact_number) : undefined;
  // Text without a digit is in no number.
  if (found === null || referrers?.length === 0 || digits === '') return null;

  const tracking = filters.tracking_id?.replace(/[-\s]/g, '').toUpperCase();
  const isGuest = referrers?.length === 1 && referrers[0] === NOBODY;
  const where = and(
    found?.condition,
    digits ? like(referral.contact_digits, contains(digits)) : undefined,
    tracking
      ? like(sql`replace(${referral.tracking_id}, '-', '')`, `${literal(tracking)}%`)
      : undefined,
    referrers ? inArray(referral.referrer_id, [...referrers]) : undefined,
    sex ? sql`${referral.sex} = ${sex}` : undefined,
    status ? sql`${referral.status} = ${status}` : undefined,
  );
  const isFewByTracking =
    !!tracking && (tracking.length >= TRACKING_TELLS || !tracking.startsWith(TRACKING_START));
  const isFew = isFewByTracking || found?.isCommon === false;
  const isMany = found?.isCommon === true && !digits && (!referrers || isGuest);
  return {
    where,
    kind: { ...(status && { status }), ...(sex && { sex }), ...(isGuest && { isGuest }) },
    isSearch: !!(found ?? digits ?? tracking) || (!!referrers && !isGuest),
    expected: isFew ? 'few' : isMany ? 'many' : 'unknown',
  };
}

const nameAndMail = searched(sql`${account.fullname} || ' ' || ${account.username}`);

/** The accounts whose name contains the text, and NOBODY where a guest is meant. */
async function findReferrers(db: Database, typed: string): Promise<string[]> {
  const pattern = searched(sql`${contains(typed.trim())}`);
  const rows = await db
    .select({ id: account.id })
    .from(account)
    // The first by the index, which has the e-mail in it, too.
    .where(
      and(
        sql`${nameAndMail} like ${pattern}`,
        sql`${searched(sql`${account.fullname}`)} like ${pattern}`,
      ),
    );
  const isGuest = typed.trim().toLowerCase() === GUEST;
  return [...rows.map(({ id }) => id), ...(isGuest ? [NOBODY] : [])];
}
