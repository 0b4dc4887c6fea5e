/** Filing a referral in one statement. Probation referrals, whose fields depend on the stored site, take several. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { HoldReason } from '../../../contract/constants';
import { referral, site } from '../../db/schema';
import { prepareIdempotentChange } from '../idempotency/withIdempotency';
import { countGuest } from '../limits/limits';
import { type FiledReferral, isOpen } from './repository';

const isValid = sql`exists (
  select 1 from ${site} where ${and(eq(site.id, sql.placeholder('siteId')), isOpen)})`;

/** The function of migration 0015. */
const addReferral = (held: SQL) =>
  sql`add_referral(json_populate_record(null::${referral}, ${sql.placeholder('filed')}::json), ${held})`;

/** The statement that adds a referral of an account. */
export const addByAccount = prepareIdempotentChange(
  isValid,
  sql`changed as (select ${addReferral(sql`null`)} as id from stored)`,
);

const FLOOD: HoldReason = 'flood';
const held = sql`${sql.placeholder('held')}::text`;

/** The statement that adds a referral of a guest, and counts it like `exceedsGuestLimit` unless it is held anyway. */
export const addByGuest = prepareIdempotentChange(
  isValid,
  sql`
    guest as (${countGuest(sql`from stored where ${held} is null`)}),
    changed as (
      select ${addReferral(sql`coalesce(${held},
        case when not exists (select 1 from guest) then ${FLOOD} end)`)} as id
      from stored)`,
);

/** The values of these statements. */
export function addValues({
  suspected,
  ...filed
}: FiledReferral & { tracking_id: string }): Readonly<Record<string, unknown>> {
  return { siteId: filed.site_id, held: suspected ?? null, filed: JSON.stringify(filed) };
}
