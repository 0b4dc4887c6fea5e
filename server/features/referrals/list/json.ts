/**
 * Referrals as JSON that the database writes. It equals the serialization by the contract's schema byte for byte, in the order
 * of its fields (`tests/contract/listJson.test.ts`).
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias, PgDialect } from 'drizzle-orm/pg-core';
import type { Role } from '../../../../contract/constants';
import {
  type DeletedReferral,
  deletedReferralSchema,
  type HeldReferral,
  heldReferralSchema,
  type Referral,
  referralSchema,
} from '../../../../contract/entities/referral';
import { can, rolesWith } from '../../../../contract/permissions';
import { account, contact_attempt, referral, site } from '../../../db/schema';
import { canOwn } from '../ownership';

/** The account shown as 'Referred By': the one a super user assigned, else the one that filed it; none for a guest. */
const referrer = alias(account, 'referrer');
const owner = alias(account, 'owner');
/** Who set the day to call back. */
const setter = alias(account, 'setter');
const deleter = alias(account, 'deleter');

const dialect = new PgDialect();

/**
 * Renders a part of a statement to text once, for statements that are built for each request.
 * @param part must have no parameters
 */
function renderOnce(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error(`This part of a statement has parameters: ${text}`);
  return sql.raw(text);
}

type Fields = Readonly<Record<string, SQLWrapper>>;

/** The columns of a `select`. */
const named = (fields: Fields): SQL => {
  const columns = Object.entries(fields).map(
    ([field, value]) => sql`${value} as ${sql.identifier(field)}`,
  );
  return sql.join(columns, sql`, `);
};

/** A row, which becomes a JSON object. */
const rowOf = (fields: Fields): SQL => sql`(select fields from (select ${named(fields)}) fields)`;

const orNull = (id: SQLWrapper, value: SQL) => sql`case when ${id} is not null then ${value} end`;

/** A time as ISO date-time in UTC. */
export const isoTime = (time: SQLWrapper) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** The owner, with `left` only for an account that can own referrals no more. */
const ownerOf = (fields: Fields): SQL => sql`case
  when ${owner.id} is null then null
  when ${canOwn(owner)} then ${rowOf(fields)}
  else ${rowOf({ ...fields, left: sql`true` })} end`;

const VALUES: Readonly<Record<keyof Referral, SQL>> = {
  _id: sql`${referral.id}`,
  first_name: sql`${referral.first_name}`,
  last_name: sql`${referral.last_name}`,
  contact_number: sql`${referral.contact_number}`,
  site: rowOf({ value: site.id, label: site.name }),
  sex: sql`${referral.sex}`,
  dob: sql`${referral.dob}`,
  substance: sql`${referral.substance}`,
  status: sql`${referral.status}`,
  tracking_id: sql`${referral.tracking_id}`,
  user_info: orNull(referrer.id, rowOf({ fullname: referrer.fullname, id: referrer.id })),
  entry_date: isoTime(referral.entry_date),
  has_account: sql`exists (select 1 from ${account} where ${account.referral_id} = ${referral.id})`,
  notes: sql`${referral.notes}`,
  mediCal: sql`${referral.mediCal}`,
  mediCal_county: sql`${referral.mediCal_county}`,
  probation_name: sql`${referral.probation_name}`,
  probation_phone: sql`${referral.probation_phone}`,
  probation_email: sql`${referral.probation_email}`,
  preferred_language: sql`${referral.preferred_language}`,
  may_voicemail: sql`${referral.may_voicemail}`,
  may_text: sql`${referral.may_text}`,
  reach_note: sql`${referral.reach_note}`,
  version: sql`${referral.version}`,
  owner: ownerOf({ id: owner.id, fullname: owner.fullname }),
  note_count: sql`(coalesce(${referral.notes}, '') <> '')::int + ${referral.dated_notes}`,
  contact: rowOf({
    attempts: sql`array(select attempt from (
      select ${named({
        id: contact_attempt.id,
        at: isoTime(contact_attempt.at),
        channel: contact_attempt.channel,
        whom: contact_attempt.whom,
        outcome: contact_attempt.outcome,
      })} from ${contact_attempt}
      where ${contact_attempt.referral_id} = ${referral.id} and ${contact_attempt.struck_at} is null
      order by ${contact_attempt.at}, ${contact_attempt.created_at}) attempt)`,
    follow_up: orNull(
      referral.follow_up_on,
      rowOf({
        on: referral.follow_up_on,
        at: referral.follow_up_at,
        by: sql`(select by from (select ${setter.id} as id, ${setter.fullname} as fullname from ${account} setter where ${setter.id} = ${referral.follow_up_by}) by)`,
      }),
    ),
    reopened_at: isoTime(referral.reopened_at),
    is_from_before: referral.is_from_before,
    response_days: site.response_days,
    is_ours: sql`coalesce(${site.mark} = 'ours', false)`,
  }),
  end_reason: sql`${referral.end_reason}`,
  end_note: sql`${referral.end_note}`,
};
/** The same for callers who may read accounts: with the emails, which distinguish accounts with the same name. */
const VALUES_WITH_EMAILS: typeof VALUES = {
  ...VALUES,
  user_info: orNull(
    referrer.id,
    rowOf({ fullname: referrer.fullname, id: referrer.id, username: referrer.username }),
  ),
  owner: ownerOf({ id: owner.id, fullname: owner.fullname, username: owner.username }),
};
/** The fields that are optional in the contract, not nullable: omitted if null. */
const OMITTED_IF_NULL = ['user_info', 'owner'] satisfies (keyof Referral)[];

/** The columns for the fields of a response, in its order. */
const inOrderOf = (schema: { shape: object }, values: Readonly<Record<string, SQL>>): SQL => {
  const fields = Object.keys(schema.shape).map((field) => [field, values[field] ?? sql`null`]);
  return renderOnce(named(Object.fromEntries(fields)));
};
const REFERRAL_COLUMNS = inOrderOf(referralSchema, VALUES);
const COLUMNS_WITH_EMAILS = inOrderOf(referralSchema, VALUES_WITH_EMAILS);
export const HELD_COLUMNS = inOrderOf(heldReferralSchema, {
  ...VALUES,
  hold_reason: sql`${referral.hold_reason}`,
} satisfies Record<keyof HeldReferral, SQL>);

/** Whether callers of some roles see the emails of accounts: if all of them may read accounts. */
const seeEmails = (roles: readonly Role[]) => roles.every((role) => can(role, 'account.list'));

/** The columns of a referral for callers of some roles. */
export const columnsFor = (roles: readonly Role[]): SQL =>
  seeEmails(roles) ? COLUMNS_WITH_EMAILS : REFERRAL_COLUMNS;

const DELETED_HAVE_EMAILS = seeEmails(rolesWith('referral.listDeleted'));
const DELETER = {
  id: deleter.id,
  fullname: deleter.fullname,
  ...(DELETED_HAVE_EMAILS && { username: deleter.username }),
};
export const DELETED_COLUMNS = inOrderOf(deletedReferralSchema, {
  ...(DELETED_HAVE_EMAILS ? VALUES_WITH_EMAILS : VALUES),
  hold_reason: sql`${referral.hold_reason}`,
  deletion_date: isoTime(sql`${referral.deleted_at}`),
  deleted_by: sql`(select fields from (
    select ${named(DELETER)} from ${account} deleter where ${deleter.id} = ${referral.deleted_by}) fields)`,
  delete_reason: sql`${referral.delete_reason}`,
  delete_note: sql`${referral.delete_note}`,
} satisfies Record<keyof DeletedReferral, SQL>);

/** An expression for the row `item` as a JSON object. The replacement never hits a value, because quotes are escaped there. */
const ITEM_AS_JSON: SQL = renderOnce(
  OMITTED_IF_NULL.reduce(
    (text, field) => sql`replace(${text}, ${sql.raw(`',"${field}":null'`)}, '')`,
    sql`row_to_json(item)::text`,
  ),
);

const JOINED: SQL = renderOnce(sql`
  join ${site} on ${site.id} = ${referral.site_id}
  left join ${account} referrer on ${referrer.id} = ${referral.referrer_id}
  left join ${account} owner on ${owner.id} = ${referral.owner_id}`);

/** @param from the referrals, as a `from` clause */
function selectItems(columns: SQL, from: SQL, where?: SQL): SQL {
  return sql`
  select ${columns} from ${from} ${JOINED}
  where ${where ?? sql`true`}`;
}

/**
 * Selects referrals as JSON objects, in the column `json`.
 * @param from the referrals, as a `from` clause
 */
export const selectJson = (columns: SQL, from: SQL, where?: SQL): SQL =>
  sql`select ${ITEM_AS_JSON} as json from (${selectItems(columns, from, where)}) item`;

/**
 * Selects referrals as one JSON array, `items`, and the array of their ids, `ids`.
 * @param from the referrals, as a `from` clause
 * @param order its terms
 */
export const selectJsonArray = (columns: SQL, from: SQL, order: SQL): SQL => sql`
  select '[' || coalesce(string_agg(${ITEM_AS_JSON}, ','), '') || ']' as items, coalesce(array_agg("_id"), '{}') as ids
  from (${selectItems(columns, from)} order by ${order}) item`;
