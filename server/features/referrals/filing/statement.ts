/** The statements that file a referral, as an account or as a guest. No other statement of the server adds one. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { USUAL_LEVEL, USUAL_PURPOSE } from '../../../../contract/consent';
import type { HoldReason } from '../../../../contract/staffConstants';
import { account, consent, county, referral, site } from '../../../db/schema';
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

/**
 * Asks for the person's consent to tell the one who files, which has no effect until it is signed (contract/consent.ts).
 * @param asker `account_id`, null for a guest, and `name`; no row if they do not ask
 */
const askConsent = (kind: 'account' | 'guest', asker: SQL) => sql`
    asked as (
      insert into ${consent} (id, referral_id, asked_by, recipient_kind, recipient_name, recipient_account_id,
        level, purpose, discloser)
      select gen_random_uuid(), changed.id, asker.account_id, ${kind}, asker.name, asker.account_id,
        ${USUAL_LEVEL}, ${USUAL_PURPOSE}, ${sql.placeholder('discloser')}::text
      from changed, (${asker}) as asker)`;

/** The statement that adds a referral of an account. */
export const addByAccount = prepareIdempotentChange(
  'session',
  isValid,
  sql`
    changed as (select add_referral(${FILED}, null) as id from stored),
    ${askConsent(
      'account',
      sql`select ${account.id} as account_id, ${account.fullname} as name from ${account}
        where ${eq(account.id, sql.placeholder('askerId'))}`,
    )}`,
);

const FLOOD: HoldReason = 'flood';
const held = sql`${sql.placeholder('held')}::text`;
const guestName = sql`${sql.placeholder('guestName')}::text`;

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
        ${sql.placeholder('codeHash')}::text, ${guestName}) as id
      from stored),
    ${askConsent('guest', sql`select null::text as account_id, ${guestName} as name where ${guestName} is not null`)}`,
);

/**
 * The values of the placeholders of these statements.
 * @param asking.discloser who may tell, as a consent has it
 * @param asking.askerId the account that asks for a consent; null if it does not
 * @param guest.held why a guest's referral is held; null if it is not
 * @param guest.guestKey the key that it is counted under
 * @param guest.codeHash the hash of the code on the guest's receipt
 * @param guest.guestName the guest's own name, by which they ask for a consent; null without one
 */
export function addValues(
  filed: FiledReferral,
  asking: { discloser: string; askerId: string | null },
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
    ...asking,
    ...guest,
    filed: JSON.stringify(row),
  };
}
