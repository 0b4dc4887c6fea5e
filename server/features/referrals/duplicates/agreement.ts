/** In which fields two referrals agree, and which pairs are not of the same person. Conditions on `referral` and `mine`. */
import { and, or, type SQL, sql } from 'drizzle-orm';
import { DUPLICATE_FIELDS, type DuplicateField } from '../../../../contract/staffConstants';
import { comparedName, comparedPhone, not_same_person, referral } from '../../../db/schema';

/** The ids of a pair as `not_same_person` has them. */
export const orderedPair = (one: SQL, other: SQL) => ({
  first: sql`least(${one} collate "C", ${other} collate "C") collate "default"`,
  second: sql`greatest(${one} collate "C", ${other} collate "C") collate "default"`,
});

const IS_SAME = {
  name: sql`${comparedName(referral.first_name, referral.last_name)} = ${comparedName(sql`mine.first_name`, sql`mine.last_name`)}`,
  dob: sql`${referral.dob} = mine.dob`,
  contact_number: sql`${comparedPhone(referral.contact_number)} = ${comparedPhone(sql`mine.contact_number`)}`,
} satisfies Record<DuplicateField, SQL>;

/** The fields in which both agree, as text[]. */
export const AGREED_FIELDS = sql`array_remove(array[${sql.join(
  DUPLICATE_FIELDS.map((field) => sql`case when ${IS_SAME[field]} then ${field} end`),
  sql`, `,
)}], null)`;

/** Condition: it is the same person by name and birth date. */
const isSamePerson = and(IS_SAME.name, IS_SAME.dob);

/** Condition on `not_same_person`: it is the pair of these referrals. */
function isPair(one: SQL, other: SQL): SQL {
  const { first, second } = orderedPair(one, other);
  return sql`${not_same_person.first_id} = ${first} and ${not_same_person.second_id} = ${second}`;
}

/** Condition: they are two referrals, and nobody has said that they are not of the same person. */
const isOther = and(
  sql`${referral.id} <> mine.id`,
  sql`not exists (
    select 1 from ${not_same_person} where ${isPair(sql`mine.id`, sql`${referral.id}`)})`,
);

/** Condition: it is another referral of the same person. */
export const isOfSamePerson = and(isSamePerson, isOther);

/**
 * Condition: it is another referral that agrees in two fields. Each pair of fields has an index: PostgreSQL combines them in one
 * bitmap scan.
 */
export const mayBeSamePerson = and(
  or(
    isSamePerson,
    and(IS_SAME.name, IS_SAME.contact_number),
    and(IS_SAME.contact_number, IS_SAME.dob),
  ),
  isOther,
);
