import { and, inArray, like, type SQL, sql } from 'drizzle-orm';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import type { Database } from '../../../db/database';
import { account, referral, normalizeForSearch } from '../../../db/schema';
import { buildNameSearch } from './names';
import { containsPattern, containsWords, splitWords } from '../../../db/statements/likePatterns';
import { toPhoneSearch, toTrackingSearch } from './searchText';
import { GUEST_REFERRER_ID } from '../visibility';

/** The text that filters for referrals filed without signing in, as the screen calls it (spec section 1). */
const GUEST_FILTER = 'guest';

/** A part of at least this many characters is in few tracking ids, and has a trigram to find them by. */
export const SELECTIVE_LENGTH = 3;
/** A part of this many characters is in about one of a hundred tracking ids, too many without an index that finds them. */
const COMMON_LENGTH = 2;

/** How many referrals are expected to match, estimated before the query runs. */
export type Expected = 'few' | 'many' | 'unknown';

/** The conditions on the referrals to list, with hints for choosing a query plan. */
export interface ReferralQuery {
  /** All conditions combined; undefined when every referral matches. */
  readonly where: SQL | undefined;
  /** The conditions that the counters cover, so their total is known without a scan. */
  readonly kind: { readonly status?: string; readonly sex?: string; readonly isGuest?: true };
  /** Whether there are conditions beyond `kind`: only a scan can tell the total. */
  readonly isSearch: boolean;
  readonly expected: Expected;
  /** Whether the best plan is the same for all values of its conditions. */
  readonly hasOnePlan: boolean;
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
  const digits = contact_number ? toPhoneSearch(contact_number) : undefined;
  // Text without a digit matches no phone number.
  if (nameSearch === null || referrers?.length === 0 || digits === '') return null;

  const tracking = filters.tracking_id && toTrackingSearch(filters.tracking_id);
  const isGuest = referrers?.length === 1 && referrers[0] === GUEST_REFERRER_ID;
  const where = and(
    nameSearch?.condition,
    digits ? like(referral.contact_digits, containsPattern(digits)) : undefined,
    tracking ? matchesTracking(tracking) : undefined,
    referrers ? inArray(referral.referrer_id, [...referrers]) : undefined,
    sex ? sql`${referral.sex} = ${sex}` : undefined,
    status ? sql`${referral.status} = ${status}` : undefined,
  );
  const isFewByTracking = !!tracking && tracking.length >= SELECTIVE_LENGTH;
  const isFew = isFewByTracking || nameSearch?.isCommon === false;
  const isMany =
    (nameSearch?.isCommon ?? tracking?.length === COMMON_LENGTH) &&
    !digits &&
    (!referrers || isGuest);
  return {
    where,
    kind: { ...(status && { status }), ...(sex && { sex }), ...(isGuest && { isGuest }) },
    isSearch: !!(nameSearch ?? digits ?? tracking) || (!!referrers && !isGuest),
    expected: isFew ? 'few' : isMany ? 'many' : 'unknown',
    hasOnePlan: !!nameSearch?.hasOnePlan && !digits && !tracking && !referrers,
  };
}

/** Condition: the tracking ID without its dashes contains the text. */
export const matchesTracking = (text: string): SQL =>
  like(sql`replace(${referral.tracking_id}, '-', '')`, containsPattern(text));

const nameAndEmail = normalizeForSearch(sql`${account.fullname} || ' ' || ${account.username}`);

/** Finds the accounts whose name contains each word of the text, plus the guest placeholder if the text is 'guest'. */
async function findReferrers(db: Database, text: string): Promise<string[]> {
  const words = splitWords(text);
  if (words.length === 0) return [];
  const rows = await db
    .select({ id: account.id })
    .from(account)
    // The first condition uses the index, which covers name and email; the second restricts the match to the name.
    .where(
      and(
        containsWords(nameAndEmail, words),
        containsWords(normalizeForSearch(sql`${account.fullname}`), words),
      ),
    );
  const isGuest = text.trim().toLowerCase() === GUEST_FILTER;
  return [...rows.map(({ id }) => id), ...(isGuest ? [GUEST_REFERRER_ID] : [])];
}
