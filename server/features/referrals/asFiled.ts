/** Fields of a referral as they were filed: each is what it was before its first correction. */
import { sql } from 'drizzle-orm';
import { referral, referral_event } from '../../db/schema';

/** Joins to a referral what its corrected fields were, as `was`. */
export const JOIN_FILED = sql`left join lateral (
    select jsonb_object_agg(change ->> 'field', change -> 'from' order by ${referral_event.at} desc, ${referral_event.id} desc) as fields
    from ${referral_event} cross join jsonb_array_elements(${referral_event.changes}) change
    where ${referral_event.referral_id} = ${referral.id} and ${referral_event.kind} = 'corrected') was on true`;

/** What a field was before its first correction; null if it was never corrected. */
export const valueAsFiled = (field: string) => sql`was.fields ->> ${sql.raw(`'${field}'`)}`;
export const isCorrected = (field: string) => sql`was.fields ? ${sql.raw(`'${field}'`)}`;
