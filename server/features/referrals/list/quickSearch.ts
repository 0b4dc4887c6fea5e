/** The one search box of the worklist: finds by name, phone number or tracking ID, whichever the text can be a part of. */
import { like, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database';
import { containsPattern } from '../../../db/statements/likePatterns';
import { referral } from '../../../db/schema';
import { buildNameSearch } from './names';
import { quickSearchParts, toPhoneSearch, toTrackingSearch } from './searchText';
import { type Expected, matchesTracking, SELECTIVE_LENGTH } from './filters';

export interface QuickSearch {
  readonly condition: SQL;
  readonly expected: Expected;
}

/** Digits of a phone number that have a trigram to find them by. */
const SELECTIVE_DIGITS = 3;

/** Builds the condition for a text of the search box, or returns null if nothing can match. */
export async function buildQuickSearch(db: Database, typed: string): Promise<QuickSearch | null> {
  const parts = quickSearchParts(typed);
  const arms: QuickSearch[] = [];
  if (parts.isName) {
    const search = await buildNameSearch(db, typed);
    if (search) arms.push({ ...search, expected: search.isCommon ? 'many' : 'few' });
  }
  if (parts.isPhone) {
    const digits = toPhoneSearch(typed);
    arms.push({
      condition: sql`${like(referral.contact_digits, containsPattern(digits))}`,
      expected: digits.length < SELECTIVE_DIGITS ? 'many' : 'unknown',
    });
  }
  if (parts.isTracking) {
    const tracking = toTrackingSearch(typed);
    arms.push({
      condition: matchesTracking(tracking),
      expected: tracking.length < SELECTIVE_LENGTH ? 'many' : 'few',
    });
  }
  if (arms.length === 0) return null;
  const expectations = arms.map(({ expected }) => expected);
  return {
    condition: sql`${or(...arms.map(({ condition }) => condition))}`,
    expected: (['many', 'unknown'] as const).find((one) => expectations.includes(one)) ?? 'few',
  };
}
