import { and, inArray, like, type SQL, sql } from 'drizzle-orm';
import type { ReferralFilters } from '../../../contract/entities/referral';
import { phoneDigits } from '../../../contract/fieldRules';
import type { Database } from '../../db/database';
import { account, referral, normalizeForSearch } from '../../db/schema';
import { buildNameSearch } from './nameRepository';
import { containsPattern, escapeLike } from '../../db/likePatterns';

/** The text that filters for referrals filed without signing in, as the screen calls it (spec section 1). */
const GUEST_FILTER = 'guest';
/** Stored as `referrer_id` in place of an account's id when a guest filed the referral. */
export const GUEST_REFERRER_ID = '';

/** Every tracking id starts with this. */
const TRACKING_PREFIX = 'R';
/** A prefix of at least this many characters matches few tracking ids. */
const SELECTIVE_LENGTH = 3;

/** The conditions on the referrals to list, with hints for choosing a query plan. */
export interface ReferralQuery {
  /** All conditions combined; undefined when every referral matches. */
  readonly where: SQL | undefined;
  /** The conditions that the counters cover, so their total is known without a scan. */
  readonly kind: { readonly status?: string; readonly sex?: string; readonly isGuest?: true };
  /** Whether there are conditions beyond `kind`: only a scan can tell the total. */
  readonly isSearch: boolean;
  /** How many referrals are expected to match, estimated before the query runs. */
  readonly expected: 'few' | 'many' | 'unknown';
}

/** Translates the filter bar (spec section 3) to conditions. An empty field does not filter. Returns null if nothing can match. */
export async function readFilters(
  db: Database,
  filters: ReferralFilters,
): Promise<ReferralQuery | null> {
  const { contact_number, gender: sex, referral_status: status, referred_by } = filters;
  const name = filters.name?.trim();
  const nameSearch = name ? await buildNameSearch(db, name) : undefined;
  const referrers = referred_by ? await findReferrers(db, referred_by) : undefined;
  const digits = contact_number ? phoneDigits(contact_number) : undefined;
  // Text without a digit matches no phone number.
  if (nameSearch === null || referrers?.length === 0 || digits === '') return null;

  const tracking = filters.tracking_id?.replace(/[-\s]/g, '').toUpperCase();
  const isGuest = referrers?.length === 1 && referrers[0] === GUEST_REFERRER_ID;
  const where = and(
    nameSearch?.condition,
    digits ? like(referral.contact_digits, containsPattern(digits)) : undefined,
    tracking
      ? like(sql`replace(${referral.tracking_id}, '-', '')`, `${escapeLike(tracking)}%`)
      : undefined,
    referrers ? inArray(referral.referrer_id, [...referrers]) : undefined,
    sex ? sql`${referral.sex} = ${sex}` : undefined,
    status ? sql`${referral.status} = ${status}` : undefined,
  );
  const isFewByTracking =
    !!tracking && (tracking.length >= SELECTIVE_LENGTH || !tracking.startsWith(TRACKING_PREFIX));
  const isFew = isFewByTracking || nameSearch?.isCommon === false;
  const isMany = nameSearch?.isCommon === true && !digits && (!referrers || isGuest);
  return {
    where,
    kind: { ...(status && { status }), ...(sex && { sex }), ...(isGuest && { isGuest }) },
    isSearch: !!(nameSearch ?? digits ?? tracking) || (!!referrers && !isGuest),
    expected: isFew ? 'few' : isMany ? 'many' : 'unknown',
  };
}

const nameAndEmail = normalizeForSearch(sql`${account.fullname} || ' ' || ${account.username}`);

/** Finds the accounts whose name contains the text, plus the guest placeholder if the text is 'guest'. */
async function findReferrers(db: Database, text: string): Promise<string[]> {
  const pattern = normalizeForSearch(sql`${containsPattern(text.trim())}`);
  const rows = await db
    .select({ id: account.id })
    .from(account)
    // The first condition uses the index, which covers name and email; the second restricts the match to the name.
    .where(
      and(
        sql`${nameAndEmail} like ${pattern}`,
        sql`${normalizeForSearch(sql`${account.fullname}`)} like ${pattern}`,
      ),
    );
  const isGuest = text.trim().toLowerCase() === GUEST_FILTER;
  return [...rows.map(({ id }) => id), ...(isGuest ? [GUEST_REFERRER_ID] : [])];
}
