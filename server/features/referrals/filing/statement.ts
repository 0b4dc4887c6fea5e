/** The statements that file a referral, as an account or as a guest. No other statement of the server adds one. */
import { and, eq, sql } from 'drizzle-orm';
import type { HoldReason } from '../../../../contract/staffConstants';
import { county, referral, site } from '../../../db/schema';
import { prepareIdempotentChange } from '../../idempotency';
import { countGuest, EXCEEDS_GUESTS } from '../../limits';
import { isOpen } from './sites';
import type { NewReferral } from './rules';

export interface FiledReferral extends NewReferral {
  readonly id: string;
  readonly tracking_id: string;
  /** The account that files it; absent for a guest. */
  readonly created_by?: string;
}

const countyId = sql`${sql.placeholder('countyId')}::text`;
const isValid = sql`exists (
    select 1 from ${site} where ${and(eq(site.id, sql.placeholder('siteId')), isOpen)})
  and (${countyId} is null or exists (select 1 from ${county} where ${eq(county.id, countyId)}))`;

const FILED = sql`json_populate_record(null::${referral}, ${sql.placeholder('filed')}::json)`;

/** The statement that adds a referral of an account. */
export const addByAccount = prepareIdempotentChange(
  'session',
  isValid,
  sql`changed as (select add_referral(${FILED}, null) as id from stored)`,
);

const FLOOD: HoldReason = 'flood';
const held = sql`${sql.placeholder('held')}::text`;

/**
 * The statement that adds a referral of a guest with its receipt. Counts the referral against the hourly total, unless it is held for another
 * reason, and holds it if the guest's network exceeds the total.
 */
export const addByGuest = prepareIdempotentChange(
  'visitor',
  isValid,
  sql`
    share as (${countGuest(sql`${sql.placeholder('guestKey')}`, sql`from stored where ${held} is null`)}),
    changed as (
      select add_guest_referral(${FILED}, coalesce(${held}, case when ${EXCEEDS_GUESTS} then ${FLOOD} end),
        ${sql.placeholder('codeHash')}::text, ${sql.placeholder('guestName')}::text) as id
      from stored)`,
);

/**
 * The values of the placeholders of these statements.
 * @param guest.held why a guest's referral is held; null if it is not
 * @param guest.guestKey the key that it is counted under
 * @param guest.codeHash the hash of the code on the guest's receipt
 * @param guest.guestName the guest's own name; null without one
 */
export function addValues(
  filed: FiledReferral,
  guest?: {
    held: HoldReason | null;
    guestKey: string;
    codeHash: string;
    guestName: string | null;
  },
): Readonly<Record<string, unknown>> {
  const { mediCal, mediCal_county, ...columns } = filed;
  const row = { ...columns, medi_cal: mediCal, medi_cal_county: mediCal_county };
  return {
    siteId: filed.site_id,
    countyId: mediCal_county ?? null,
    ...guest,
    filed: JSON.stringify(row),
  };
}
